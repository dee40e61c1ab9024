import type { Tree } from '../../devkit.js';
import { CommandError } from '@rowhouse/core';

import { chooseProject } from '../../workspace/choose-project.js';
import { codegenTasks } from './codegen-tasks.js';
import { generateIntoTree } from './generate-into-tree.js';
import type { CodegenGeneratorSchema } from './schema.js';

/**
 * Generates a project's code. What the `codegen` target does, as a generator: `--dry-run` and
 * editors show the changes before they are made.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function codegenGenerator(tree: Tree, options: CodegenGeneratorSchema): Promise<void> {
  const project = await chooseProject(tree, options.project);
  const tasks = await codegenTasks(tree, (name) => name === project);
  if (tasks.length === 0) {
    const message = `${project} has no target that generates code`;
    const fix = 'Add a codegen.config.jsonnet next to its project.json.';
    throw new CommandError([{ code: 'no-config', message, fix }]);
  }
  for (const { task } of tasks) await generateIntoTree(tree, task);
}

export default codegenGenerator;
