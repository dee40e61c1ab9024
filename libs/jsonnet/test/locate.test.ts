import { expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { memory } from './run.js';

/** The text at which `locate` points, as file:line:column:text. */
function at(
  source: string,
  path: (string | number)[],
  part: 'key' | 'value' = 'value',
): string | undefined {
  const files = { 'lib.libsonnet': '{\n  base: { port: 80, host: "h" },\n}' };
  const result = evaluate(source, { filename: 'main', resolve: memory(files) });
  const location = result.locate(path, { part });
  if (!location) return undefined;
  const { file, line, column, endLine, endColumn } = location;
  const lines = result
    .source(file)!
    .split('\n')
    .slice(line - 1, endLine);
  const text = lines.join('\n').slice(column - 1, lines.length > 1 ? undefined : endColumn - 1);
  return `${file}:${line}:${column}:${text}`;
}

test.each<[string, (string | number)[], string | undefined]>([
  ['{ a: 1, b: { c: [2, 3] } }', ['b', 'c', 1], 'main:1:21:3'],
  ['{ a: 1 }\n+ { a: 2 }', ['a'], 'main:2:8:2'],
  ['{ a: { x: 1 } } + { a+: { y: 2 } }', ['a', 'x'], 'main:1:11:1'],
  ['(import "lib.libsonnet").base { port: 81 }', ['host'], 'lib.libsonnet:2:27:"h"'],
  ['(import "lib.libsonnet").base { port: 81 }', ['port'], 'main:1:39:81'],
  ['local f(n) = { name: n }; { list: [f("a")] + [f("b")] }', ['list', 1], 'main:1:47:f("b")'],
  ['local f(n) = { name: n }; { list: [f("a")] }', ['list', 0, 'name'], 'main:1:22:n'],
  ['{ list: [{ v: i } for i in [1, 2]] }', ['list', 1], 'main:1:10:{ v: i }'],
  ['{ list: [{ v: i } for i in [1, 2]] }', ['list', 1, 'v'], 'main:1:15:i'],
  ['{ list: std.map(function(i) i, [1]) }', ['list', 0], 'main:1:9:std.map(function(i) i, [1])'],
  ['{ list: [i for i in [1]] + [5] }', ['list', 1], 'main:1:29:5'],
  ['{ [k]: k + "!" for k in ["x"] }', ['x'], 'main:1:8:k + "!"'],
  ['{ a: 1 }', [], 'main:1:1:{ a: 1 }'],
  ['{ a: 1 }', ['b'], undefined],
  ['{ a:: 1 }', ['a'], undefined],
  ['{ a: [1] }', ['a', 1], undefined],
  ['{ a: 1 }', ['a', 'b'], undefined],
])('%s at %j', (source, path, place) => {
  expect(at(source, path)).toBe(place);
});

test('the name of a field', () => {
  expect(at('{ a: { "some name": 1 } }', ['a', 'some name'], 'key')).toBe('main:1:8:"some name"');
});
