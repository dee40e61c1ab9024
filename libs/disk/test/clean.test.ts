import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  clean,
  DiskError,
  previewClean,
  preview,
  commit,
  type CleanOptions,
} from '../src/index.js';
import { lay, snapshot } from './snapshot.js';
import { temporaryDirectory } from './temporary-directory.js';
import { systemError, watchedFileSystem } from './watched-file-system.js';

/** A workspace `ws` with a project `ws/api`, in which commands run, and a home directory. */
function workspace() {
  const base = temporaryDirectory();
  lay(base, {
    'home/me/letter.txt': 'mine',
    'ws/nx.json': '{}',
    'ws/api/main.py': 'mine',
    'ws/libs/shared.py': 'mine',
  });
  const context = {
    cwd: join(base, 'ws/api'),
    workspaceRoot: join(base, 'ws'),
    home: join(base, 'home/me'),
  };
  return { base, context };
}

/** For directories that are too dear to trust a refusal with. */
const untouchable = watchedFileSystem(({ name }) => {
  throw new Error(`called ${name}`);
});

/** Cleans, and expects to be refused with everything left as it was, links and all. */
async function expectRefusal(base: string, root: string, context: CleanOptions, why: string) {
  const before = snapshot(base);
  for (const force of [false, true]) {
    const error = await clean(root, { ...context, force }).catch((reason: unknown) => reason);
    expect(error, root).toBeInstanceOf(DiskError);
    const { message } = error as DiskError;
    expect(message).toContain(why);
    expect(message).not.toContain('\n');
    expect(snapshot(base)).toEqual(before);
  }
  await expect(previewClean(root, { ...context, force: true })).rejects.toThrow(why);
}

describe('clean never deletes', () => {
  it.each([
    ['the working directory, absolute', 'ws/api'],
    ['the working directory, with dots', 'ws/libs/../api/.'],
    ['the working directory, with a trailing slash', 'ws/api/'],
    ['the working directory, through a link on the way', 'link-to-ws/api'],
  ])('%s', async (_, root) => {
    const { base, context } = workspace();
    symlinkSync(join(base, 'ws'), join(base, 'link-to-ws'));
    const path = `${base}/${root}`;
    await commit(path, [['routes.py', 'r']]);
    await expectRefusal(base, path, context, 'it is the working directory');
  });

  it.each(['.', './', '', './/.', '../api'])('the process’s own directory as %j', async (root) => {
    const { base, context } = workspace();
    const start = process.cwd();
    process.chdir(context.cwd);
    try {
      await expectRefusal(base, root, context, 'it is the working directory');
    } finally {
      process.chdir(start);
    }
  });

  it('a working directory that is itself spelled through a link', async () => {
    const { base, context } = workspace();
    symlinkSync(join(base, 'ws/api'), join(base, 'here'));
    const cwd = join(base, 'here');
    await expectRefusal(base, join(base, 'ws/api'), { ...context, cwd }, 'the working directory');
  });

  it('an ancestor of the working directory', async () => {
    const { base, context } = workspace();
    const { cwd, home } = context;
    const why = 'an ancestor of the working directory';
    await expectRefusal(base, `${cwd}/..`, { cwd, home: home! }, why);
    await expectRefusal(base, base, { cwd, home: '/nowhere' }, why);
  });

  it('the workspace root or an ancestor of it', async () => {
    const { base, context } = workspace();
    const elsewhere = { ...context, cwd: join(base, 'home') };
    await expectRefusal(base, join(base, 'ws'), elsewhere, 'it is the workspace root');
    lay(base, { 'all/ws/nx.json': '{}' });
    const nested = { ...elsewhere, workspaceRoot: join(base, 'all/ws') };
    await expectRefusal(base, join(base, 'all'), nested, 'an ancestor of the workspace root');
  });

  it('the root of a git repository or of a work tree', async () => {
    const { base, context } = workspace();
    lay(base, { 'repo/a.py': 'mine', 'tree/.git': 'gitdir: elsewhere', 'tree/a.py': 'mine' });
    execFileSync('git', ['init', '--quiet', join(base, 'repo')]);
    for (const name of ['repo', 'tree']) {
      await expectRefusal(base, join(base, name), context, 'the root of a git repository');
    }
  });

  it('the home directory or what holds it', async () => {
    const { base, context } = workspace();
    const why = 'the home directory, or holds it';
    await expectRefusal(base, join(base, 'home/me'), context, why);
    await expectRefusal(base, join(base, 'home'), context, why);
    const usual = { cwd: context.cwd, force: true, fs: untouchable };
    await expect(clean(homedir(), usual)).rejects.toThrow(why);
  });

  it('the root of a file system', async () => {
    const { context } = workspace();
    for (const root of ['/', '//', '/..', '/tmp/..']) {
      const cleaning = clean(root, { ...context, force: true, fs: untouchable });
      await expect(cleaning).rejects.toThrow('it is the root of a file system');
    }
  });

  it('what a link leads to, or the link', async () => {
    const { base, context } = workspace();
    await commit(join(base, 'real'), [['a.py', 'a']]);
    symlinkSync(join(base, 'real'), join(base, 'link'));
    symlinkSync(join(base, 'nowhere'), join(base, 'dangling'));
    const why = 'it is a symbolic link';
    await expectRefusal(base, join(base, 'link'), context, why);
    await expectRefusal(base, join(base, 'link/'), context, why);
    await expectRefusal(base, join(base, 'dangling'), context, 'link');
  });

  it('a file', async () => {
    const { base, context } = workspace();
    await expectRefusal(base, join(base, 'ws/nx.json'), context, 'it is a file');
    await expectRefusal(base, join(base, 'ws/nx.json/out'), context, 'it is a file');
  });
});

describe('a directory that was not generated', () => {
  it('is cleaned only by force', async () => {
    const { base, context } = workspace();
    const root = join(base, 'ws/libs');
    const before = snapshot(base);
    const refused = clean(root, context);
    await expect(refused).rejects.toMatchObject({ code: 'FOREIGN' });
    await expect(refused).rejects.toThrow('use --force to delete them');
    const generating = commit(root, [['a.py', 'a']], { mode: 'clean', ...context });
    await expect(generating).rejects.toMatchObject({ code: 'FOREIGN' });
    expect(snapshot(base)).toEqual(before);

    await clean(root, { ...context, force: true });
    const rest = Object.entries(before).filter(([path]) => !path.startsWith('ws/libs/'));
    expect(snapshot(base)).toEqual(Object.fromEntries(rest));
  });

  it('is one whose manifest does not say what was', async () => {
    const { base, context } = workspace();
    const root = join(base, 'ws/out');
    await commit(root, [['a.py', 'a']], context);
    lay(root, { 'a.py': 'edited', '.rowhouse.json': '<<<<<<< ours' });
    const before = snapshot(base);
    const attempts = [
      () => clean(root, context),
      () => previewClean(root, context),
      () => commit(root, [['b.py', 'b']], { mode: 'clean', ...context }),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'MANIFEST' });
      await expect(attempt()).rejects.toThrow('cannot tell generated files from others');
    }
    expect(snapshot(base)).toEqual(before);
    await clean(root, { ...context, force: true });
    expect(Object.keys(snapshot(base))).not.toContain('ws/out/');
  });

  it('is cleaned when it is empty', async () => {
    const { base, context } = workspace();
    mkdirSync(join(base, 'ws/out'));
    await clean(join(base, 'ws/out'), context);
    expect(Object.keys(snapshot(base))).not.toContain('ws/out/');
  });
});

describe('clean', () => {
  it('deletes the whole output directory and nothing else, not even through links in it', async () => {
    const { base, context } = workspace();
    const before = snapshot(base);
    const root = join(base, 'ws/api/_generated');
    await commit(root, [['routes/a.py', 'a']]);
    lay(root, { '__pycache__/a.pyc': 'x', 'hollow/deep/': '', 'con.': 'odd', 'a\\b': 'odd' });
    symlinkSync(join(base, 'ws/libs'), join(root, 'libs'));
    symlinkSync(join(base, 'home/me/letter.txt'), join(root, 'letter.txt'));
    const preview = await previewClean(root, context);
    const plan = await clean(root, context);
    expect(preview).toEqual(plan);
    expect(plan.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(
      [
        '.rowhouse.json',
        '__pycache__/a.pyc',
        'a\\b',
        'con.',
        'letter.txt',
        'libs',
        'routes/a.py',
      ].map((path) => `delete ${path}`),
    );
    expect(snapshot(base)).toEqual(before);
  });

  it('works on a disk that has no space left for anything', async () => {
    const { base, context } = workspace();
    const before = snapshot(base);
    const root = join(base, 'ws/out');
    await commit(root, [['routes/a.py', 'a']]);
    const fs = watchedFileSystem((call) => {
      const isNew = ['linkSync', 'mkdirSync', 'openSync', 'writeSync'].includes(call.name);
      if (isNew) throw systemError('ENOSPC', call);
    });
    await clean(root, { ...context, fs });
    expect(snapshot(base)).toEqual(before);
  });

  it.each(['EACCES', 'EPERM', 'EROFS'])('says why its parent keeps it (%s)', async (code) => {
    const { base, context } = workspace();
    const root = join(base, 'ws/out');
    await commit(root, [['routes/a.py', 'a']]);
    const before = snapshot(base);
    const fs = watchedFileSystem((call) => {
      const [from] = call.arguments;
      if (call.name === 'renameSync' && from === root) throw systemError(code, call);
    });
    const parent = join(base, 'ws');
    await expect(clean(root, { ...context, fs })).rejects.toThrow(
      `cannot remove ${root}: nothing may be removed from ${parent}; ` +
        `check the permissions of ${parent} (nothing was changed)`,
    );
    expect(snapshot(base)).toEqual(before);
  });

  it.each(['EBUSY', 'EXDEV'])('empties a mount point (%s)', async (code) => {
    const { base, context } = workspace();
    const root = join(base, 'ws/out');
    await commit(root, [['routes/a.py', 'a']]);
    lay(root, { 'mine/x': 'x' });
    const fs = watchedFileSystem((call) => {
      const isRoot = call.arguments[0] === root;
      if (isRoot && ['renameSync', 'rmdirSync'].includes(call.name)) throw systemError(code, call);
    });
    await clean(root, { ...context, fs });
    expect(snapshot(root)).toEqual({});
  });

  it('says whose each file was', async () => {
    const { base, context } = workspace();
    const root = join(base, 'ws/out');
    await commit(root, [
      ['a.py', 'a'],
      ['b.py', 'b'],
    ]);
    lay(root, { 'b.py': 'edited', 'mine.py': 'mine' });
    expect((await clean(root, context)).changes).toEqual([
      { kind: 'delete', path: '.rowhouse.json', origin: 'generated' },
      { kind: 'delete', path: 'a.py', origin: 'generated' },
      { kind: 'delete', path: 'b.py', origin: 'edited' },
      { kind: 'delete', path: 'mine.py', origin: 'foreign' },
    ]);
  });

  it('of a missing directory does nothing', async () => {
    const { base, context } = workspace();
    const before = snapshot(base);
    const plan = await clean(join(base, 'ws/none/at/all'), context);
    expect(plan.changes).toEqual([]);
    expect(snapshot(base)).toEqual(before);
  });
});

describe('generation with --clean', () => {
  it('right in the working directory removes only what was generated, and says why', async () => {
    const { base, context } = workspace();
    const root = join(base, 'ws/api');
    await commit(
      root,
      [
        ['a.py', 'a'],
        ['old/b.py', 'b'],
      ],
      { mode: 'keep' },
    );
    const options = { mode: 'clean', ...context } as const;
    expect(await preview(root, [['a.py', 'a']], options)).toMatchObject({
      narrowed: 'the working directory',
    });
    const plan = await commit(root, [['a.py', 'a']], options);
    expect(plan.narrowed).toBe('the working directory');
    expect(Object.keys(snapshot(root))).toEqual(['.rowhouse.json', 'a.py', 'main.py']);
  });

  it('is refused where a clean is', async () => {
    const { base, context } = workspace();
    const before = snapshot(base);
    for (const root of [base, '/', join(base, 'home/me'), join(base, 'home')]) {
      const forced = { ...context, force: true };
      const options = { mode: 'clean', ...forced, fs: untouchable } as const;
      await expect(commit(root, [['a.py', 'a']], options)).rejects.toMatchObject({
        code: 'PROTECTED',
      });
    }
    expect(snapshot(base)).toEqual(before);
  });
});
