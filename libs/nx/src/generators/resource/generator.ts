import {
  formatFiles,
  joinPathFragments,
  logger,
  readProjectConfiguration,
  type Tree,
} from '@nx/devkit';

import { snakeCase } from '@rowhouse/python';

import { foundEntry, foundModels } from '../../workspace/found-models.js';
import { findConfig } from '../../workspace/find-config.js';
import { insertResource } from './insert-resource.js';
import { modelFile } from './model-file.js';
import { parseFields } from './fields.js';
import {
  jsonEntry,
  jsonnetEntry,
  jsonnetOf,
  offeredOperations,
  type ResourceEntry,
} from './resource-entry.js';
import type { ResourceGeneratorSchema } from './schema.js';

/**
 * Adds a resource to a project's config: of a model that is there, or with a new SQLAlchemy model.
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
  const operations = checkOperations(options.operations ?? offeredOperations);
  const tests = options.tests ?? true;
  const isJson = config.endsWith('.json');
  const found = await foundModels(tree, root);
  const existing = options.fields === undefined ? modelNamed(options, found) : undefined;
  if (existing !== undefined) {
    const { entry, notes } = await foundEntry(tree, root, existing);
    const { model, operations: all, ...others } = entry;
    const chosen = (all as readonly unknown[]).filter((each) => operations.includes(nameOf(each)));
    const value = { model, ...others, ...(tests && { generate_tests: true }), operations: chosen };
    const text = isJson ? JSON.stringify(value, null, 2) : jsonnetOf(value);
    insertResource(tree, config, existing, text);
    logger.info([`Takes the model that is there: ${existing}.`, ...notes].join('\n'));
  } else {
    const module = snakeCase(options.name);
    const entry: ResourceEntry = {
      model: options.model ?? `models.${module}.${options.name}`,
      fields: parseFields(options.fields ?? 'name:str'),
      operations,
      tests,
    };
    insertResource(tree, config, entry.model, isJson ? jsonEntry(entry) : jsonnetEntry(entry));
    if (options.model === undefined) {
      const path = joinPathFragments(root, 'models', `${module}.py`);
      addModel(tree, root, path, modelFile(options.name, module, entry.fields));
      if (found.length > 0) logger.info(`Models that are there: ${found.join(', ')}.`);
    }
  }
  if (!options.skipFormat) await formatFiles(tree);
}

export default resourceGenerator;

/** The model that is there and meant: the one of a path, else the only one of the class. */
function modelNamed(
  { name, model }: ResourceGeneratorSchema,
  found: readonly string[],
): string | undefined {
  if (model !== undefined) return found.find((each) => each === model);
  const named = found.filter((each) => each.endsWith(`.${name}`));
  if (named.length < 2) return named[0];
  throw new Error(`${name}: there are ${named.join(' and ')}. Choose with --model=${named[0]}.`);
}

function nameOf(operation: unknown): string {
  return typeof operation === 'string' ? operation : (operation as { readonly name: string }).name;
}

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
