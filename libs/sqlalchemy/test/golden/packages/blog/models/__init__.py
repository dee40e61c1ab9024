from sqlalchemy.orm import synonym

from .article import Article as Article
from .author import *

# Python runs a package before its modules, so the model has this.
Article.writer_id = synonym("author_id")
