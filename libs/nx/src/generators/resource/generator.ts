import { joinPathFragments, logger, readProjectConfiguration, type Tree } from '../../devkit.js';

import { formatFiles } from '../../workspace/format-files.js';

import { snakeCase } from '@rowhouse/python';

import { canAsk, chooseSome } from '../../workspace/ask.js';
import { chooseProject } from '../../workspace/choose-project.js';
import { foundEntry, foundModels } from '../../workspace/found-models.js';
import { findConfig } from '../../workspace/find-config.js';
import { chooseModel, classNameOf, isClassName, type ChosenModel } from './choose-model.js';
import { insertResource } from './insert-resource.js';
import { modelFile } from './model-file.js';
import { parseFields } from './fields.js';
import {
  jsonEntry,
  jsonnetEntry,
  jsonnetOf,
  offeredOperations,
  requiredBy,
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
  const project = await chooseProject(tree, options.project);
  const { root } = readProjectConfiguration(tree, project);
  const config = findConfig(tree, project, root);
  const found = await foundModels(tree, root);
  const isAsked = options.name === undefined && options.model === undefined;
  const chosen = isAsked ? await chooseModel(found, tree.read(config, 'utf8')!) : named(options);
  const operations = checkOperations(
    options.operations ?? (isAsked && canAsk() ? await askOperations() : offeredOperations),
  );
  const tests = options.tests ?? true;
  const isJson = config.endsWith('.json');
  const existing = chosen.fields === undefined ? modelNamed(chosen, found) : undefined;
  if (existing !== undefined) {
    const { entry, notes } = await foundEntry(tree, root, existing);
    const { model, operations: all, ...others } = entry;
    const kept = (all as readonly unknown[]).filter((each) => operations.includes(nameOf(each)));
    const value = { model, ...others, ...(tests && { generate_tests: true }), operations: kept };
    const text = isJson ? JSON.stringify(value, null, 2) : jsonnetOf(value);
    insertResource(tree, config, existing, text);
    logger.info([`Using the existing model ${existing}.`, ...notes].join('\n'));
  } else {
    const module = snakeCase(chosen.name);
    const entry: ResourceEntry = {
      model: chosen.model ?? `models.${module}.${chosen.name}`,
      fields: parseFields(chosen.fields ?? 'name:str'),
      operations,
      tests,
    };
    insertResource(tree, config, entry.model, isJson ? jsonEntry(entry) : jsonnetEntry(entry));
    if (chosen.model !== undefined) {
      logger.warn(
        `${chosen.model} was not found in ${root}. Check its path, and its fields in ${config}.`,
      );
    } else {
      const path = joinPathFragments(root, 'models', `${module}.py`);
      addModel(tree, root, path, modelFile(chosen.name, module, entry.fields));
      if (found.length > 0) logger.info(`Existing models: ${found.join(', ')}.`);
    }
  }
  if (!options.skipFormat) await formatFiles(tree);
}

export default resourceGenerator;

/** What the options say; the path of a model ends with its class. */
function named({ name, model, fields }: ResourceGeneratorSchema): ChosenModel {
  if (name !== undefined && !isClassName(name)) {
    throw new Error(
      `name: found '${name}', which is a Python keyword; expected the name of a class`,
    );
  }
  return {
    name: name ?? classNameOf(model!),
    ...(model !== undefined && { model }),
    ...(fields !== undefined && { fields }),
  };
}

function askOperations(): Promise<readonly string[]> {
  return chooseSome('Which operations should the API offer?', offeredOperations);
}

/** The model that is there and meant: the one of a path, else the only one of the class. */
function modelNamed({ name, model }: ChosenModel, found: readonly string[]): string | undefined {
  if (model !== undefined) return found.find((each) => each === model);
  const named = found.filter((each) => each.endsWith(`.${name}`));
  if (named.length < 2) return named[0];
  throw new Error(
    `${name}: found ${named.join(' and ')}. Choose one with --model, such as --model=${named[0]}.`,
  );
}

function nameOf(operation: unknown): string {
  return typeof operation === 'string' ? operation : (operation as { readonly name: string }).name;
}

function addModel(tree: Tree, root: string, path: string, text: string): void {
  if (tree.exists(path)) {
    if (tree.read(path, 'utf8') !== text) logger.warn(`Existing file, not changed: ${path}`);
    return;
  }
  if (!tree.exists(joinPathFragments(root, 'models', 'base.py'))) {
    throw new Error(
      `${joinPathFragments(root, 'models', 'base.py')} is missing, but ${path} needs to import Base from it. ` +
        `Add it, or set --model=package.module.Class to use an existing model.`,
    );
  }
  tree.write(path, text);
}

function checkOperations(operations: readonly string[]): readonly string[] {
  const chosen = offeredOperations.filter((operation) => operations.includes(operation));
  if (chosen.length === 0)
    throw new Error(`operations: expected at least one of ${offeredOperations.join(', ')}`);
  for (const operation of chosen) {
    const missing = requiredBy(operation).find((required) => !chosen.includes(required));
    if (missing !== undefined) throw new Error(`operations: ${operation} needs ${missing}`);
  }
  return chosen;
}
