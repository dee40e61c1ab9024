/** Names that this room uses inside and beside an output directory. */

/** The list of generated files, in the output root. */
export const manifestName = '.rowhouse.json';

/** Holds staged files and the journal while a commit runs, in the output root. */
export const stageName = '.rowhouse-stage';

/** Starts the name of a lock's flag, in the output root; a holder's token follows. */
export const flagPrefix = '.rowhouse-lock-';

/** Starts the name of an output root that is coming or going, beside it; a token follows. */
export const limboPrefix = '.rowhouse-root-';

/** Whether an entry of the output root serves a run in progress and is no output. */
export function isTransient(name: string): boolean {
  return name === stageName || name.startsWith(flagPrefix);
}

/** Whether a generated file may not have this name, since it would stand in our own way. */
export function isReserved(foldedName: string): boolean {
  return foldedName === manifestName || foldedName.startsWith('.rowhouse-');
}
