import { resolve } from 'node:path';

import { configJsonSchema } from '../catalog/index.js';
import { findInstalled, loadTarget, type ProjectOptions } from './project.js';

/** What {@link configSchemaJson} is told. */
export type SchemaOptions = Pick<ProjectOptions, 'target' | 'cwd' | 'plugins' | 'command'>;

/**
 * The JSON Schema (draft 2020-12) of a target's config, operation entries included, for editors.
 *
 * @throws CommandError when the target cannot be chosen or loaded.
 */
export async function configSchemaJson(
  options: SchemaOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const installed = findInstalled(options, resolve(options.cwd ?? process.cwd()));
  const { target, catalog } = await loadTarget(installed, options.target);
  return configJsonSchema(target, catalog);
}
