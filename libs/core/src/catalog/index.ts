export { Catalog, type InstalledOperation } from './catalog.js';
export { configJsonSchema } from './config-json-schema.js';
