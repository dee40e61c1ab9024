/** The way to the disk: a plan says what differs, a commit makes it so, all or nothing. */
export { cleanOutput, previewClean } from './clean.js';
export { nodeDisk, type Disk } from './disk.js';
export { DiskError } from './error.js';
export { recover } from './lock.js';
export { manifestName } from './names.js';
export { hasChanges } from './plan.js';
export { refuseToFill } from './protection.js';
export type {
  Change,
  CleanContext,
  CleanOptions,
  CommitMode,
  GeneratedFiles,
  LockOptions,
  Origin,
  Plan,
  PlanOptions,
  WriteOptions,
} from './types.js';
export { previewOutput, writeOutput } from './write.js';
