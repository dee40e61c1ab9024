// All that a client can have besides.
(import '../projects/helpdesk/codegen.config.jsonnet') + {
  models: '../projects/helpdesk/desk/**/*.py',
  client: { query: 'tanstack-react', validation: 'zod', dates: 'branded' },
}
