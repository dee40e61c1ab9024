import type { Stats } from 'node:fs';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it, vi } from 'vitest';

import { commit, lookAgain, nodeFileSystem, type FileSystem, type Left } from '../src/index.js';
import { temporaryDirectory } from './temporary-directory.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes it so long since a file changed. */
function rest(file: string, milliseconds: number): void {
  vi.spyOn(Date, 'now').mockReturnValue(statSync(file).ctimeMs + milliseconds);
}

/** Commits a file; `again` looks as a later process does, with what the last look saw. */
async function committed(fs: FileSystem = nodeFileSystem) {
  const root = join(temporaryDirectory(), 'out');
  const { root: real, manifest, orphans } = await commit(root, [['a.txt', 'first']]);
  let left: Left = { root: real, manifest: manifest!, orphans, stamps: {} };
  const again = async () => {
    const look = await lookAgain(root, left, { fs });
    if (look) left = { ...left, stamps: look.stamps };
    return look;
  };
  return { file: join(root, 'a.txt'), again };
}

it('reads a file until it has rested, then goes by its size and times', async () => {
  const { file, again } = await committed();
  rest(file, 1900);
  expect(await again()).toMatchObject({ hasRead: true });
  expect(await again()).toMatchObject({ files: ['a.txt'], stamps: {}, hasRead: true });
  rest(file, 2100);
  expect(await again()).toMatchObject({ hasRead: true });
  expect(await again()).toMatchObject({ files: ['a.txt'], hasRead: false });
});

it('finds an edit after which the size and the time are what they were', async () => {
  const { file, again } = await committed();
  utimesSync(file, 1, 1);
  rest(file, 2100);
  await again();
  expect(await again()).toMatchObject({ hasRead: false });
  writeFileSync(file, 'other');
  utimesSync(file, 1, 1);
  expect(await again()).toBeUndefined();
});

it('finds an edit where times have steps of two seconds', async () => {
  const coarse = (time: number) => time - (time % 2000);
  const lstatSync = ((...args: Parameters<FileSystem['lstatSync']>) => {
    const stats = nodeFileSystem.lstatSync(...args) as Stats | undefined;
    if (!stats || typeof stats.size === 'bigint') return stats;
    const { mtimeMs, ctimeMs } = stats;
    return Object.assign(stats, { mtimeMs: coarse(mtimeMs), ctimeMs: coarse(ctimeMs) });
  }) as FileSystem['lstatSync'];
  const { file, again } = await committed({ ...nodeFileSystem, lstatSync });
  expect(await again()).toBeDefined();
  writeFileSync(file, 'other');
  expect(await again()).toBeUndefined();
});
