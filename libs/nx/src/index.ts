/**
 * The Nx plugin: `"plugins": ["@rowhouse/nx"]` in `nx.json` gives each project that has a config its
 * targets. Nx loads this module whenever it makes the project graph, so it imports little.
 */
export { createNodes } from './plugin/create-nodes.js';
export type { RowhousePluginOptions } from './plugin/options.js';

/** The plugin's name, as Nx shows it. */
export const name = '@rowhouse/nx';
