import { spawn, type StdioOptions } from 'node:child_process';
import { existsSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { directory, onDatabase, schema, withProject } from './command.js';

const program = join(import.meta.dirname, '../../bin/schema.js');

withProject();

/** Runs the program on the migrations, with standard output going where `stdout` says. */
function run(args: readonly string[], stdout: 'closed' | number) {
  const more = ['--migrations', join(directory, 'migrations'), ...onDatabase()];
  const stdio: StdioOptions = ['ignore', stdout === 'closed' ? 'pipe' : stdout, 'pipe'];
  const child = spawn(process.execPath, [program, ...args, ...more], { stdio });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr!.on('data', (chunk) => (stderr += String(chunk)));
  return new Promise<{ status: number | null; stderr: string }>((end) => {
    child.on('close', (status) => end({ status, stderr }));
  });
}

test('a migration goes on when its reader leaves, and a failure stays one', async () => {
  await schema('generate', 'one', ...onDatabase());
  expect((await run(['migrate'], 'closed')).status).toBe(0);
  expect((await schema('status', ...onDatabase())).out).toMatch(/^applied /);
  expect((await run(['rollback', '--steps', '0'], 'closed')).status).toBe(1);
  expect((await run(['rollback'], 'closed')).status).toBe(1);
});

test.runIf(existsSync('/dev/full'))(
  'an output that is full is one line and a failure',
  async () => {
    await schema('generate', 'one', ...onDatabase());
    const device = openSync('/dev/full', 'w');
    const result = await run(['status'], device);
    closeSync(device);
    expect(result).toEqual({
      status: 1,
      stderr: 'error: cannot write to standard output: ENOSPC: no space left on device\n',
    });
  },
);

test('a mistake in the command line is JSON with --json, as any failure', async () => {
  const { code, out, err } = await schema('migrate', '--json', '--allow');
  expect({ code, err }).toEqual({
    code: 1,
    err: "error: unknown option '--allow'",
  });
  expect(JSON.parse(out)).toEqual({
    error: { kind: 'usage', prefix: 'error', issues: [{ message: "unknown option '--allow'" }] },
  });
});
