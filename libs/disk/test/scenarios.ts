import type { CommitMode } from '../src/index.js';
import type { Snapshot } from './snapshot.js';

/** One command on one state of the disk. Every path is relative to a directory of the test's own. */
export interface Scenario {
  readonly name: string;
  /** The output directory. */
  readonly root: string;
  /** The generated files of an earlier run; none when there was no run. */
  readonly before?: Snapshot;
  /** Files of the user's, outside the output and in it. */
  readonly users?: Snapshot;
  readonly command:
    | { readonly kind: 'clean' }
    | { readonly kind: 'write'; readonly mode: CommitMode; readonly files: Snapshot };
}

const small = { 'a.py': 'a = 1\n', 'blog/routes/post.py': 'post\n', 'blog/schemas/post.py': 's\n' };

/** Every way in which a command changes the disk. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'first generation',
    root: 'out',
    command: { kind: 'write', mode: 'keep', files: small },
  },
  {
    name: 'first generation, two directories deep',
    root: 'src/out',
    users: { 'main.py': 'mine' },
    command: { kind: 'write', mode: 'keep', files: small },
  },
  {
    name: 'first generation into the user’s own directory',
    root: 'out',
    users: { 'out/main.py': 'mine', 'out/blog/models.py': 'mine' },
    command: { kind: 'write', mode: 'keep', files: small },
  },
  {
    name: 'update',
    root: 'out',
    before: small,
    users: { 'out/blog/notes.txt': 'mine' },
    command: {
      kind: 'write',
      mode: 'keep',
      files: { ...small, 'a.py': 'a = 2\n', 'blog/schemas/post.py': '', 'new/one.py': 'new' },
    },
  },
  {
    name: 'prune',
    root: 'out',
    before: { ...small, 'shop/cart.py': 'cart', 'shop/deep/x.py': 'x', flat: 'a file' },
    users: { 'out/blog/schemas/notes.txt': 'mine', 'beside.txt': 'mine' },
    command: {
      kind: 'write',
      mode: 'prune',
      files: {
        'a.py': 'a = 2\n',
        'shop/deep': 'now a file',
        'flat/now/x.py': 'in a directory',
        'blog/routes/post.py': 'post\n',
      },
    },
  },
  {
    name: 'generation with --clean',
    root: 'out',
    before: { ...small, 'shop/cart.py': 'cart' },
    users: { 'out/cache/deep/x.pyc': 'x', 'out/hollow/': '', 'beside.txt': 'mine' },
    command: {
      kind: 'write',
      mode: 'clean',
      files: { 'a.py': 'a = 2\n', cache: 'now a file', 'blog/routes/post.py': 'post\n' },
    },
  },
  {
    name: 'clean',
    root: 'src/out',
    before: small,
    users: { 'src/out/cache/x.pyc': 'x', 'src/main.py': 'mine' },
    command: { kind: 'clean' },
  },
];
