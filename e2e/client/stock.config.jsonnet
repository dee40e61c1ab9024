// All that a client can have besides.
(import '../projects/stock/codegen.config.jsonnet') + {
  models: '../projects/stock/stock/**/*.py',
  client: { query: 'tanstack-react', validation: 'zod', dates: 'branded' },
}
