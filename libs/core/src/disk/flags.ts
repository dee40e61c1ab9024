import { join } from 'node:path';

import type { Disk } from './disk.js';
import { onDisk, unless } from './error.js';
import { formatHolder, isDead, parseHolder, type Holder } from './holder.js';
import { flagPrefix } from './names.js';

/** A flag found in an output root. */
export interface Flag {
  readonly name: string;
  /** Undefined when another version made it. */
  readonly holder: Holder | undefined;
  readonly dead: boolean;
}

export function flagName(holder: Holder): string {
  return flagPrefix + formatHolder(holder);
}

/**
 * The flags in a directory, who asked first coming first.
 *
 * @returns undefined when the directory is not there.
 */
export function readFlags(directory: string, disk: Disk): Flag[] | undefined {
  let names: string[] | undefined;
  onDisk('read', directory, () => {
    unless(['ENOENT', 'ENOTDIR'], () => {
      names = disk.readdirSync(directory);
    });
  });
  return names
    ?.filter((name) => name.startsWith(flagPrefix))
    .sort()
    .map((name) => {
      const holder = parseHolder(name.slice(flagPrefix.length));
      return { name, holder, dead: holder !== undefined && isDead(holder) };
    });
}

/** @returns false when the directory is not there. */
export function raiseFlag(directory: string, holder: Holder, disk: Disk): boolean {
  let raised = false;
  onDisk('write', directory, () => {
    unless(['ENOENT', 'ENOTDIR'], () => {
      disk.closeSync(disk.openSync(join(directory, flagName(holder)), 'wx', 0o666));
      raised = true;
    });
  });
  return raised;
}

export function removeFlag(directory: string, name: string, disk: Disk): void {
  onDisk('remove', join(directory, name), () => {
    unless(['ENOENT', 'ENOTDIR'], () => disk.unlinkSync(join(directory, name)));
  });
}
