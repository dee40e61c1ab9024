import { pythonProgram } from '@rowhouse/harness';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { serveDemo, type DemoApi } from './demo-api.js';

const run = promisify(execFile);

let demo: DemoApi;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
});
afterAll(() => demo.stop());

test('schemathesis finds no server error and no answer that breaks its own schema', async () => {
  const checks = [
    'not_a_server_error',
    'status_code_conformance',
    'content_type_conformance',
    'response_headers_conformance',
    'response_schema_conformance',
  ];
  const args = [
    'run',
    `${demo.api.url}/openapi.json`,
    ...['--header', `Authorization: Bearer ${demo.token}`],
    ...['--checks', checks.join(',')],
    ...['--max-examples', '40', '--seed', '1', '--generation-database', 'none', '--no-color'],
  ];
  const result = await run(pythonProgram('schemathesis'), args, {
    cwd: demo.directory,
    maxBuffer: 64 << 20,
  }).catch((error: { stdout: string; stderr: string }) => error);
  expect('code' in result ? result.stdout + result.stderr : '').toBe('');
});
