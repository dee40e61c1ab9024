import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { clean, commit, type CommitMode } from '../src/index.js';
import { lay, snapshot, type Snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';
import { systemError, watchedFileSystem } from './watched-file-system.js';

/** Few names, so that trees meet; some of them odd. */
const name = fc.constantFrom('a', 'b', 'c.py', 'D', '__init__.py', '.hidden', 'é');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const content = fc.constantFrom('', 'x', 'y = 1\n', 'long '.repeat(50));

/** Files, none of which lies in another one. */
const tree = fc.dictionary(path, content, { maxKeys: 8 }).map((files): Snapshot => {
  const paths = Object.keys(files).sort();
  const fits = (each: string) => !paths.some((other) => each.startsWith(`${other}/`));
  return Object.fromEntries(paths.filter(fits).map((each) => [each, files[each]!]));
});

const run = fc.record({
  files: tree,
  mode: fc.constantFrom<CommitMode | 'delete'>('keep', 'prune', 'clean', 'delete'),
  /** The call at which the disk fails; beyond the last one, it does not. */
  failsAt: fc.integer({ min: 1, max: 120 }),
});

const root = fc.constantFrom('out', 'a/out', '.', 'a');

/** The user's own: files anywhere, also in the output, and links that lead out of the output. */
const user = fc.record({ files: tree, links: fc.uniqueArray(path, { maxLength: 3 }) });

it('whatever is generated, nothing of the user’s is changed or removed', async () => {
  const base = temporaryDirectory();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(root, user, fc.array(run, { maxLength: 4 }), async (where, mine, runs) => {
      const place = join(base, String(number++));
      const outside = join(place, 'outside');
      const work = join(place, 'work');
      const output = join(work, where);
      lay(outside, { 'letter.txt': 'mine', 'deep/a': 'mine' });
      mkdirSync(work);
      lay(work, mine.files);
      // An output directory that is itself reached through a link is meant to lie where that leads.
      const links = mine.links.filter((link) => !isInside(where, link));
      for (const [index, link] of links.entries()) {
        layLink(work, link, index % 2 ? join(outside, 'letter.txt') : outside);
      }
      const untouched = snapshot(outside);
      const users = snapshot(work);
      /** What runs may have written so far: those paths are not the user's any more. */
      const generated = new Set<string>();
      let emptied = false;

      for (const { files, mode, failsAt } of runs) {
        const before = snapshot(work);
        const fs = watchedFileSystem((call) => {
          if (call.index === failsAt) throw systemError('EIO', call);
        });
        const context = { cwd: work, home: join(place, 'home') };
        const command =
          mode === 'delete'
            ? clean(output, { ...context, fs })
            : commit(output, Object.entries(files), { mode, ...context, fs });
        const failed = await command.then(
          () => false,
          () => true,
        );
        const after = snapshot(work);
        if (failed) expect(after).toEqual(before);
        else {
          // A clean that is not narrowed to what was generated takes all, as it says.
          emptied ||= mode === 'delete' || (mode === 'clean' && where !== '.');
          if (mode !== 'delete')
            for (const file of Object.keys(files)) generated.add(join(where, file));
          if (mode !== 'delete') {
            for (const [file, text] of Object.entries(files)) {
              expect(after[join(where, file)]).toBe(Buffer.from(text).toString('latin1'));
            }
          }
        }
        for (const [file, text] of Object.entries(users)) {
          if (file.endsWith('/') || generated.has(file)) continue;
          if (emptied && isInside(file, where)) continue;
          expect(after[file], file).toBe(text);
        }
        expect(snapshot(outside)).toEqual(untouched);
        expect(Object.keys(after).filter((each) => each.includes('.rowhouse-'))).toEqual([]);
      }
    }),
    { numRuns: 250 },
  );
});

function isInside(file: string, directory: string): boolean {
  return directory === '.' || `${file}/`.startsWith(`${directory}/`);
}

function layLink(base: string, link: string, target: string): void {
  try {
    mkdirSync(dirname(join(base, link)), { recursive: true });
    symlinkSync(target, join(base, link));
  } catch {
    // A file of the tree is in the way: no link, then.
  }
}
