import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from './run.js';

/** JSON data; -0 is left out, as JSON text has no way to keep it. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const literal = (value: unknown): string => JSON.stringify(value);

test('JSON is Jsonnet', () => {
  fc.assert(fc.property(json, (value) => void expect(run(literal(value))).toEqual(value)));
});

test('what is manifested as JSON, minified JSON or YAML parses to the same value', () => {
  fc.assert(
    fc.property(json, (value) => {
      const texts = ['std.manifestJson', 'std.manifestJsonMinified', 'std.toString']
        .map((write) => `std.parseJson(${write}(v))`)
        .slice(0, typeof value === 'string' ? 2 : 3);
      const source = `local v = ${literal(value)}; [${texts.join(', ')}]`;
      expect(run(source)).toEqual(texts.map(() => value));
    }),
  );
});

/** YAML has no plain form for control characters and odd line breaks, so texts are printable. */
const printable = fc.stringMatching(/^[ -~é😀]*$/);
const yamlValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    printable,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(printable, tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('what is manifested as YAML parses to the same value', () => {
  fc.assert(
    fc.property(yamlValue, fc.boolean(), fc.boolean(), (value, indents, quotes) => {
      const data = JSON.parse(JSON.stringify(value)) as unknown;
      const source = `std.parseYaml(std.manifestYamlDoc(${literal(data)}, ${indents}, ${quotes}))`;
      expect(run(source)).toEqual(data);
    }),
  );
});

test('strings are sequences of code points', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, fc.nat(8), fc.nat(8), (value, from, to) => {
      const characters = Array.from(value);
      const source = `local s = ${literal(value)}; [std.length(s), s[${from}:${to}], std.stringChars(s), std.join('', std.reverse(s))]`;
      expect(run(source)).toEqual([
        characters.length,
        characters.slice(from, Math.max(from, to)).join(''),
        characters,
        [...characters].reverse().join(''),
      ]);
    }),
  );
});

test('sorting is by code points, stable, and sets are what sets are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' })),
      fc.array(fc.integer({ max: 20 })),
      (texts, numbers) => {
        const byCodePoints = [...texts].sort((a, b) =>
          Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')),
        );
        expect(run(`std.sort(${literal(texts)})`)).toEqual(byCodePoints);
        const even = numbers.filter((n) => n % 2 === 0);
        const source = `local a = std.set(${literal(numbers)}), b = std.set(${literal(even)}); [std.setUnion(a, b) == a, std.setInter(a, b) == b, std.setDiff(b, a), std.setUnion(std.setDiff(a, b), b) == a]`;
        expect(run(source)).toEqual([true, true, [], true]);
      },
    ),
  );
});

test('base64 and UTF-8 undo themselves', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255)), fc.string({ unit: 'grapheme' }), (bytes, text) => {
      expect(run(`std.base64DecodeBytes(std.base64(${literal(bytes)}))`)).toEqual(bytes);
      expect(run(`std.base64(${literal(bytes)})`)).toBe(Buffer.from(bytes).toString('base64'));
      expect(run(`std.decodeUTF8(std.encodeUTF8(${literal(text)}))`)).toBe(text);
    }),
  );
});
