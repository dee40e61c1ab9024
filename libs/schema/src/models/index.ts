/** SQLAlchemy models of tables and views. */
export {
  compareModels,
  packageFiles,
  writeModels,
  type ModelFiles,
  type ModelsDifference,
} from './file.js';
export { modelsModule, modelsPackage } from './module.js';
