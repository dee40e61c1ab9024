from .article import Article as Article
from .author import *
