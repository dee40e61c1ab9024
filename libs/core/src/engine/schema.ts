import { dirname, resolve } from 'node:path';

import { configJsonSchema } from '../catalog/index.js';
import { loadConfig } from '../config/index.js';
import { findInstalled, loadTarget, surroundingsOf, type ProjectOptions } from './project.js';

/** What {@link configSchemaJson} is told. */
export interface SchemaOptions extends Pick<
  ProjectOptions,
  'target' | 'cwd' | 'plugins' | 'command'
> {
  /** Path of a config, relative to `cwd`: the schema then has what the project around it has. */
  readonly config?: string;
}

/**
 * The JSON Schema (draft 2020-12) of a target's config, operation entries included, for editors.
 *
 * @throws CommandError when the target cannot be chosen or loaded; ConfigError for a config that does not
 *   evaluate.
 */
export async function configSchemaJson(
  options: SchemaOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const path = options.config === undefined ? undefined : resolve(cwd, options.config);
  const directory = path === undefined ? cwd : dirname(path);
  const { target, catalog } = await loadTarget(findInstalled(options, directory), options.target);
  const schema = configJsonSchema(target, catalog);
  if (path === undefined) return schema;
  const { value } = loadConfig(path, cwd);
  const surroundings = surroundingsOf(directory, catalog, cwd);
  return (await target.sources?.completeSchema(schema, value, surroundings)) ?? schema;
}
