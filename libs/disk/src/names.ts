/** The list of generated files, in the output root. */
export const manifestName = '.rowhouse.json';

/** Holds new files, old files and the journal while a commit runs, in the output root. */
export const stageName = '.rowhouse-stage';

/** Starts the name of a lock file, in the output root; its owner follows. */
export const lockPrefix = '.rowhouse-lock-';

/** Starts the name of an output root that is being made or removed, beside it; its owner follows. */
export const rootPrefix = '.rowhouse-root-';

/** Whether an entry of the output root serves a run in progress and is no output. */
export function isTransient(name: string): boolean {
  return name === stageName || name.startsWith(lockPrefix);
}

/** Whether a generated file may not have this name. */
export function isReserved(foldedName: string): boolean {
  return foldedName === manifestName || foldedName.startsWith('.rowhouse-');
}
