import { join, posix } from 'node:path';

import {
  logger,
  readProjectConfiguration,
  updateJson,
  type GeneratorCallback,
  type Tree,
} from '../../devkit.js';

import { addMissingFiles } from '../../workspace/add-missing-files.js';
import { addPackages, installation } from '../../workspace/add-packages.js';
import { chooseProject } from '../../workspace/choose-project.js';
import { findConfig } from '../../workspace/find-config.js';
import { formatFiles } from '../../workspace/format-files.js';
import { ownRange } from '../../workspace/own-range.js';
import { insertClient, type ClientEntry } from './insert-client.js';
import type { ClientGeneratorSchema } from './schema.js';

const TEMPLATES = join(import.meta.dirname, '../../../src/generators/client/files');

/**
 * Creates a library for the TypeScript client of a project's API, and says in the config where the client goes. Files
 * that are there already stay as they are.
 */
export async function clientGenerator(
  tree: Tree,
  options: ClientGeneratorSchema,
): Promise<GeneratorCallback> {
  const project = await chooseProject(tree, options.project);
  const { root, tags = [] } = readProjectConfiguration(tree, project);
  const config = findConfig(tree, project, root);
  const library = posix.normalize(options.directory ?? `libs/${project}-client`).replace(/\/$/, '');
  const { query, validation } = options;
  const entry: ClientEntry = {
    out: posix.relative(root, `${library}/src/generated`),
    ...(query !== undefined && { query }),
    ...(validation !== undefined && { validation }),
  };
  if (!insertClient(tree, config, entry)) {
    logger.info(`${config} already has a client.`);
    return () => undefined;
  }
  const name = posix.basename(library);
  const scope = tags.filter((tag) => tag.startsWith('scope:'));
  const words = {
    name,
    project,
    root: library,
    toRoot: `${posix.relative(library, '')}/`,
    tags: JSON.stringify(['lang:typescript', 'type:client', ...scope]),
  };
  const kept = addMissingFiles(tree, TEMPLATES, library, words);
  if (kept.length > 0) logger.warn(`Existing files, not changed: ${kept.join(', ')}`);
  addPath(tree, name, `${library}/src/index.ts`);
  logger.info(`To generate the client, run:\n  nx run ${project}:codegen-client`);
  if (!options.skipPackageJson) addOwnPackages(tree, options);
  if (!options.skipFormat) await formatFiles(tree);
  // Also where all packages are there: the library may be one of the workspaces that the lock file lists.
  return options.skipPackageJson ? () => undefined : installation(tree);
}

export default clientGenerator;

/** Where imports of libraries are resolved by paths, those of this one are, too. */
function addPath(tree: Tree, name: string, index: string): void {
  if (!tree.exists('tsconfig.base.json')) return;
  updateJson<{ compilerOptions?: { paths?: Record<string, string[]> } }>(
    tree,
    'tsconfig.base.json',
    (json) => {
      const { compilerOptions = {} } = json;
      const paths = { [name]: [index], ...compilerOptions.paths };
      return { ...json, compilerOptions: { ...compilerOptions, paths } };
    },
  );
}

function addOwnPackages(tree: Tree, { query, validation }: ClientGeneratorSchema): void {
  const used = {
    ...(query !== undefined && {
      [`@tanstack/${query.slice('tanstack-'.length)}-query`]: '^5.0.0',
    }),
    ...(validation !== undefined && { zod: '^4.0.0' }),
  };
  const own = { '@rowhouse/client': ownRange(tree) };
  addPackages(tree, own, used);
}
