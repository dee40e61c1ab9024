export { buildOutputs, makerOf, type BuiltOutput } from './build.js';
export { checkOperations, pathOfEntry } from './check.js';
