import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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
  const { files, folders, packages, variables } = loadsOf([join(root, module)]);
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

it('names the variables of the environment that are read', () => {
  write({
    'x.js': `const a = process.env.ONE, b = process.env['TWO'];
      const { THREE, FOUR: four = 'x', FIVE } = process.env;
      const { six } = { six: 6 }; const env = { ...process.env.SEVEN };`,
  });
  expect(loads('x.js').variables).toEqual(['ONE', 'TWO', 'SEVEN', 'THREE', 'FOUR', 'FIVE']);
});

it('names the packages that are imported from', () => {
  write({
    'x.js': `import a from 'one'; import { b } from "@two/b/deep.js"; export * from 'three/x';
      const c = require('four'); await import('five'); import.meta.resolve('six');
      import fs from 'node:fs'; const word = 'seven'; import '#own';`,
  });
  expect(loads('x.js').packages).toEqual(['one', '@two/b', 'three', 'four', 'five', 'six']);
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
