"""The app `blog_api`."""
