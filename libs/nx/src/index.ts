/**
 * The Nx plugin: `"plugins": ["@rowhouse/nx"]` in `nx.json` gives each project that has a config its
 * targets. Nx loads this module whenever it makes the project graph, so it imports little.
 */
export { createDependencies } from './plugin/create-dependencies.js';
export { createNodes } from './plugin/create-nodes.js';
export { afterTasks as postTasksExecution } from './plugin/after-tasks.js';
export type { RowhousePluginOptions } from './plugin/options.js';

/** The plugin's name, as Nx shows it. */
export const name = '@rowhouse/nx';
