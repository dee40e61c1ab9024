import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { nodeFileSystem, type FileSystem } from '../src/file-system.js';
import { preview, commit, type CommitMode, type Plan } from '../src/index.js';
import { lay, outputOf, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';
import { countingFileSystem, watchedFileSystem } from './watched-file-system.js';

const files = { 'a.py': 'a', 'blog/b.py': 'b', 'blog/c.py': 'c' };

/** Writes with any mode; a clean is allowed. */
function write(
  root: string,
  tree: Record<string, string>,
  mode: CommitMode = 'keep',
  fs?: FileSystem,
) {
  const context = { cwd: join(root, '../cwd'), home: join(root, '../home') };
  return commit(root, Object.entries(tree), { mode, ...context, ...(fs && { fs }) });
}

function summary({ changes }: Plan): string[] {
  return changes.map(({ kind, path }) => `${kind} ${path}`);
}

function newRoot(): string {
  return join(temporaryDirectory(), 'out');
}

describe('a second run', () => {
  it('that changes nothing makes no call that writes, and keeps every time', async () => {
    const root = newRoot();
    for (const mode of ['keep', 'prune', 'clean'] as const) {
      await write(root, files, mode);
      const past = new Date('2020-01-01');
      const paths = [root, ...Object.keys(snapshot(root)).map((path) => join(root, path))];
      for (const path of paths) utimesSync(path, past, past);
      const inodes = paths.map((path) => statSync(path).ino);
      const { fs, calls } = countingFileSystem();
      const plan = await write(root, files, mode, fs);
      expect(calls).toEqual([]);
      expect(new Set(plan.changes.map(({ kind }) => kind))).toEqual(new Set(['unchanged']));
      for (const [index, path] of paths.entries()) {
        expect(statSync(path)).toMatchObject({ ino: inodes[index], mtimeMs: past.getTime() });
      }
    }
  });

  it('touches only what differs, and the manifest', async () => {
    const root = newRoot();
    await write(root, files);
    const past = new Date('2020-01-01');
    for (const path of Object.keys(files)) utimesSync(join(root, path), past, past);
    const plan = await write(root, { ...files, 'blog/b.py': 'b2' });
    expect(summary(plan)).toEqual([
      'update .rowhouse.json',
      'unchanged a.py',
      'update blog/b.py',
      'unchanged blog/c.py',
    ]);
    expect(statSync(join(root, 'a.py')).mtimeMs).toBe(past.getTime());
    expect(statSync(join(root, 'blog/c.py')).mtimeMs).toBe(past.getTime());
    expect(outputOf(root)).toEqual({ ...files, 'blog/b.py': 'b2' });
  });

  it('tells whose text an update overwrites', async () => {
    const root = newRoot();
    await write(root, files);
    lay(root, { 'a.py': 'edited', 'new.py': 'mine' });
    const tree = { ...files, 'blog/b.py': 'b2', 'new.py': 'generated' };
    const plan = await write(root, tree);
    expect(plan.changes.filter(({ kind }) => kind === 'update')).toEqual([
      expect.objectContaining({ path: '.rowhouse.json', origin: 'generated' }),
      { kind: 'update', path: 'a.py', before: 'edited', after: 'a', origin: 'edited', mode: 0o644 },
      expect.objectContaining({ path: 'blog/b.py', before: 'b', origin: 'generated' }),
      expect.objectContaining({ path: 'new.py', before: 'mine', origin: 'foreign' }),
    ]);
    expect(outputOf(root)).toEqual(tree);
  });

  it('keeps edits when it is asked to: it names them all and writes nothing', async () => {
    const root = newRoot();
    await write(root, { ...files, 'gone.py': 'g', 'gone2.py': 'g' });
    lay(root, { 'a.py': 'edited', 'new.py': 'mine', 'gone.py': 'edited', 'other.py': 'mine' });
    const before = snapshot(root);
    const tree = { ...files, 'blog/b.py': 'b2', 'new.py': 'generated' };
    const fix = 'move it away, or generate without --keep-edits (nothing was changed)';
    const all = [
      `cannot overwrite ${root}/a.py: it was edited by hand; ${fix}`,
      `cannot delete ${root}/gone.py: it was edited by hand; ${fix}`,
      `cannot overwrite ${root}/new.py: it was not generated; ${fix}`,
    ];
    for (const run of [commit, preview]) {
      const options = { mode: 'prune', keepEdits: true } as const;
      await expect(run(root, Object.entries(tree), options)).rejects.toMatchObject({
        code: 'EDITED',
        message: all.join('\n'),
      });
      const keeping = run(root, Object.entries(tree), { ...options, mode: 'keep' });
      await expect(keeping).rejects.toThrow(`${all[0]}\n${all[2]}`);
    }
    expect(snapshot(root)).toEqual(before);
    lay(root, { 'a.py': 'a', 'new.py': 'generated' });
    await commit(root, Object.entries(tree), { keepEdits: true });
    expect(outputOf(root)).toMatchObject({ ...tree, 'gone.py': 'edited', 'other.py': 'mine' });
  });

  it('keeps the permissions that a user gave a file', async () => {
    const root = newRoot();
    await write(root, files);
    chmodSync(join(root, 'a.py'), 0o764);
    await write(root, { ...files, 'a.py': 'a2' });
    expect(statSync(join(root, 'a.py')).mode & 0o777).toBe(0o764);
  });
});

describe('files that are no longer generated', () => {
  const less = { 'a.py': 'a' };

  it('stay and are named, run after run, until they are pruned', async () => {
    const root = newRoot();
    await write(root, files);
    lay(root, { 'blog/mine.py': 'mine', 'mine/x.py': 'mine' });
    for (let run = 0; run < 2; run++) {
      expect((await write(root, less)).orphans).toEqual(['blog/b.py', 'blog/c.py']);
    }
    const plan = await write(root, less, 'prune');
    expect(summary(plan)).toEqual([
      'update .rowhouse.json',
      'unchanged a.py',
      'delete blog/b.py',
      'delete blog/c.py',
    ]);
    expect(plan.orphans).toEqual([]);
    expect(Object.keys(snapshot(root))).toEqual([
      '.rowhouse.json',
      'a.py',
      'blog/',
      'blog/mine.py',
      'mine/',
      'mine/x.py',
    ]);
  });

  it('are forgotten when the user removes them', async () => {
    const root = newRoot();
    await write(root, files);
    rmSync(join(root, 'blog'), { recursive: true });
    expect(await write(root, less)).toMatchObject({ orphans: [] });
    expect(snapshot(root)['.rowhouse.json']).not.toContain('blog');
  });

  it('are not looked for behind a link', async () => {
    const root = newRoot();
    await write(root, files);
    renameSync(join(root, 'blog'), join(root, '../elsewhere'));
    symlinkSync(join(root, '../elsewhere'), join(root, 'blog'));
    await write(root, less, 'prune');
    expect(snapshot(join(root, '..'))).toMatchObject({
      'elsewhere/b.py': 'b',
      'elsewhere/c.py': 'c',
    });
  });

  it('take with them the directories that they leave empty', async () => {
    const root = newRoot();
    await write(root, { ...files, 'x/y/z/deep.py': 'd', 'x/top.py': 't' });
    await write(root, { ...files, 'x/top.py': 't' }, 'prune');
    expect(Object.keys(snapshot(root))).toContain('x/');
    expect(Object.keys(snapshot(root))).not.toContain('x/y/');
  });

  it('cannot be told from others without a manifest that can be read', async () => {
    const root = newRoot();
    for (const text of [
      '<<<<<<< ours',
      '{}',
      '{"version":2,"files":{}}',
      '{"version":1,"files":{"../x":"0"}}',
      '[]',
      'null',
    ]) {
      await write(root, files);
      writeFileSync(join(root, '.rowhouse.json'), text);
      await expect(write(root, less, 'prune')).rejects.toMatchObject({ code: 'MANIFEST' });
      await write(root, files);
      expect(summary(await write(root, files, 'prune'))[0]).toBe('unchanged .rowhouse.json');
    }
  });
});

describe('what is in the way', () => {
  it('is told all at once, and nothing is written', async () => {
    const root = newRoot();
    const outside = join(root, '../outside');
    lay(root, { 'a.py/': '', blog: 'a file', 'ro.py': 'old', 'ok.py': 'old' });
    lay(outside, { 'x.py': 'mine' });
    chmodSync(join(root, 'ro.py'), 0o444);
    symlinkSync(outside, join(root, 'linked'));
    symlinkSync(join(outside, 'x.py'), join(root, 'link.py'));
    const before = snapshot(join(root, '..'));
    const tree = { ...files, 'ro.py': 'new', 'ok.py': 'new', 'linked/x.py': 'x', 'link.py': 'l' };
    await expect(write(root, tree)).rejects.toThrow(
      [
        `cannot write ${root}/blog: it is a file where a directory belongs; move it away`,
        `cannot write ${root}/linked: it is a symbolic link, which may lead elsewhere; remove it`,
        `cannot write ${root}/a.py: it is a directory where a file belongs; move it away`,
        `cannot write ${root}/link.py: it is a symbolic link, which may lead elsewhere; remove it`,
        `cannot write ${root}/ro.py: it is read-only; make it writable or remove it`,
      ].join('\n'),
    );
    expect(snapshot(join(root, '..'))).toEqual(before);

    await write(root, tree, 'clean').catch(async (error: unknown) => {
      expect(error).toMatchObject({ code: 'FOREIGN' });
      lay(root, { '.rowhouse.json': '{"version":1,"files":{}}' });
      chmodSync(join(root, 'ro.py'), 0o644);
      await write(root, tree, 'clean');
    });
    expect(outputOf(root)).toEqual(tree);
    expect(snapshot(outside)).toEqual({ 'x.py': 'mine' });
  });

  it('is no obstacle when the same run removes it', async () => {
    const root = newRoot();
    await write(root, { 'a/b.py': 'b', c: 'c' });
    await write(root, { a: 'now a file', 'c/d.py': 'now a directory' }, 'prune');
    expect(outputOf(root)).toEqual({ a: 'now a file', 'c/d.py': 'now a directory' });
  });

  it('the output root is a file, lies in one, or is a broken link', async () => {
    const base = temporaryDirectory();
    lay(base, { file: 'mine' });
    symlinkSync(join(base, 'nowhere'), join(base, 'link'));
    const it_ = 'choose another output directory';
    await expect(write(join(base, 'file'), files)).rejects.toThrow(`file: it is a file; ${it_}`);
    await expect(write(join(base, 'file/x/y'), files)).rejects.toThrow(
      `file: it is a file; ${it_}`,
    );
    await expect(write(join(base, 'link'), files)).rejects.toThrow('link: it is a link to nothing');
    expect(snapshot(base)).toEqual({ file: 'mine', link: `-> ${join(base, 'nowhere')}` });
  });

  it('an unsafe path or two that collide', async () => {
    const root = newRoot();
    await expect(write(root, { '../x': '' })).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
    await expect(write(root, { a: '', A: '' })).rejects.toMatchObject({ code: 'COLLISION' });
    expect(snapshot(join(root, '..'))).toEqual({});
  });
});

it('writes into the directory that a linked output root leads to', async () => {
  const base = temporaryDirectory();
  mkdirSync(join(base, 'real'));
  symlinkSync(join(base, 'real'), join(base, 'link'));
  await write(join(base, 'link'), files);
  expect(outputOf(join(base, 'real'))).toEqual(files);
});

it('a missing output directory appears whole, by one rename beside its place', async () => {
  const base = temporaryDirectory();
  lay(base, { 'main.py': 'mine' });
  const root = join(base, 'src/out');
  const seen: string[] = [];
  const fs = watchedFileSystem(({ name, arguments: [path] }) => {
    if (name === 'openSync' || name === 'mkdirSync') seen.push(String(path));
    if (!seen.includes('rename')) expect(Object.keys(snapshot(base))).not.toContain('src/');
    if (name === 'renameSync') seen.push('rename');
  });
  await write(root, files, 'keep', fs);
  expect(seen.filter((path) => path === 'rename')).toHaveLength(1);
  for (const path of seen.slice(0, -1))
    expect(path).toMatch(/\/\.rowhouse-root-[^/]+(?:\/out.*)?$/);
  expect(outputOf(root)).toEqual(files);
  expect(Object.keys(snapshot(base)).slice(0, 3)).toEqual(['main.py', 'src/', 'src/out/']);
});

it('a preview says what a run would do, and does none of it', async () => {
  const root = newRoot();
  const tryOut = (tree: Record<string, string>) => {
    const { fs, calls } = countingFileSystem();
    const plan = preview(root, Object.entries(tree), { mode: 'prune', fs });
    return plan.then((made) => ({ made, calls: calls.length }));
  };
  const trees: Record<string, string>[] = [files, { 'a.py': 'x' }, {}];
  for (const tree of trees) {
    const { made, calls } = await tryOut(tree);
    expect(calls).toBe(0);
    expect(await write(root, tree, 'prune')).toEqual(made);
  }
});

describe('where case is ignored', () => {
  /** The real file system, on which a name is found in whatever case it was made. */
  function caseless(): FileSystem {
    const actual = (path: string): string => {
      let found = '/';
      for (const name of path.split('/').filter(Boolean)) {
        const names = (() => {
          try {
            return nodeFileSystem.readdirSync(found);
          } catch {
            return [];
          }
        })();
        const same = names.find((other) => other.toLowerCase() === name.toLowerCase());
        found = join(found, same ?? name);
      }
      return found;
    };
    const renamed = new Set<PropertyKey>(['renameSync', 'linkSync']);
    return new Proxy(nodeFileSystem, {
      get(fs, name: keyof FileSystem) {
        const method = fs[name] as (...parameters: unknown[]) => unknown;
        return (...[first, second, ...rest]: unknown[]) =>
          method(
            typeof first === 'string' ? actual(first) : first,
            renamed.has(name) ? actual(second as string) : second,
            ...rest,
          );
      },
    });
  }

  it.each(['keep', 'prune', 'clean'] as const)(
    'a change of case is a renaming (%s)',
    async (mode) => {
      const root = newRoot();
      const fs = caseless();
      await write(root, { 'Blog/Post.py': 'same', 'Blog/other.py': 'o', 'a.py': 'a' }, 'keep', fs);
      const after = { 'blog/post.py': 'same', 'blog/other.py': 'o', 'a.py': 'a' };
      await write(root, after, mode, fs);
      expect(outputOf(root)).toEqual(after);
      expect(summary(await write(root, after, mode, fs)).every((line) => /^unch/.test(line))).toBe(
        true,
      );
    },
  );
});
