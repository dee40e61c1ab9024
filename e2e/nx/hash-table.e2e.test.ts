import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { projectRows, workspaceRows, type HashRow } from './support/hash-rows.js';
import { repository } from '../../tools/packages/own-packages.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/**
 * The table in docs/nx.md, row by row: each target runs, then is answered from the cache, then one
 * thing changes. Rows that concern one project each are changed together, so a few runs do.
 */
let ws: NxWorkspace;
let statuses: Record<string, string>;

const rows = [...projectRows, ...workspaceRows];
const RUN_ALL = ['run-many', '--targets=codegen,test'];
const taskOf = ({ id, target = 'codegen' }: HashRow) => `${id}:${target}`;
const titled = (each: readonly HashRow[]) => each.map((row) => [row.what, row.then, row] as const);
const words = { runs: 'ran', cached: 'local cache' };

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      '.gitignore': 'node_modules\n.nx\n_generated/\ndist\nlocal.libsonnet\n',
      ...Object.assign({}, ...rows.map(({ files }) => files)),
    },
  });
  await symlink('../../shared/linked', join(ws.root, 'apps/link/linked'));
  await mkdir(join(ws.root, 'node_modules/@ws'));
  for (const name of (await ws.run('ls', 'libs')).trim().split('\n')) {
    await symlink(`../../libs/${name}`, join(ws.root, 'node_modules/@ws', name));
  }
  await ws.run('sh', '-c', 'echo excluded.libsonnet >> .git/info/exclude');
  await ws.commit();
  const first = await ws.statuses(...RUN_ALL);
  const second = await ws.statuses(...RUN_ALL);
  for (const row of projectRows) {
    expect([row.id, first[taskOf(row)], second[taskOf(row)]]).toEqual([
      row.id,
      'ran',
      'local cache',
    ]);
    await row.change(ws);
  }
  statuses = await ws.statuses(...RUN_ALL);
});

afterAll(() => ws.dispose());

describe('in one project', () => {
  test.each(titled(projectRows))('%s: %s', async (_what, _then, row) => {
    expect(statuses[taskOf(row)]).toBe(words[row.then]);
    if (row.after) expect(await row.after(ws)).toBe(true);
  });
});

describe('in the workspace', () => {
  test.each(titled(workspaceRows))('%s: %s', async (_what, _then, row) => {
    const task = taskOf(row);
    await ws.nx('run', task);
    expect((await ws.statuses('run', task))[task]).toBe('local cache');
    const options = (await row.change(ws)) as readonly string[] | undefined;
    const flags = Array.isArray(options) ? (options as string[]) : [];
    expect((await ws.statuses('run', task, ...flags))[task]).toBe(words[row.then]);
  });
});

test('the page has these rows', async () => {
  const page = await readFile(join(repository, 'docs/nx.md'), 'utf8');
  const [, table] = /\| when this changes +\| `codegen` +\|\n\| -.*\n((?:\|.*\n)+)/.exec(page)!;
  const shown = table!
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| +| +\|$/g, '').trim()));
  const expected = rows.map(({ what, then }) => [what, then]);
  expect(shown).toEqual(expected);
  expect(shown.length).toBeGreaterThanOrEqual(30);
});
