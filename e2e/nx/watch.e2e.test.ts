import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** Code that is generated again while something else runs, as docs/nx.md shows. */
let ws: NxWorkspace;

const serve = {
  command: `node -e "console.log('serving'); setInterval(() => {}, 1000)"`,
  continuous: true,
  dependsOn: ['codegen', 'codegen-watch'],
};

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...project('api', config(`import 'fields.libsonnet'`)),
      'apps/api/project.json': JSON.stringify({ name: 'api', targets: { serve } }),
      'apps/api/fields.libsonnet': field('a'),
    },
  });
});

afterAll(() => ws.dispose());

async function generated(text: string, timeout = 60_000): Promise<void> {
  const read = async () => expect(await ws.read(schemas('api'))).toContain(text);
  await vi.waitFor(read, { timeout, interval: 200 });
}

/** Until Nx answers a change: it says that it waits before its daemon looks at the files, and loses what comes between. */
async function isWatched(): Promise<void> {
  const change = async () => {
    await ws.write({ 'apps/api/fields.libsonnet': field('first') });
    await generated('first: str', 5_000);
  };
  await vi.waitFor(change, { timeout: 60_000 });
}

test('serve, which depends on codegen-watch, goes on while code is generated again', async () => {
  const serving = ws.start('run', 'api:serve');
  try {
    await serving.printed('serving');
    await generated('a: str');
    await ws.write({ 'apps/api/fields.libsonnet': '[' });
    await ws.write({ 'apps/api/fields.libsonnet': field('later') });
    await generated('later: str');
  } finally {
    await serving.stop();
  }
});

test('nx watch runs codegen after each change of a file of the project', async () => {
  ws.env['NX_DAEMON'] = 'true';
  try {
    const run = `${process.execPath} node_modules/nx/dist/bin/nx.js run api:codegen`;
    const watching = ws.start('watch', '--projects=api', '--verbose', '--', run);
    try {
      await watching.printed('watch process waiting');
      await isWatched();
      await ws.write({ 'apps/api/fields.libsonnet': field('watched') });
      await generated('watched: str');
    } finally {
      await watching.stop();
    }
  } finally {
    await ws.nx('daemon', '--stop');
    ws.env['NX_DAEMON'] = 'false';
  }
});
