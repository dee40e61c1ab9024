import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { project } from './support/configs.js';
import { startRemoteCache, type RemoteCache } from './support/remote-cache.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** What Nx does when its remote cache fails, as docs/nx-in-ci.md says. */
let ws: NxWorkspace;
let cache: RemoteCache;

beforeAll(async () => {
  cache = await startRemoteCache('secret-token');
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: { ...project('a'), ...project('b') },
  });
  cache.use(ws.env);
  await ws.nx('run-many', '--targets=codegen');
});

afterAll(async () => {
  await ws.dispose();
  await cache.close();
});

const restore = async () => {
  await ws.remove('.nx');
  await ws.remove('apps/a/_generated');
  return ws.tryNx('run', 'a:codegen');
};

test.each([
  ['responds with 500', 'failing'],
  ['serves something other than an archive', { serving: Buffer.from('no archive') }],
] as const)('a cache that %s fails the run', async (_, how) => {
  cache.behave(how);
  expect((await restore()).code).toBe(1);
});

test('what it serves is taken as it is', async () => {
  const foreign = [...cache.results.values()].find((each) => gunzipSync(each).includes('apps/b/'))!;
  cache.behave({ serving: foreign });
  expect((await restore()).output).toContain('[remote cache]');
});
