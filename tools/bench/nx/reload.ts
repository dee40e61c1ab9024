import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@rowhouse/harness';

import { createWorkspace, nxVersions, usePython } from '../../../e2e/nx/support/workspace.js';

const config = 'apps/api/codegen.config.jsonnet';

/**
 * How long a developer waits for the served API after an edit of the config.
 *
 * @returns seconds of some edits.
 */
export async function measureReload(): Promise<number[]> {
  const ws = await createWorkspace({ nxVersion: nxVersions.main });
  await usePython(ws);
  ws.env['DATABASE_URL'] = 'postgresql+asyncpg://localhost/none';
  await ws.nx('g', '@rowhouse/nx:app', 'api', '--python=pip');
  await ws.nx('g', '@rowhouse/nx:resource', 'Invoice', '--project=api', '--fields=number:str');
  const port = await freePort();
  const serving = ws.start('run', 'api:serve', `--port=${port}`);
  try {
    const document = `http://127.0.0.1:${port}/openapi.json`;
    const served = (isIt: (text: string) => boolean) => until(document, isIt);
    await served((text) => text.includes('"patch"'));
    const whole = await ws.read(config);
    const part = whole.replace(/.*'update'.*\n/, '');
    const seconds: number[] = [];
    for (const text of [part, whole, part, whole, part]) {
      await sleep(1000);
      const start = performance.now();
      await ws.write({ [config]: text });
      await served((answer) => answer.includes('"patch"') === (text === whole));
      seconds.push((performance.now() - start) / 1000);
    }
    return seconds;
  } finally {
    await serving.stop();
    await ws.dispose();
  }
}

/** While the server starts again, nobody answers. */
async function until(url: string, isIt: (text: string) => boolean): Promise<void> {
  for (;;) {
    const text = await fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );
    if (text !== '' && isIt(text)) return;
    await sleep(50);
  }
}
