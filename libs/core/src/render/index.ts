export { renderFiles, renderSection } from './render.js';
export { Templates } from './templates.js';
export { makeTree, type Tree } from './tree.js';
