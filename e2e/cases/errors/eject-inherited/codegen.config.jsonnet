{ version: '1', module: 'blog', operations: ['get'], resources: [{ model: 'blog.models.Article' }] }
