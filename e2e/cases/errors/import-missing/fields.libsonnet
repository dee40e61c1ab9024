{ article: {} }
