export { buildOutputs, makerOf, type BuiltOutput } from './build.js';
export { checkOperations } from './check.js';
