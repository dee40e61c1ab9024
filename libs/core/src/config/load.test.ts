import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { hashConfig } from './hash.js';
import { loadConfig, displayPath } from './load.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'config-')));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const load = (path: string) => loadConfig(join(root, path), root);

describe('loadConfig', () => {
  it('evaluates Jsonnet, with imports relative to the importing file', () => {
    write('a.jsonnet', `{ x: (import 'lib/b.libsonnet').y, text: importstr 'lib/c.txt' }`);
    write('lib/b.libsonnet', `{ y: import 'd.json' }`);
    write('lib/c.txt', 'hello');
    write('lib/d.json', '[1]');
    const config = load('a.jsonnet');
    expect(config.value).toEqual({ x: [1], text: 'hello' });
    const names = ['a.jsonnet', 'lib/b.libsonnet', 'lib/d.json', 'lib/c.txt'];
    expect([...config.files].sort()).toEqual(names.map((name) => join(root, name)).sort());
    expect(config.files[0]).toBe(join(root, 'a.jsonnet'));
  });

  it('takes an import whose first segment is stdlib from the bundled helpers', () => {
    write('stdlib/own.libsonnet', '{ own: true }');
    write('a.jsonnet', `import './stdlib/own.libsonnet'`);
    expect(load('a.jsonnet').value).toEqual({ own: true });
    write('a.jsonnet', `import 'stdlib/own.libsonnet'`);
    expect(() => load('a.jsonnet')).toThrow('The bundled helpers are: stdlib/');
  });

  it('drops a byte order mark, of the config and of what it imports', () => {
    write('a.jsonnet', `\uFEFF{ x: import 'b.libsonnet' }`);
    write('b.libsonnet', '\uFEFF1');
    expect(load('a.jsonnet').value).toEqual({ x: 1 });
  });

  it('leaves out the `$schema` of a JSON config, which is for editors', () => {
    write('a.json', '{"$schema": "./s.json", "x": {"$schema": "kept"}}');
    expect(load('a.json').value).toEqual({ x: { $schema: 'kept' } });
    write('a.json', '{"$schema": 1}');
    expect(load('a.json').value).toEqual({ $schema: 1 });
    write('a.jsonnet', `{ '$schema': 's.json' }`);
    expect(load('a.jsonnet').value).toEqual({ $schema: 's.json' });
  });

  it('keeps fields that JavaScript treats specially as they are', () => {
    write('a.json', '{"__proto__": {"x": 1}, "constructor": 2}');
    const value = load('a.json').value as object;
    expect(Object.entries(value)).toEqual([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ]);
  });

  it('reads JSON as it would read the same text in Jsonnet', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('b', 'a', '10', '9', '__proto__', '\ue000', '😀', ':"'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(value, null, 1);
        write('a.json', text);
        write('a.jsonnet', text);
        expect(JSON.stringify(load('a.json').value)).toBe(JSON.stringify(load('a.jsonnet').value));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['{"a": 1, "b": {"c": 1, "c": 2}}', 'the field "c" is given twice'],
    ['{"a": 1e999}', 'too large'],
    [`${'['.repeat(600)}${']'.repeat(600)}`, 'nested more than 500 levels deep'],
  ])('leaves to the evaluator what it has to say of %s', (text, problem) => {
    write('a.json', text);
    expect(() => load('a.json')).toThrow(problem);
  });

  it('locates values and keys through imports, and the nearest place for what is missing', () => {
    write('a.jsonnet', `local b = import 'b.libsonnet';\n{ list: [b, { z: 1 }] }`);
    write('b.libsonnet', `{\n  y: 'why',\n}`);
    const config = load('a.jsonnet');
    expect(config.locate(['list', 0, 'y'], 'value')).toMatchObject({
      file: 'b.libsonnet',
      line: 2,
      column: 6,
    });
    expect(config.locate(['list', 0, 'y'], 'key')).toMatchObject({ line: 2, column: 3 });
    expect(config.locate(['list', 1, 'w'], 'value')).toMatchObject({
      file: 'a.jsonnet',
      line: 2,
      column: 13,
    });
    expect(config.source('b.libsonnet')).toContain('why');
  });

  it('tells which files it looks for, also when one is missing', () => {
    write('a.jsonnet', `[import 'b.libsonnet', import 'c.libsonnet']`);
    write('b.libsonnet', '1');
    const seen: string[] = [];
    const run = () =>
      loadConfig(join(root, 'a.jsonnet'), root, { onFile: (path) => seen.push(path) });
    expect(run).toThrow('there is no such file');
    expect(seen).toEqual(
      ['a.jsonnet', 'b.libsonnet', 'c.libsonnet'].map((name) => join(root, name)),
    );
  });

  it('passes on what std.trace says', () => {
    write('a.jsonnet', `{\n  x: std.trace('here', 1) + 1,\n}`);
    const said: string[] = [];
    loadConfig(join(root, 'a.jsonnet'), root, { onTrace: (message) => said.push(message) });
    expect(said).toEqual(['here']);
  });

  it.each([
    ['a comment', '{ // why\n}', 'a.json:1:3: JSON has no comments'],
    ['a trailing comma', '{"x": [1,]}', 'a.json:1:9: JSON has no trailing commas'],
    ['single quotes', `{'x': 1}`, 'a.json:1:2: '],
    ['an expression', '{"x": 1 + 1}', 'a.json:1:9: '],
    ['a key given twice', '{"x": 1,\n "x": 2}', 'a.json:2:2: the field "x" is given twice'],
    ['text behind it', '{} {}', 'a.json:1:4: '],
    ['a raw line break in a string', '{"x": "a\nb"}', 'a.json:1:7: unterminated string'],
  ])('refuses JSON with %s', (_, text, message) => {
    write('a.json', text);
    expect(() => load('a.json')).toThrow(message);
  });

  it('reads any JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(
        fc.object({
          maxDepth: 3,
          values: [
            fc.string(),
            fc.boolean(),
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.constant(null),
          ],
        }),
        (value) => {
          const text = JSON.stringify(value);
          write('a.json', text);
          expect(load('a.json').value).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('names the first byte that is not UTF-8', () => {
    write('a.jsonnet', Buffer.from([0x7b, 0xc3, 0xa9, 0x0a, 0xff, 0x7d]));
    expect(() => load('a.jsonnet')).toThrow('a.jsonnet is not UTF-8: byte 4 is 0xff');
  });
});

describe('the hash of a config', () => {
  it('is the same for the same data, whatever the order of keys', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([key, inner]) => [key, shuffled(inner)]));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        write('a.json', JSON.stringify(value));
        write('b.json', JSON.stringify(shuffled(value)));
        expect(load('a.json').hash).toBe(load('b.json').hash);
      }),
    );
  });

  it('differs for data that differs', () => {
    const hashes = [{ a: 1 }, { a: '1' }, { a: [1] }, { b: 1 }, {}, [], null, { a: 1, b: null }];
    expect(new Set(hashes.map(hashConfig)).size).toBe(hashes.length);
  });
});

it('shows paths relative to a root that they lie in', () => {
  expect(displayPath(join(root, 'a/b'), root)).toBe('a/b');
  expect(displayPath(join(root, 'a'), join(root, 'b'))).toBe(join(root, 'a'));
});
