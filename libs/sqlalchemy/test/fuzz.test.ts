import fc from 'fast-check';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { formatFacts, ModelReader } from '../src/index.js';
import { goldenFolder, goldens } from './goldens.js';

/**
 * Real modules with parts cut out, doubled, swapped and replaced: whatever comes of it is read to the
 * end, without an error. `FUZZ_RUNS` asks for more of them.
 */
const runs = Number(process.env['FUZZ_RUNS'] ?? 300);
const sources = goldens.flatMap((name) =>
  readdirSync(goldenFolder(name))
    .filter((file) => file.endsWith('.py'))
    .map((file) => readFileSync(join(goldenFolder(name), file), 'latin1')),
);
const PIECES = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  '.',
  '"',
  "'",
  '\\',
  '\n',
  '    ',
  '*',
  '**',
  '=',
  '@',
  '|',
  '#',
  'class ',
  'def ',
  'lambda ',
  'import ',
  'from ',
  'for x in y',
  'if ',
  'not ',
  '\u0000',
  'é',
  'f"{',
];

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'models-fuzz-'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

const edit = fc.record({
  kind: fc.constantFrom('cut', 'double', 'insert', 'move', 'rename'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  size: fc.integer({ min: 1, max: 60 }),
  piece: fc.constantFrom(...PIECES),
});

it('reads mutated modules', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      (source, edits) => {
        const text = edits.reduce(apply, source);
        writeFileSync(join(root, 'models.py'), text);
        const reader = new ModelReader({ roots: [root], environment: false });
        const facts = reader.module('models');
        expect(facts).toBeDefined();
        for (const model of facts ?? []) expect(formatFacts(model)).toContain(model.name);
        reader.problems();
      },
    ),
    { numRuns: runs },
  );
});

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(text: string, { kind, at, to, size, piece }: Edit): string {
  const from = Math.floor(at * text.length);
  const part = text.slice(from, from + size);
  const target = Math.floor(to * text.length);
  switch (kind) {
    case 'cut':
      return text.slice(0, from) + text.slice(from + size);
    case 'double':
      return text.slice(0, from) + part + text.slice(from);
    case 'insert':
      return text.slice(0, from) + piece + text.slice(from);
    case 'move':
      return text.slice(0, target) + part + text.slice(target);
    default: {
      // One name becomes another one that is there.
      const names = [...text.matchAll(/\w+/g)].map(([name]) => name);
      const old = names[Math.floor(at * names.length)] ?? 'x';
      const made = names[Math.floor(to * names.length)] ?? 'y';
      return text.replaceAll(new RegExp(`\\b${old}\\b`, 'g'), made);
    }
  }
}
