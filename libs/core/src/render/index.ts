export type { Conflict } from './conflicts.js';
export { renderFiles } from './render.js';
export { makeTree, type Tree } from './tree.js';
