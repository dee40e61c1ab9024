{ version: '1', module: 'blog', resources: [{ model: 'blog.models.Article', operations: ['get', 'update'] }] }
