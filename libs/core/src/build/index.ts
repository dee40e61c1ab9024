export { buildOutputs, makerOf, type BuiltOutput } from './build.js';
export { checkOperations, pathOfBuilt, pathOfEntry } from './check.js';
export { groupOutputs } from './group.js';
