{ version: '1', module: 'blog', resources: [] }
