import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import type { ScannedImport } from '../src/scan-imports.js';
import { scanImports } from '../src/scan-imports.js';

function specifiers(source: string): (string | undefined)[] {
  return scanImports(source).map((found) => found.specifier);
}

test('lists imports of every kind with their places', () => {
  const source = `local a = import 'a.libsonnet';\n{ b: importstr "b.txt", é: importbin\n  @'c''.bin' }`;
  expect(scanImports(source)).toEqual<ScannedImport[]>([
    { kind: 'import', specifier: 'a.libsonnet', start: 10, line: 1, column: 11 },
    { kind: 'importstr', specifier: 'b.txt', start: 37, line: 2, column: 6 },
    { kind: 'importbin', specifier: "c'.bin", start: 59, line: 2, column: 28 },
  ]);
});

test.each<[string, (string | undefined)[]]>([
  [`// import 'a'\n# import 'b'\n/* import 'c' */ import 'd'`, ['d']],
  [`'import "a"' + "import 'b'" + @'import "c"' + import 'd'`, ['d']],
  [`|||\n  import 'a'\n||| + import 'b'`, ['b']],
  [`|||\n\n  import 'a'\n\n  |||\n||| + import 'b'`, ['b']],
  [`"it's \\" import 'a'" + import 'b'`, ['b']],
  [`import /* why */ 'a' + importstr // why\n 'b'`, ['a', 'b']],
  [`import 'a\\u0062\\n'`, ['ab\n']],
  [`imports 'a'; reimport 'b'; import_ 'c'`, []],
  [`import x + import (y) + import |||\n  z\n|||`, [undefined, undefined, undefined]],
  [`import import 'a'`, [undefined, 'a']],
  [`import`, [undefined]],
  [`import 'never closed`, [undefined]],
  [`import 'bad \\q escape'`, [undefined]],
  [`{ broken: [ } import 'a' ]] local import 'b'`, ['a', 'b']],
  [`a ||| b import 'c'`, ['c']],
])('%s', (source, expected) => {
  expect(specifiers(source)).toEqual(expected);
});

const pieces = [
  'import',
  'importstr ',
  "'a'",
  '"b"',
  '@"',
  "'",
  '"',
  '|||',
  '\n',
  '  ',
  '\\',
  '/*',
  '*/',
  '//',
  '#',
  'x',
  '(',
  '\r\n',
  '|||-\n  ',
];

test('never throws, whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (source) => {
      for (const found of scanImports(source)) {
        expect(source.startsWith(found.kind, found.start)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test('finds every import that an evaluation reads', () => {
  const noise = fc.constantFrom(
    `'import "no"'`,
    `@'import "no"'`,
    `|||\n  import 'no'\n|||`,
    `/* import 'no' */ 1`,
    `1 // import 'no'\n`,
    `"\\"import 'no'"`,
  );
  const item = fc.oneof(
    noise,
    fc.constantFrom('a', 'b', "c'd", 'é "x"').map((path) => `import ${JSON.stringify(path)}`),
  );
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const source = `[${items.join(', ')}]`;
      const read: string[] = [];
      const resolve = (specifier: string) => {
        read.push(specifier);
        return { path: specifier, contents: '1' };
      };
      evaluate(source, { filename: 'main', resolve });
      expect([...new Set(specifiers(source))].sort()).toEqual(read.sort());
    }),
  );
});

test('a large file is scanned in linear time', () => {
  const source = `local x = import 'a';\n`.repeat(50_000) + `'${'y'.repeat(5_000_000)}'`;
  const found = scanImports(source);
  expect([found.length, found.at(-1)!.line]).toEqual([50_000, 50_000]);
});
