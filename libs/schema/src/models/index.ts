/** SQLAlchemy models of tables and views. */
export { compareModels, writeModels, type ModelsDifference } from './file.js';
export { modelsModule } from './module.js';
