/** What a run needs that has nothing to do, and no more: the rest is loaded on demand. */
export { hasChanges, lostEdits, manifestName } from '@rowhouse/disk';
export { CommandError } from './errors/errors.js';
export { generate } from './engine/generate.js';
