export { discover } from './discover.js';
export { findWorkspaceRoot } from './packages.js';
export { declare, type DeclaredTarget, type Installed, type Plugin } from './plugin.js';
export { selectTarget, targetNames } from './select.js';
