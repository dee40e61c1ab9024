/** The text of a Jsonnet config with one resource, whose fields come from an expression. */
export function config(fields = `[{ name: 'title', type: 'str' }]`, rest = ''): string {
  return `{
  version: '1',
  module: 'blog',
  ${rest}
  resources: [
    { model: 'models.Post', operations: [{ name: 'get', fields: ${fields} }] },
  ],
}
`;
}

/** A list of one string field, as a Jsonnet expression. */
export function field(name: string): string {
  return `[{ name: '${name}', type: 'str' }]`;
}

/** The files of a project `name` in `apps/name`. */
export function project(name: string, text = config()): Record<string, string> {
  return {
    // Most have no module of models: their configs say all types.
    [`apps/${name}/project.json`]: JSON.stringify({
      name,
      targets: { 'codegen-validate': { options: { strict: false } } },
    }),
    [`apps/${name}/codegen.config.jsonnet`]: text,
  };
}

/** Where a project's response schemas are generated. */
export function schemas(name: string): string {
  return `apps/${name}/_generated/blog/schemas/post.py`;
}
