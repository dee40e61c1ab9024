{ version: '1', module: 'blog', resources: [std.range(1, 1000) for number in std.range(1, 1000000)] }
