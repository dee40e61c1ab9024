import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { recover, writeOutput } from '../../src/disk/index.js';
import { lay, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';

/** What a checked-out repository could bring along to make a run write outside the output. */
describe('a forged journal', () => {
  const forged = (steps: object) => ({
    'out/.rowhouse-stage/journal.json': JSON.stringify({
      version: 1,
      deletes: [],
      oldDirectories: [],
      newDirectories: [],
      puts: [],
      ...steps,
    }),
    'out/.rowhouse-stage/new-0': 'evil',
  });

  it.each([
    ['a removal outside', { deletes: ['../victim'] }],
    ['an absolute removal', { deletes: ['/victim'] }],
    ['a file outside', { puts: [{ path: '../victim', replaces: false }] }],
    ['a hidden way out', { puts: [{ path: 'a/../../victim', replaces: true }] }],
    ['a directory outside', { newDirectories: ['../made'] }],
    ['the removal of a directory outside', { oldDirectories: [{ path: '../empty', mode: 0 }] }],
    ['the stage itself', { puts: [{ path: '.rowhouse-stage/journal.json', replaces: true }] }],
    ['no lists', { puts: 'x' }],
    ['another version', { version: 2 }],
  ])('with %s is not followed', async (_, steps) => {
    const base = temporaryDirectory();
    lay(base, { victim: 'mine', 'empty/': '', ...forged(steps) });
    const before = snapshot(base);
    await expect(recover(join(base, 'out'))).rejects.toMatchObject({ code: 'JOURNAL' });
    await expect(writeOutput(join(base, 'out'), [['a.py', 'a']], { mode: 'keep' })).rejects.toThrow(
      `delete ${join(base, 'out/.rowhouse-stage')} and generate again`,
    );
    expect(snapshot(base)).toEqual(before);
  });

  it.each([
    ['put', { puts: [{ path: 'link/x', replaces: false }] }],
    ['replace', { puts: [{ path: 'link/victim', replaces: true }] }],
    ['remove', { deletes: ['link/victim'] }],
    ['make a directory', { newDirectories: ['link/made'] }],
    [
      'take a file back',
      {
        puts: [
          { path: 'is-missing/x', replaces: false },
          { path: 'link/victim', replaces: false },
        ],
      },
    ],
    ['remove a directory', { oldDirectories: [{ path: 'link/empty', mode: 0 }] }],
  ])('does not %s through a link', async (_, steps) => {
    const base = temporaryDirectory();
    lay(base, { 'outside/victim': 'mine', 'outside/empty/': '', ...forged(steps) });
    symlinkSync(join(base, 'outside'), join(base, 'out/link'));
    await recover(join(base, 'out')).catch(() => undefined);
    expect(snapshot(join(base, 'outside'))).toEqual({ victim: 'mine', 'empty/': '' });
  });
});

it('a stage that is a link or a file is left alone', async () => {
  const base = temporaryDirectory();
  lay(base, { 'outside/journal.json': '{}', 'outside/x': 'mine' });
  mkdirSync(join(base, 'out'));
  symlinkSync(join(base, 'outside'), join(base, 'out/.rowhouse-stage'));
  const before = snapshot(base);
  await expect(recover(join(base, 'out'))).rejects.toThrow('stands in the way; remove it');
  expect(snapshot(base)).toEqual(before);
});
