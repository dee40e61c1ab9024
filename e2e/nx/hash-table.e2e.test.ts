import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loudRows, projectRows, quietRows, type HashRow } from './support/hash-rows.js';
import { createWorkspace, nxVersions, usePython, type NxWorkspace } from './support/workspace.js';

/**
 * What is in the hash, row by row: each target runs, then is answered from the cache, then
 * everything changes at once. What is in the hash of every project changes afterwards, one by one.
 */
let ws: NxWorkspace;
let statuses: Record<string, string>;

const togetherRows = [...projectRows, ...quietRows];
const rows = [...togetherRows, ...loudRows];
const RUN_ALL = ['run-many', '--targets=codegen,test'];
const taskOf = ({ id, target = 'codegen' }: HashRow) => `${id}:${target}`;
const titled = (each: readonly HashRow[]) => each.map((row) => [row.what, row.then, row] as const);
const words = { runs: 'ran', cached: 'local cache' };

/** Changes something; the flags for the next run, if that is what changes. */
async function change(row: HashRow): Promise<readonly string[]> {
  const flags = await row.change(ws);
  return Array.isArray(flags) ? (flags as string[]) : [];
}

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      '.gitignore': 'node_modules\n.nx\n_generated/\ndist\nlocal.libsonnet\n',
      ...Object.assign({}, ...rows.map(({ files }) => files)),
    },
  });
  await usePython(ws);
  // What lies there is installed, for pip.
  ws.env['PYTHONPATH'] = join(ws.root, 'packages/here');
  await symlink('../../shared/linked', join(ws.root, 'apps/link/linked'));
  await mkdir(join(ws.root, 'node_modules/@ws'));
  for (const name of (await ws.run('ls', 'libs')).trim().split('\n')) {
    await symlink(`../../libs/${name}`, join(ws.root, 'node_modules/@ws', name));
  }
  await ws.run('sh', '-c', 'echo excluded.libsonnet >> .git/info/exclude');
  await ws.commit();
  const first = await ws.statuses(...RUN_ALL);
  const second = await ws.statuses(...RUN_ALL);
  const flags: string[] = [];
  for (const row of togetherRows) {
    expect([row.id, first[taskOf(row)], second[taskOf(row)]]).toEqual([
      row.id,
      'ran',
      'local cache',
    ]);
    flags.push(...(await change(row)));
  }
  statuses = await ws.statuses(...RUN_ALL, ...flags);
});

afterAll(() => ws.dispose());

describe('changed together', () => {
  test.each(titled(togetherRows))('%s: %s', async (_what, _then, row) => {
    expect(statuses[taskOf(row)]).toBe(words[row.then]);
    if (row.after) expect(await row.after(ws)).toBe(true);
  });
});

describe('in every hash', () => {
  test.each(titled(loudRows))('%s: %s', async (_what, _then, row) => {
    const task = taskOf(row);
    expect((await ws.statuses('run', task, ...(await change(row))))[task]).toBe(words[row.then]);
  });
});
