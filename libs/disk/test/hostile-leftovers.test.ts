import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { recover, commit } from '../src/index.js';
import { lay, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';

/** What a checked-out repository could bring along to make a run write outside the output. */
describe('a forged journal', () => {
  const forged = (steps: object) => ({
    'out/.rowhouse-stage/journal.json': JSON.stringify({
      version: 1,
      removedFiles: [],
      removedDirectories: [],
      createdDirectories: [],
      newFiles: [],
      ...steps,
    }),
    'out/.rowhouse-stage/new-0': 'evil',
    'out/.rowhouse-stage/old-0': 'evil',
    'out/.rowhouse-stage/removed-0': 'evil',
  });

  it.each([
    ['a removal outside', { removedFiles: ['../victim'] }],
    ['an absolute removal', { removedFiles: ['/victim'] }],
    ['a file outside', { newFiles: [{ path: '../victim', replaces: false }] }],
    ['a hidden way out', { newFiles: [{ path: 'a/../../victim', replaces: true }] }],
    ['a directory outside', { createdDirectories: ['../made'] }],
    ['the removal of a directory outside', { removedDirectories: [{ path: '../empty', mode: 0 }] }],
    ['the stage itself', { newFiles: [{ path: '.rowhouse-stage/journal.json', replaces: true }] }],
    ['no lists', { newFiles: 'x' }],
    ['another version', { version: 2 }],
  ])('with %s is not followed', async (_, steps) => {
    const base = temporaryDirectory();
    lay(base, { victim: 'mine', 'empty/': '', ...forged(steps) });
    const before = snapshot(base);
    await expect(recover(join(base, 'out'))).rejects.toMatchObject({ code: 'JOURNAL' });
    await expect(commit(join(base, 'out'), [['a.py', 'a']])).rejects.toThrow(
      `delete ${join(base, 'out/.rowhouse-stage')} and generate again`,
    );
    expect(snapshot(base)).toEqual(before);
  });

  it.each([
    ['put', { newFiles: [{ path: 'link/x', replaces: false }] }],
    ['replace', { newFiles: [{ path: 'link/victim', replaces: true }] }],
    ['remove', { removedFiles: ['link/victim'] }],
    ['make a directory', { createdDirectories: ['link/made'] }],
    [
      'take a file back',
      {
        newFiles: [
          { path: 'is-missing/x', replaces: false },
          { path: 'link/victim', replaces: false },
        ],
      },
    ],
    ['remove a directory', { removedDirectories: [{ path: 'link/empty', mode: 0 }] }],
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
  await expect(recover(join(base, 'out'))).rejects.toThrow('is in the way; remove it');
  expect(snapshot(base)).toEqual(before);
});
