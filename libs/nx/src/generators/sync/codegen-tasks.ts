import {
  createProjectGraphAsync,
  readProjectsConfigurationFromProjectGraph,
  type Tree,
} from '../../devkit.js';

import { describeTask, type Task } from '../../task/task.js';

/** A target that generates, with its project's name. */
export interface CodegenTask {
  readonly projectName: string;
  readonly task: Task;
}

/**
 * Every target of the workspace that generates, inferred ones included, sorted by project.
 *
 * @throws CommandError when a project has no config, or two.
 */
export async function codegenTasks(tree: Tree): Promise<readonly CodegenTask[]> {
  const graph = await createProjectGraphAsync();
  const projectsConfigurations = readProjectsConfigurationFromProjectGraph(graph);
  const context = { root: tree.root, projectsConfigurations };
  return Object.keys(projectsConfigurations.projects)
    .sort()
    .flatMap((projectName) => {
      const targets = projectsConfigurations.projects[projectName]!.targets ?? {};
      return Object.values(targets)
        .filter(({ executor }) => executor === '@rowhouse/nx:codegen')
        .map((target) => ({
          projectName,
          task: describeTask(target.options ?? {}, context, { projectName, target }),
        }));
    });
}
