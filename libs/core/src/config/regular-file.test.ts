import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadConfig } from './load.js';

let root: string;
const server = createServer();
const posix = process.platform !== 'win32';

/** Paths that are no files of a sensible size, and what is said of each. */
const paths: readonly (readonly [name: string, problem: string])[] = [
  ['directory', 'it is a directory, expected a file'],
  ['large', 'it is 64.5 MiB large, expected at most 64 MiB'],
  ...(posix
    ? ([
        ['pipe', 'it is a named pipe, expected a file'],
        ['socket', 'it is a socket, expected a file'],
        ['/dev/zero', 'it is a device, expected a file'],
      ] as const)
    : []),
];

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'config-')));
  mkdirSync(join(root, 'directory'));
  writeFileSync(join(root, 'large'), '');
  truncateSync(join(root, 'large'), 64.5 * 2 ** 20);
  if (!posix) return;
  expect(spawnSync('mkfifo', [join(root, 'pipe')]).status).toBe(0);
  await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

describe.each(['import', 'importstr', 'importbin'])('%s', (keyword) => {
  test.each(paths)('refuses %s at once', (name, problem) => {
    writeFileSync(join(root, 'a.jsonnet'), `{ x: ${keyword} '${name}' }`);
    expect(() => loadConfig(join(root, 'a.jsonnet'), root)).toThrow(
      `a.jsonnet:1:6: cannot import "${name}": ${problem}`,
    );
  });
});

test.each(paths)('as a config, %s is refused at once', (name, problem) => {
  const path = name.startsWith('/') ? name : join(root, name);
  expect(() => loadConfig(path, root)).toThrow(`${name}: ${problem}`);
});

test('maxMemory ends the evaluation of a config with a place, and says what to do', () => {
  writeFileSync(join(root, 'b.jsonnet'), '{ x: std.makeArray(1000000, function(i) i) }');
  const load = () => loadConfig(join(root, 'b.jsonnet'), root, { maxMemory: 2 ** 26 });
  expect(load).toThrow('b.jsonnet:1:6: the evaluation takes more than 64 MiB of memory');
  expect(load).toThrow('It may never end. If the config is just large, raise --max-memory.');
});

test('maxMemory bounds a config in JSON as well, which JSON.parse would take whole', () => {
  const load = (text: string) => {
    writeFileSync(join(root, 'b.json'), text);
    return loadConfig(join(root, 'b.json'), root, { maxMemory: 2 ** 26 });
  };
  expect(() => load(`[${Array(500_000).fill('[]').join()}]`)).toThrow(
    'b.json:1:1: the evaluation takes more than 64 MiB of memory',
  );
  // What fits is strict JSON still, however many values it looks to have.
  const text = ','.repeat(150_000);
  expect(load(`["${text}"]`).value).toEqual([text]);
  expect(() => load(`["${text}",]`)).toThrow('JSON has no trailing commas');
});
