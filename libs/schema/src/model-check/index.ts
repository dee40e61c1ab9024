/** Models that were written by hand, against a database. */
export { checkModels, type CheckModelsOptions } from './check-models.js';
export { describeModelDrift, type ModelDrift } from './findings.js';
