export { renderFiles } from './render.js';
export { makeTree, type Tree } from './tree.js';
