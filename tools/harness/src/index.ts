export {
  createDatabase,
  installedPostgres,
  startPostgres,
  type PostgresServer,
  type TemporaryDatabase,
} from './postgres.js';
export { startPostgrest, type PostgrestOptions, type PostgrestServer } from './postgrest.js';
export { ensureOtherPostgres } from './other-postgres.js';
export {
  ensureOtherPython,
  ensurePython,
  hypothesisFolder,
  installedPythons,
  pythonProgram,
} from './python.js';
export { startApi, type Api, type ApiOptions } from './api.js';
export { freePort } from '@rowhouse/schema/embedded';
export { startBrowser } from './browser.js';
