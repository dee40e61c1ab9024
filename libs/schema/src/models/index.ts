/** SQLAlchemy models of tables and views. */
export { packageFiles, writeModels } from './file.js';
export { modelsModule, modelsPackage } from './module.js';
