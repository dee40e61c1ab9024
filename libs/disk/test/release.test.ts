import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { commit, manifestName, previewRelease, release } from '../src/index.js';
import { lay, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';
import { systemError, watchedFileSystem } from './watched-file-system.js';

const withoutHeader = (text: string) => text.replace(/^# generated\n/, '');

async function committed(): Promise<string> {
  const root = temporaryDirectory();
  lay(root, { 'mine.py': '# generated\nmine' });
  const files = ['a.py', 'b/c.py', 'd.py'].map((path) => [path, `# generated\n${path}`] as const);
  await commit(root, files);
  return root;
}

it('leaves the files to the user, edited ones as they are', async () => {
  const root = await committed();
  writeFileSync(join(root, 'd.py'), '# generated\nedited');
  writeFileSync(join(root, 'a.py'), 'edited');
  const before = snapshot(root);
  const seen = await previewRelease(root, withoutHeader);
  expect(snapshot(root)).toEqual(before);
  const plan = await release(root, withoutHeader);
  expect(plan).toEqual(seen);
  expect(plan.changes.map(({ kind, path }) => [kind, path])).toEqual([
    ['delete', manifestName],
    ['unchanged', 'a.py'],
    ['update', 'b/c.py'],
    ['update', 'd.py'],
  ]);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(['a.py', 'b/c.py', 'd.py'].map(read)).toEqual(['edited', 'b/c.py', 'edited']);
  expect(read('mine.py')).toBe('# generated\nmine');
  expect(existsSync(join(root, manifestName))).toBe(false);
});

it('changes nothing where nothing was generated', async () => {
  const root = temporaryDirectory();
  lay(root, { 'mine.py': '# generated\nmine' });
  const before = snapshot(root);
  expect((await release(root, withoutHeader)).changes).toEqual([]);
  expect(snapshot(root)).toEqual(before);
});

it('keeps what is no text', async () => {
  const root = await committed();
  const bytes = Buffer.concat([Buffer.from('# generated\n'), Buffer.of(0xff, 0xfe)]);
  writeFileSync(join(root, 'a.py'), bytes);
  await release(root, withoutHeader);
  expect(readFileSync(join(root, 'a.py'))).toEqual(bytes);
});

it('changes all or nothing', async () => {
  const root = await committed();
  const before = snapshot(root);
  let renames = 0;
  const fs = watchedFileSystem((call) => {
    if (call.name === 'renameSync' && ++renames === 3) throw systemError('EIO', call);
  });
  await expect(release(root, withoutHeader, { fs })).rejects.toThrow('input/output error');
  expect(snapshot(root)).toEqual(before);
});
