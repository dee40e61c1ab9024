export { differencesFrom, pull, type Pulled, type PullOptions } from './pull.js';
