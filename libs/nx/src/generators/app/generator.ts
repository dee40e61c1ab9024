import { join } from 'node:path';

import {
  addProjectConfiguration,
  getProjects,
  joinPathFragments,
  logger,
  updateJson,
  type GeneratorCallback,
  type ProjectConfiguration,
  type TargetConfiguration,
  type Tree,
} from '../../devkit.js';

import { formatFiles } from '../../workspace/format-files.js';
import { isKeyword } from '@rowhouse/python';

import { foundConfig, foundModels } from '../../workspace/found-models.js';
import { initGenerator } from '../init/generator.js';
import { ignore } from '../init/git-ignore.js';
import { addMissingFiles } from '../../workspace/add-missing-files.js';
import { pythonTools } from '../../workspace/python-tools.js';
import type { AppGeneratorSchema } from './schema.js';
import { freePort, portOf } from './free-port.js';
import { appTargets, askedTargets } from './targets.js';
import { joinUvWorkspace, lockPackages } from './uv.js';

const TEMPLATES = join(import.meta.dirname, '../../../src/generators/app/files');

/** What Python leaves in a project: none of it is to be committed, nor to change a hash. */
const LEAVINGS = ['.venv/', '__pycache__/', '*.egg-info/'];

/**
 * Creates a FastAPI project that serves and whose tests pass once `codegen` has run. A file that is
 * there already stays as it is, and is named when it differs. Models that are there get a resource each.
 */
export async function appGenerator(
  tree: Tree,
  options: AppGeneratorSchema,
): Promise<GeneratorCallback> {
  const { name } = options;
  const { format = 'jsonnet', migrations = 'none', docker = false } = options;
  const module = options.module ?? name.replaceAll('-', '_');
  const directory = joinPathFragments(options.directory ?? `apps/${name}`);
  checkDirectory(directory);
  checkModule(module);
  checkName(tree, name, directory);
  const install = await initGenerator(tree, {
    skipFormat: true,
    ...(options.skipPackageJson !== undefined && { skipPackageJson: options.skipPackageJson }),
  });
  const tools = pythonTools(tree, options.python);
  const usesUv = tools.installer === 'uv';
  const isMember = usesUv && joinUvWorkspace(tree, directory);
  const own = getProjects(tree).get(name)?.targets?.['serve'];
  const port = portOf(own) ?? freePort(tree);
  if (tree.exists(joinPathFragments(directory, 'project.json'))) {
    addTargets(tree, directory, askedTargets(tools, { migrations, docker }));
  } else {
    addProjectConfiguration(tree, name, {
      root: directory,
      sourceRoot: directory,
      projectType: 'application',
      tags: tagsOf(options, module),
      targets: appTargets(tools, { isLockedAbove: isMember, port, migrations, docker }),
    });
    for (const pattern of [...LEAVINGS, `/${directory}/openapi.json`]) ignore(tree, pattern);
  }
  const nx = tree.exists('package.json') ? 'npx nx' : './nx';
  const words = {
    name,
    module,
    directory,
    format,
    installer: tools.installer,
    nx,
    port: String(port),
    migrations,
    lock: isMember ? 'workspace' : 'project',
  };
  const config = joinPathFragments(directory, `codegen.config.${format}`);
  const isThere = tree.exists(config);
  const folders = [
    'common',
    format,
    migrations === 'alembic' ? 'alembic' : 'tables',
    ...(docker ? ['docker'] : []),
  ];
  const kept = folders.flatMap((folder) =>
    addMissingFiles(tree, join(TEMPLATES, folder), directory, words),
  );
  if (docker) kept.push(...addMissingFiles(tree, join(TEMPLATES, 'docker-context'), '.', words));
  if (kept.length > 0) logger.warn(`Existing files, not changed: ${kept.join(', ')}`);
  const found = isThere ? [] : await foundModels(tree, directory);
  if (found.length > 0) {
    const { text, notes } = await foundConfig(tree, directory, format);
    tree.write(config, text);
    logger.info(
      [`Existing models, added to the config: ${found.join(', ')}.`, ...notes].join('\n'),
    );
  }
  if (!options.skipFormat) await formatFiles(tree);
  return async () => {
    await install();
    if (usesUv) lockPackages(tree.root, directory);
  };
}

export default appGenerator;

/** Adds targets to an existing project, which keeps its own. */
function addTargets(
  tree: Tree,
  directory: string,
  targets: Readonly<Record<string, TargetConfiguration>>,
): void {
  updateJson<ProjectConfiguration>(
    tree,
    joinPathFragments(directory, 'project.json'),
    ({ targets: own, ...project }) => ({
      ...project,
      targets: { ...targets, ...own },
    }),
  );
}

/** Those that are asked for, or what boundary rules and `nx affected --projects=tag:…` commonly ask about. */
function tagsOf({ tags }: AppGeneratorSchema, module: string): string[] {
  if (tags === undefined) return ['lang:python', 'type:service', `scope:${module}`];
  return tags.split(',').map((tag) => tag.trim());
}

/** Nx reads no workspace in which two projects have one name. */
function checkName(tree: Tree, name: string, directory: string): void {
  const root = getProjects(tree).get(name)?.root;
  if (root === undefined || root === directory) return;
  throw new Error(
    `name: found '${name}', which is the project in ${root}. Choose another name, ` +
      `or set --directory=${root} to add what that project lacks.`,
  );
}

function checkModule(module: string): void {
  if (!isKeyword(module)) return;
  throw new Error(
    `module: found '${module}', which is a Python keyword. Set another with --module.`,
  );
}

function checkDirectory(directory: string): void {
  if (!directory.startsWith('..') && !directory.startsWith('/') && directory !== '.') return;
  throw new Error(`directory: found '${directory}', expected a folder inside the workspace`);
}
