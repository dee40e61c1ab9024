export { clean, previewClean } from './clean.js';
export { commit, preview, recover } from './commit.js';
export { DiskError, formatProblem, type Outcome, type Problem } from './errors.js';
export { nodeFileSystem, type FileSystem } from './file-system.js';
export { manifestName } from './names.js';
export { lookAgain, type Left, type Look, type Stamps } from './seen.js';
export { readManifest, type Manifest } from './plan/manifest.js';
export { previewRelease, release } from './release.js';
export {
  hasChanges,
  lostEdits,
  type Change,
  type CleanOptions,
  type CommitMode,
  type CommitOptions,
  type Files,
  type LostEdit,
  type Options,
  type Origin,
  type Plan,
} from './types.js';
