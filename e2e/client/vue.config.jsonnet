(import 'react.config.jsonnet') + { client: { query: 'tanstack-vue' } }
