{ version: '1', module: 'blog', package_prefix: '../outside', resources: [] }
