import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScannedImport } from '../src/index.js';
import { evaluate, scanImports } from '../src/index.js';

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

/** What looks like an import and is none, and what does not matter between two words. */
const noise = fc.constantFrom(
  `'import "no"'`,
  `@'import "no"'`,
  `|||\n  import 'no'\n|||`,
  `"\\"import 'no'"`,
  `{ 'import': 1 }`,
  `1`,
);
const space = fc.constantFrom(
  ' ',
  '\n',
  ` /* import 'no' */ `,
  ` // import 'no'\n`,
  ` # it's\n`,
  '\t\r\n',
);

/** A program of which an evaluation reads every import; `§` stands for a name of its own. */
const program = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const kind = fc.constantFrom('import', 'importstr', 'importbin');
  const path = fc.constantFrom(`'§'`, `"§"`, `@'§'`, `@"§"`, `'\\u0061§'`, `"é 'x' §"`);
  return {
    expression: fc.oneof(
      { maxDepth: 4 },
      noise,
      fc.tuple(kind, space, path).map((words) => words.join('')),
      fc.array(inner, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc.tuple(space, inner, space).map(([a, item, b]) => `(${a}${item}${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `{ a: ${a}, ['b']: self.a, c: [${b}] }`),
      fc.tuple(inner, inner).map(([a, b]) => `local x = ${a}; [x, ${b}]`),
      inner.map((item) => `(function(x) [x, x])(${item})`),
      inner.map((item) => `[item for item in [${item}] if true]`),
    ),
  };
}).expression;

test('finds the imports of a program that the evaluator reads, and no others', () => {
  fc.assert(
    fc.property(program, (template) => {
      let count = 0;
      const source = template.replace(/§/g, () => `file${count++}`);
      const read = evaluate(source, {
        filename: 'main',
        resolve: (specifier) => ({ path: specifier, contents: '1' }),
      }).imports.map(({ kind, path }) => `${kind} ${path}`);
      const scanned = scanImports(source).map(({ kind, specifier }) => `${kind} ${specifier}`);
      expect(scanned.sort()).toEqual(read.sort());
    }),
    { numRuns: 1000 },
  );
});

test('a large file is scanned in linear time', () => {
  const source = `local x = import 'a';\n`.repeat(50_000) + `'${'y'.repeat(5_000_000)}'`;
  const found = scanImports(source);
  expect([found.length, found.at(-1)!.line]).toEqual([50_000, 50_000]);
});
