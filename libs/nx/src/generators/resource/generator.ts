import {
  formatFiles,
  joinPathFragments,
  logger,
  readProjectConfiguration,
  type Tree,
} from '@nx/devkit';

import { snakeCase } from '@rowhouse/python';

import { findConfig } from './find-config.js';
import { insertResource } from './insert-resource.js';
import { modelFile } from './model-file.js';
import { parseFields } from './fields.js';
import { offeredOperations, type ResourceEntry } from './resource-entry.js';
import type { ResourceGeneratorSchema } from './schema.js';

/**
 * Adds a resource to a project's config, and a SQLAlchemy model for it unless one is named or there.
 * The config keeps its comments and layout. Run again with the same name, it changes nothing.
 *
 * @throws Error when the config has no `resources: [ … ]` to add to; it shows what to add by hand.
 */
export async function resourceGenerator(
  tree: Tree,
  options: ResourceGeneratorSchema,
): Promise<void> {
  const { root } = readProjectConfiguration(tree, options.project);
  const config = findConfig(tree, options.project, root);
  const module = snakeCase(options.name);
  const entry: ResourceEntry = {
    model: options.model ?? `models.${module}.${options.name}`,
    fields: parseFields(options.fields ?? 'name:str'),
    operations: checkOperations(options.operations ?? offeredOperations),
    tests: options.tests ?? true,
  };
  insertResource(tree, config, entry);
  if (options.model === undefined) {
    const path = joinPathFragments(root, 'models', `${module}.py`);
    addModel(tree, root, path, modelFile(options.name, module, entry.fields));
  }
  if (!options.skipFormat) await formatFiles(tree);
}

export default resourceGenerator;

function addModel(tree: Tree, root: string, path: string, text: string): void {
  if (tree.exists(path)) {
    if (tree.read(path, 'utf8') !== text) logger.warn(`Kept as it is: ${path}`);
    return;
  }
  if (!tree.exists(joinPathFragments(root, 'models', 'base.py'))) {
    throw new Error(
      `${joinPathFragments(root, 'models', 'base.py')} is missing, which ${path} would import Base from. ` +
        `Add it, or name a model of yours with --model=package.module.Class.`,
    );
  }
  tree.write(path, text);
}

function checkOperations(operations: readonly string[]): readonly string[] {
  const chosen = offeredOperations.filter((operation) => operations.includes(operation));
  if (chosen.length === 0)
    throw new Error(`operations: choose some of ${offeredOperations.join(', ')}`);
  if (chosen.includes('list') && !chosen.includes('get')) {
    throw new Error('operations: list needs get');
  }
  return chosen;
}
