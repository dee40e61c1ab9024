[{ model: 'blog.models.Café' }]
