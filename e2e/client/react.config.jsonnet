// The demo, with what its client does not have by default.
(import '../../apps/demo/codegen.config.jsonnet') + {
  models: '../../apps/demo/blog/**/*.py',
  client: { query: 'tanstack-react' },
}
