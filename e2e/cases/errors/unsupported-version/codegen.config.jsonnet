{ version: '2', module: 'blog', resources: [] }
