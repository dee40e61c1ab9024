['blog']
