import { nodeFileSystem, type FileSystem } from '../src/file-system.js';

/** A call that changes the disk, or makes a change lasting. */
export interface MutatingCall {
  /** Counts from 1. */
  readonly index: number;
  readonly name: keyof FileSystem;
  readonly arguments: readonly unknown[];
}

const mutating = new Set<PropertyKey>([
  'fchmodSync',
  'fsync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
  'writeSync',
]);

/**
 * The real file system, with a look at every mutating call before it happens; the look may throw. It
 * never waits for the fs: a process that dies loses nothing that it has handed to the system.
 */
export function watchedFileSystem(look: (call: MutatingCall) => void): FileSystem {
  let index = 0;
  return new Proxy(nodeFileSystem, {
    get(fs, name: keyof FileSystem) {
      const method = fs[name] as (...parameters: unknown[]) => unknown;
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
export function countingFileSystem(): { fs: FileSystem; calls: MutatingCall[] } {
  const calls: MutatingCall[] = [];
  return { calls, fs: watchedFileSystem((call) => void calls.push(call)) };
}

/** An error as the system gives it. */
export function systemError(code: string, call: MutatingCall): Error {
  const error = new Error(`${code}: injected, ${call.name}`);
  return Object.assign(error, { code, errno: -1, syscall: call.name.replace('Sync', '') });
}
