(import 'resources.libsonnet')[0] + { generate_tests: true }
