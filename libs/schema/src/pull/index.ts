export { readPulled, writePulled } from './files.js';
export { differencesFrom, isFolder, pull, type Pulled, type PullOptions } from './pull.js';
