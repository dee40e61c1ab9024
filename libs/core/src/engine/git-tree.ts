import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { text } from '@rowhouse/errors';

import { CommandError } from '../errors/errors.js';

/** The files of a commit, in a temporary folder. */
export interface GitTree {
  /** Where a path of the working tree lies there. */
  at(path: string): string;
  remove(): void;
}

/**
 * Checks the files of a commit out into a temporary folder. The working tree, its index and its branches stay as
 * they are.
 *
 * @param directory a folder of the repository.
 * @throws CommandError when it is in no repository, or there is no such commit.
 */
export function checkOut(ref: string, directory: string): GitTree {
  const real = realpathSync(directory);
  const top = realpathSync(git(['rev-parse', '--show-toplevel'], real) ?? noRepository());
  const commit = git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    top,
  );
  if (commit === undefined) {
    const message = text`there is no commit ${ref}`;
    const fix =
      'Name a branch, a tag or a commit. A shallow clone may not have it: fetch it first.';
    throw new CommandError([{ code: 'cannot-compare', message, fix }]);
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rowhouse-api-')));
  const tree = join(folder, 'tree');
  // An index of its own: that of the repository is the user's.
  const env = { ...ownEnvironment(), GIT_INDEX_FILE: join(folder, 'index') };
  execFileSync('git', ['read-tree', commit], { cwd: top, env });
  execFileSync('git', ['checkout-index', '--all', '--quiet', `--prefix=${tree}/`], {
    cwd: top,
    env,
  });
  const at = (path: string) => {
    const inside = relative(top, existsSync(path) ? realpathSync(path) : path);
    return inside.startsWith('..') ? tree : join(tree, inside);
  };
  linkEnvironments(real, top, at);
  return {
    at,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Models import installed packages: what is installed is in no commit. */
function linkEnvironments(directory: string, top: string, at: (path: string) => string): void {
  for (let folder = directory; ; folder = dirname(folder)) {
    const environment = join(folder, '.venv');
    const link = join(at(folder), '.venv');
    if (existsSync(environment) && existsSync(dirname(link)) && !existsSync(link)) {
      symlinkSync(environment, link, 'junction');
    }
    if (folder === top) return;
  }
}

/** What git prints; undefined where it fails. */
function git(args: readonly string[], cwd: string): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd,
      env: ownEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** Without what a git hook is told of the repository that it runs in: paths there are relative to another folder. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const told = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'];
  const { env } = process;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !told.includes(name)));
}

function noRepository(): never {
  throw new CommandError([
    {
      code: 'cannot-compare',
      message: 'the config is not in a git repository',
      fix: 'Commit the config first: its earlier states are read from git.',
    },
  ]);
}
