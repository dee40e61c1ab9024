import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProgramMaker, randomNumbers } from '../../../tools/jsonnet-fuzz/programs.js';
import { scanImports, tokenize } from '../src/index.js';
import { failure } from './run.js';

const values = (source: string): string[] =>
  tokenize(source)
    .tokens.slice(0, -1)
    .map(({ value }) => value);

describe('tokenize', () => {
  test('gives names, numbers, strings and symbols with their places', () => {
    const { tokens, problems } = tokenize(`{ a+:: "b\\n", 'c': 1_0.5e3 }`);
    expect(problems).toEqual([]);
    expect(tokens.map(({ kind, value, start, end }) => [kind, value, start, end])).toEqual([
      ['symbol', '{', 0, 1],
      ['name', 'a', 2, 3],
      ['symbol', '+::', 3, 6],
      ['string', 'b\n', 7, 12],
      ['symbol', ',', 12, 13],
      ['string', 'c', 14, 17],
      ['symbol', ':', 17, 18],
      ['number', '1_0.5e3', 19, 26],
      ['symbol', '}', 27, 28],
      ['end', '', 28, 28],
    ]);
  });

  test('leaves out space and every kind of comment, unless asked for them', () => {
    const source = 'a # b\n// c\n/* d\n */ e';
    expect(values(source)).toEqual(['a', 'e']);
    const { tokens } = tokenize(source, { trivia: true });
    expect(tokens.map(({ kind, value }) => [kind, value])).toEqual([
      ['name', 'a'],
      ['space', ' '],
      ['comment', '# b'],
      ['space', '\n'],
      ['comment', '// c'],
      ['space', '\n'],
      ['comment', '/* d\n */'],
      ['space', ' '],
      ['name', 'e'],
      ['end', ''],
    ]);
  });

  test('takes a string whole, whatever is in it', () => {
    expect(values(String.raw`"a\"//" 'b\'#' @'c''/*' @"d\"`)).toEqual([
      'a"//',
      "b'#",
      "c'/*",
      'd\\',
    ]);
  });

  test('takes a text block whole, blank and deeper lines included', () => {
    const block = '|||\n\n  a: "\n    deeper |||\n\n  }\n|||';
    expect(tokenize(`${block}, x`).tokens.slice(0, 3)).toMatchObject([
      { kind: 'textBlock', value: '\na: "\n  deeper |||\n\n}\n', start: 0, end: block.length },
      { value: ',' },
      { value: 'x' },
    ]);
  });

  test('tells the problems of a broken text, and goes on after each', () => {
    const { tokens, problems } = tokenize(`{ a: 'no end\n b: 0x1f, c: @, d: "\\q", e: 1 }`);
    expect(problems.map(({ problem, start }) => [problem, start])).toEqual([
      ['unclosed string', 5],
      ['not a number: 0x1f', 17],
      ['unexpected character "@"', 26],
      ['unknown escape "\\q" in a string', 33],
    ]);
    const malformed = tokens.filter(({ isMalformed }) => isMalformed);
    expect(malformed.map(({ kind, start }) => [kind, start])).toEqual([
      ['string', 5],
      ['number', 17],
      ['unknown', 26],
      ['string', 32],
    ]);
    expect(tokens.at(-3)).toMatchObject({ kind: 'number', value: '1', isMalformed: false });
  });

  test.each([
    ['an unclosed block', `|||\n${'  x\n\n'.repeat(100_000)}`],
    ['quotes that are all escaped', `'${"\n\\'".repeat(100_000)}`],
    ['quotes that are all doubled', `@'${"\n''".repeat(100_000)}`],
    ['stray characters', '@'.repeat(100_000)],
  ])('takes linear time on %s', (_, source) => {
    expect(tokenize(source).problems.length).toBeGreaterThan(0);
  });
});

const FRAGMENTS = [
  ...'\'"@|/*#\\\n\r\t\0{}[]();:,.$!é😀\ud800',
  '|||\n  x\n',
  '|||-\n',
  '/*',
  '*/',
  '//',
  "@'",
  '0x',
  '1e',
  '\\u12',
  'import ',
  'importstr "a"',
];

/** A program with some pieces left out, doubled, cut off or put in. */
function mutated(source: string, random: () => number): string {
  let text = source;
  for (let count = Math.floor(random() * 4); count > 0; count--) {
    const at = Math.floor(random() * (text.length + 1));
    const end = at + Math.floor(random() * 8);
    const fragment = FRAGMENTS[Math.floor(random() * FRAGMENTS.length)]!;
    const middle = [fragment, '', text.slice(at, end).repeat(2)][Math.floor(random() * 3)]!;
    text = text.slice(0, at) + middle + text.slice(random() < 0.05 ? text.length : end);
  }
  return text;
}

/** What must hold of any text. */
function check(source: string): void {
  const { tokens, problems } = tokenize(source, { trivia: true });
  expect(tokens.map(({ start, end }) => source.slice(start, end)).join('')).toBe(source);
  expect(tokens.findIndex(({ kind }) => kind === 'end')).toBe(tokens.length - 1);
  let end = 0;
  for (const token of tokens) {
    expect(token.start).toBe(end);
    end = token.end;
  }
  const meaning = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const plain = tokenize(source);
  expect(plain.problems).toEqual(problems);
  expect(plain.tokens.map(({ start }) => start)).toEqual(meaning.map(({ start }) => start));
  for (const found of scanImports(source)) {
    expect(source.startsWith(found.kind, found.start)).toBe(true);
  }
  const [first] = problems;
  if (first) expect(failure(source).problem).toBe(first.problem);
}

test('the tokens of any text are the text, and its first problem is the error of the evaluator', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), check), { numRuns: 200 });
  const pieces = fc.array(fc.constantFrom(...FRAGMENTS, 'x', '1', ' ', "'a'"));
  fc.assert(
    fc.property(
      pieces.map((parts) => parts.join('')),
      check,
    ),
    { numRuns: 400 },
  );
});

test('so are those of random programs, whole and broken', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = randomNumbers(seed);
      const program = new ProgramMaker(seed).program();
      expect(tokenize(program).problems).toEqual([]);
      check(program);
      check(mutated(program, random));
    }),
    { numRuns: 150 },
  );
});
