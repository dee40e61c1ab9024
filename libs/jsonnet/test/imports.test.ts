import { describe, expect, test, vi } from 'vitest';
import { JsonnetError, codeFrame, evaluate } from '../src/index.js';
import { failure, memory, run } from './run.js';

const filename = 'main.jsonnet';

describe('imports', () => {
  test('are found through the resolver, each read once and listed in the order they were read', () => {
    const resolve = vi.fn(
      memory({
        'lib/a.libsonnet': `{ b: import 'b.libsonnet', text: importstr '../note.txt' }`,
        'lib/b.libsonnet': `{ n: 1 }`,
        'note.txt': 'hello',
        'raw.bin': new Uint8Array([0, 255]),
      })!,
    );
    const source = `[import 'lib/a.libsonnet', (import 'lib/b.libsonnet').n, importbin 'raw.bin']`;
    const result = evaluate(source, { filename, resolve });
    expect(result.value).toEqual([{ b: { n: 1 }, text: 'hello' }, 1, [0, 255]]);
    expect(result.imports).toEqual([
      { path: 'lib/a.libsonnet', kind: 'import' },
      { path: 'lib/b.libsonnet', kind: 'import' },
      { path: 'note.txt', kind: 'importstr' },
      { path: 'raw.bin', kind: 'importbin' },
    ]);
    expect(resolve.mock.calls).toEqual([
      ['lib/a.libsonnet', filename],
      ['b.libsonnet', 'lib/a.libsonnet'],
      ['../note.txt', 'lib/a.libsonnet'],
      ['lib/b.libsonnet', filename],
      ['raw.bin', filename],
    ]);
  });

  test('that are not needed are not read', () => {
    const resolve = vi.fn(memory({}));
    expect(run(`if true then 1 else import 'nowhere'`, { resolve })).toBe(1);
    expect(resolve).not.toHaveBeenCalled();
  });

  test('may refer to each other lazily', () => {
    const files = {
      'a.jsonnet': `{ name: 'a', other: (import 'b.jsonnet').name }`,
      'b.jsonnet': `{ name: 'b', other: (import 'a.jsonnet').name }`,
    };
    expect(run(`import 'a.jsonnet'`, { resolve: memory(files) })).toEqual({
      name: 'a',
      other: 'b',
    });
  });

  test('that need their own value are a cycle', () => {
    const files = { 'a.jsonnet': `import 'b.jsonnet'`, 'b.jsonnet': `import 'a.jsonnet'` };
    const error = failure(`import 'a.jsonnet'`, { resolve: memory(files) });
    expect(error.message).toContain('b.jsonnet:1:1: import cycle: a.jsonnet needs its own value');
    expect(error.trace.map((step) => step.location.file)).toEqual([
      'b.jsonnet',
      'a.jsonnet',
      'test.jsonnet',
    ]);
  });

  test('know their own path', () => {
    const resolve = memory({ 'lib/a.libsonnet': 'std.thisFile' });
    expect(run(`[std.thisFile, import 'lib/a.libsonnet']`, { resolve })).toEqual([
      'test.jsonnet',
      'lib/a.libsonnet',
    ]);
  });

  test('report the syntax errors of the file they read', () => {
    const resolve = memory({ 'a.jsonnet': '{ x: 1 y: 2 }' });
    const error = failure(`{ a: import 'a.jsonnet' }`, { resolve });
    expect(error.message).toBe(
      'a.jsonnet:1:7: expected "," or "}" after this field, found "y"\n' +
        '  1 | { x: 1 y: 2 }\n' +
        '    |       ^\n' +
        'hint: a comma is missing before "y"\n' +
        '  in import of "a.jsonnet" (test.jsonnet:1:6)\n' +
        '  in field "a" (test.jsonnet:1:6)',
    );
  });

  test('keep the error of the resolver as the cause', () => {
    const cause = new Error('disk on fire');
    const resolve = (): never => {
      throw cause;
    };
    const error = failure(`import 'a'`, { resolve });
    expect(error.message).toContain('cannot import "a": disk on fire');
    expect(error.cause).toBe(cause);
    expect(failure(`import 'a'`).message).toContain('this evaluation has no resolver');
  });

  test('of bytes that are not UTF-8 name the file', () => {
    const resolve = memory({ 'bad.txt': new Uint8Array([0x61, 0xff]) });
    expect(failure(`importstr 'bad.txt'`, { resolve }).message).toContain(
      'bad.txt is not valid UTF-8',
    );
    expect(failure(`import 'bad.txt'`, { resolve }).kind).toBe('import');
    expect(run(`importbin 'bad.txt'`, { resolve })).toEqual([0x61, 0xff]);
  });

  test('leave the text of every file within reach, for code frames', () => {
    const resolve = memory({ 'lib/a.libsonnet': '{\n  port: 80,\n}' });
    const result = evaluate(`import 'lib/a.libsonnet'`, { filename, resolve });
    const location = result.locate(['port'])!;
    expect(codeFrame(result.source(location.file)!, location)).toBe(
      '  2 |   port: 80,\n    |         ^^',
    );
    expect(result.source(filename)).toBe(`import 'lib/a.libsonnet'`);
    expect(result.source('elsewhere')).toBeUndefined();
  });
});

describe('values from outside', () => {
  test('external variables', () => {
    const options = {
      extVars: { region: 'eu', limits: { a: [1, null] } },
      extCode: { twice: 'function(x) x * 2' },
    };
    const source = `[std.extVar('region'), std.extVar('limits').a, std.extVar('twice')(4)]`;
    expect(run(source, options)).toEqual(['eu', [1, null], 8]);
    expect(failure(`std.extVar('regoin')`, options).hint).toBe('did you mean "region"?');
  });

  test('an error in the code of an external variable is placed in it', () => {
    const error = failure(`std.extVar('x')`, { extCode: { x: '1 +' } });
    expect(error.location!.file).toBe('<extCode x>');
  });

  test('top-level arguments', () => {
    const source = `function(name, count=1) { name: name, count: count }`;
    expect(run(source, { tlas: { name: 'n' } })).toEqual({ name: 'n', count: 1 });
    expect(run(source, { tlas: { name: 'n' }, tlaCode: { count: '1 + 1' } })).toEqual({
      name: 'n',
      count: 2,
    });
    expect(failure(source).message).toContain('missing argument "name"');
    expect(failure(source, { tlas: { name: 'n', cuont: 2 } }).hint).toBe('did you mean "count"?');
  });

  test('what std.trace says goes to the caller', () => {
    const lines: string[] = [];
    expect(run(`std.trace('hello', 1)`, { trace: (line) => lines.push(line) })).toBe(1);
    expect(lines).toEqual(['hello']);
  });

  test('an evaluation inside a resolver does not disturb the one around it', () => {
    const resolve = (specifier: string) => ({
      path: specifier,
      contents: String(evaluate(specifier, { filename: 'inner', maxStack: 50 }).value),
    });
    const source = `local f(n) = if n == 0 then import '20 + 1' else f(n - 1); f(200) * 2`;
    expect(run(source, { resolve })).toBe(42);
  });
});

test('an error is a JsonnetError and an Error', () => {
  const error = failure('x');
  expect(error).toBeInstanceOf(JsonnetError);
  expect(error.name).toBe('JsonnetError');
});
