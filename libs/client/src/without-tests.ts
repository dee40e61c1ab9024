/** A config whose resources have no tests: their code would be built only to be left out. */
export function withoutTests(config: unknown): unknown {
  if (!isObject(config)) return config;
  const { resources, apps } = config;
  return {
    ...config,
    ...(Array.isArray(resources) && { resources: resources.map(untested) }),
    ...(Array.isArray(apps) && {
      apps: apps.map((app: unknown) =>
        isObject(app) ? { ...app, config: withoutTests(app['config']) } : app,
      ),
    }),
  };
}

function untested(resource: unknown): unknown {
  return isObject(resource) && resource['generate_tests'] === true
    ? { ...resource, generate_tests: false }
    : resource;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
