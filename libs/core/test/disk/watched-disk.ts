import { nodeDisk, type Disk } from '../../src/disk/disk.js';

/** A call that changes the disk, or makes a change lasting. */
export interface MutatingCall {
  /** Counts from 1. */
  readonly index: number;
  readonly name: keyof Disk;
  readonly arguments: readonly unknown[];
}

const mutating = new Set<PropertyKey>([
  'fchmodSync',
  'fsync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'unlinkSync',
  'writeSync',
]);

/**
 * The real file system, with a look at every mutating call before it happens; the look may throw. It
 * never waits for the disk: a process that dies loses nothing that it has handed to the system.
 */
export function watchedDisk(look: (call: MutatingCall) => void): Disk {
  let index = 0;
  return new Proxy(nodeDisk, {
    get(disk, name: keyof Disk) {
      const method = disk[name] as (...parameters: unknown[]) => unknown;
      return (...parameters: unknown[]): unknown => {
        if (mutating.has(name) || (name === 'openSync' && parameters[1] !== 'r')) {
          look({ index: ++index, name, arguments: parameters });
        }
        return /^fsync/.test(name) ? undefined : method(...parameters);
      };
    },
  });
}

/** Counts the mutating calls. */
export function countingDisk(): { disk: Disk; calls: MutatingCall[] } {
  const calls: MutatingCall[] = [];
  return { calls, disk: watchedDisk((call) => void calls.push(call)) };
}

/** An error as the system gives it. */
export function systemError(code: string, call: MutatingCall): Error {
  const error = new Error(`${code}: injected, ${call.name}`);
  return Object.assign(error, { code, errno: -1, syscall: call.name.replace('Sync', '') });
}
