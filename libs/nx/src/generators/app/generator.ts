import { join } from 'node:path';

import {
  addProjectConfiguration,
  formatFiles,
  joinPathFragments,
  logger,
  type GeneratorCallback,
  type ProjectConfiguration,
  type Tree,
} from '@nx/devkit';

import { foundConfig, foundModels } from '../../workspace/found-models.js';
import { initGenerator } from '../init/generator.js';
import { addMissingFiles } from '../../workspace/add-missing-files.js';
import type { AppGeneratorSchema } from './schema.js';

const TEMPLATES = join(import.meta.dirname, '../../../src/generators/app/files');

/**
 * Creates a FastAPI project that serves and whose tests pass once `codegen` has run. A file that is
 * there already stays as it is, and is named when it differs. Models that are there get a resource each.
 */
export async function appGenerator(
  tree: Tree,
  options: AppGeneratorSchema,
): Promise<GeneratorCallback> {
  const { name } = options;
  const format = options.format ?? 'jsonnet';
  const module = options.module ?? name.replaceAll('-', '_');
  const directory = joinPathFragments(options.directory ?? `apps/${name}`);
  checkDirectory(directory);
  const install = await initGenerator(tree, {
    skipFormat: true,
    ...(options.skipPackageJson !== undefined && { skipPackageJson: options.skipPackageJson }),
  });
  if (!tree.exists(joinPathFragments(directory, 'project.json'))) {
    addProjectConfiguration(tree, name, project(directory, options.tags));
  }
  const words = { name, module, directory, format };
  const config = joinPathFragments(directory, `codegen.config.${format}`);
  const isThere = tree.exists(config);
  const kept = [join(TEMPLATES, 'common'), join(TEMPLATES, format)].flatMap((folder) =>
    addMissingFiles(tree, folder, directory, words),
  );
  if (kept.length > 0) logger.warn(`Kept as they are: ${kept.join(', ')}`);
  const found = isThere ? [] : await foundModels(tree, directory);
  if (found.length > 0) {
    const { text, notes } = await foundConfig(tree, directory, format);
    tree.write(config, text);
    logger.info(
      [`The config has the models that are there: ${found.join(', ')}.`, ...notes].join('\n'),
    );
  }
  if (!options.skipFormat) await formatFiles(tree);
  return install;
}

export default appGenerator;

function checkDirectory(directory: string): void {
  if (!directory.startsWith('..') && !directory.startsWith('/') && directory !== '.') return;
  throw new Error(`directory: found '${directory}', expected a folder inside the workspace`);
}

/** Codegen's own targets are inferred; these use what it makes. */
function project(directory: string, tags: string | undefined): ProjectConfiguration {
  return {
    root: directory,
    sourceRoot: directory,
    projectType: 'application',
    ...(tags !== undefined && { tags: tags.split(',').map((tag) => tag.trim()) }),
    targets: {
      serve: {
        command: 'python -m uvicorn main:app --reload',
        options: { cwd: '{projectRoot}' },
        continuous: true,
        dependsOn: ['codegen'],
        metadata: { description: 'Serve the API, and reload it on every change' },
      },
      test: {
        command: 'python -m pytest',
        options: { cwd: '{projectRoot}' },
        dependsOn: ['codegen'],
        cache: true,
        inputs: ['default', '^default', 'generated', { env: 'TEST_DATABASE_URL' }],
        metadata: { description: 'Run the tests, generated ones included' },
      },
    },
  };
}
