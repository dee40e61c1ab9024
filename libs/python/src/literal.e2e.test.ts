import { spawnSync } from 'node:child_process';

import { pythonProgram } from '@rowhouse/harness';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { literal } from './literal.js';

/** Reads `[literal, JSON]` pairs and prints those that Python reads differently. */
const compare = `
import ast, json, sys
for source, expected in json.load(sys.stdin):
    same = ast.literal_eval(source) == json.loads(expected, parse_int=float)
    if not same or not source.isascii() or "\\n" in source:
        print(source)
`;

const hostile = fc.stringMatching(/^["'\\{}<%\n\r\t#=-]*$/);
const anyString = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), hostile);

test('Python reads every literal back as an equal value', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const samples = [
    ...fc.sample(anyString, 3000),
    ...fc.sample(value, 2000),
    ...fc.sample(fc.dictionary(anyString, anyString), 500),
    ...fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), 1000),
    '\ud800',
    '\udc00\ud800',
    '\u2028\u2066\ufeff',
  ];
  const pairs = samples.map((sample) => [literal(sample), JSON.stringify(sample)]);
  const run = spawnSync(pythonProgram('python'), ['-c', compare], {
    input: JSON.stringify(pairs),
    encoding: 'utf8',
  });
  expect({ stdout: run.stdout, stderr: run.stderr }).toEqual({ stdout: '', stderr: '' });
});
