import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { entryModules, loadsOf } from './loads.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'loads-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const loads = (module: string) => {
  const { files, folders, packages, variables } = loadsOf(root, [module]);
  const shown = (path: string) => relative(root, path);
  return { files: files.map(shown), folders: folders.map(shown), packages, variables };
};

it('follows imports, and what else is named by a relative path', () => {
  write({
    'ops/x.js': `import { a } from '../lib/a.js';
      export * from"./b";
      const text = readFileSync(new URL('../templates/t.ejs', import.meta.url));
      const all = join(import.meta.dirname, '../partials');
      const beside = __dirname + '/../beside/t.txt', more = \`\${import.meta.dirname}/../more\`;
      await import(\`./late.js\`);
      import './gone.js';`,
    'lib/a.js': `const c = require('../../outside.cjs'); require('./c');`,
    'lib/c/index.js': '',
    'ops/b.js': `import type { T } from './typed.js';`,
    'ops/typed.ts': '',
    'ops/late.js': `import './x.js';`,
    'ops/beside.js': '',
    'templates/t.ejs': `'./no-code.js'`,
    'templates/no-code.js': '',
    'partials/p.ejs': '',
    'beside/t.txt': '',
    'more/t.txt': '',
  });
  expect(loads('ops/x.js')).toEqual({
    files: [
      'ops/x.js',
      'lib/a.js',
      'ops/b.js',
      'templates/t.ejs',
      'beside/t.txt',
      'ops/late.js',
      'lib/c/index.js',
      'ops/typed.ts',
    ],
    folders: ['partials', 'more', 'lib/c'],
    packages: [],
    variables: [],
  });
});

it('counts a link, and what it leads to', () => {
  write({
    'ops/x.js': `import './linked/t.js';`,
    'other/t.js': `import './u.js';`,
    'other/u.js': '',
  });
  symlinkSync('../other', join(root, 'ops/linked'));
  expect(loads('ops/x.js').files).toEqual([
    'ops/x.js',
    'ops/linked/t.js',
    'other/t.js',
    'ops/linked/u.js',
    'other/u.js',
  ]);
});

it('counts what a string names in the folders around a module', () => {
  write({
    'package.json': '{}',
    'dist/ops/x.js': `read(dirname(here) + '/data/t.txt'); join(root, 'templates'); read('beside.txt');
      read(\`\${root}/more.txt\`); join(root, 'node_modules'); const word = 'gone', url = 'https://dist/ops';`,
    'dist/ops/beside.txt': '',
    'data/t.txt': '',
    'dist/more.txt': '',
    'templates/t.ejs': '',
    'node_modules/x.js': '',
  });
  const { files, folders } = loads('dist/ops/x.js');
  expect([...files].sort()).toEqual([
    'data/t.txt',
    'dist/more.txt',
    'dist/ops/beside.txt',
    'dist/ops/x.js',
  ]);
  expect(folders).toEqual(['templates']);
});

it('names the variables of the environment that are read', () => {
  write({
    'x.js': `const a = process.env.ONE, b = process.env['TWO'];
      const { THREE, FOUR: four = 'x', FIVE } = process.env;
      const { six } = { six: 6 }; const env = { ...process.env.SEVEN };`,
  });
  expect(loads('x.js').variables).toEqual(['ONE', 'TWO', 'SEVEN', 'THREE', 'FOUR', 'FIVE']);
});

it.each([
  ['process.env[name]', true],
  ['const env = process.env;', true],
  ["import { env } from 'node:process';", true],
  ["import { argv, env as all } from 'process';", true],
  ['const { env } = process;', true],
  ['const { ONE, ...rest } = process.env;', true],
  ['const { [name]: value } = process.env;', true],
  ['const env = { ...process.env };', true],
  ['process.env?.ONE + process.env["TWO"]', false],
  ['const { ONE, TWO: two } = process.env;', false],
  ["import { argv } from 'node:process'; const env = 1; const { a } = process.versions;", false],
])('tells whether the names of the variables are known: %s', (text, isUnknown) => {
  write({ 'x.js': `import './y.js';`, 'y.js': text });
  const found = loadsOf(root, ['x.js']).readsAnyVariable;
  expect(found).toBe(isUnknown ? join(root, 'y.js') : undefined);
});

it('names the packages that are imported from', () => {
  write({
    'x.js': `import a from 'one'; import { b } from "@two/b/deep.js"; export * from 'three/x';
      const c = require('four'); await import('five'); import.meta.resolve('six');
      import fs from 'node:fs'; const word = 'seven'; import '#own';`,
  });
  expect(loads('x.js').packages).toEqual(['one', '@two/b', 'three', 'four', 'five', 'six']);
  write({
    'y.js': `const load = createRequire(import.meta.url); load('one'); load('@two/b/deep');`,
  });
  expect(loads('y.js').packages).toEqual(['one', '@two/b']);
});

it('knows the modules that a package is loaded through', () => {
  expect(
    entryModules({
      codegen: { operations: './ops/x.js#operations' },
      main: 'dist/main.js',
      exports: { '.': { default: './dist/main.js' }, './all/*': './dist/*.js' },
      imports: { '#own': './own.js' },
    }),
  ).toEqual(['ops/x.js', 'dist/main.js', 'own.js']);
  expect(entryModules({})).toEqual([]);
});
