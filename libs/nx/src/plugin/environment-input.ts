import { posix } from 'node:path';

import type { Input, Toolchain } from './toolchain.js';

const PROGRAM = 'dist/task/environment.js';

/**
 * The input for a file of a virtual environment that holds absolute paths, which differ between clones: what it says
 * without them. Undefined for other files.
 *
 * @param path POSIX, relative to the workspace root; `*` stands for any name.
 */
export function environmentInput(path: string, toolchain: Toolchain): Input | undefined {
  const name = posix.basename(path);
  if (name !== '*.pth' && name !== 'pyvenv.cfg') return undefined;
  const of = name === 'pyvenv.cfg' ? path : posix.dirname(path);
  return { runtime: `node ${toolchain.pathOf(PROGRAM)} "${of}"` };
}

/** The file that such an input stands for; undefined for other inputs. */
export function environmentFile(input: Input): string | undefined {
  if (typeof input === 'string' || !('runtime' in input)) return undefined;
  return /\/environment\.js "(.+)"$/.exec(input.runtime)?.[1];
}
