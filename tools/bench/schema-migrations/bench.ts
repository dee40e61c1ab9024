import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, startPostgres } from '@rowhouse/harness';
import { desiredState, restView, table, type DesiredState } from '@rowhouse/schema';
import { check, generate, migrate, StepPipeline } from '@rowhouse/schema/migrations';
import { text } from 'drizzle-orm/pg-core';

import { costText, stopwatch } from '../schema/cost.js';
import { pgcraftCost } from '../schema/pgcraft.js';
import { wideSchema } from '../schema/wide-schema.js';

/**
 * What migrations take: wall-clock time with the server's share, and the CPU time of this process.
 * `generate` plans, and then proves its scripts by running them back and forth. The bars are those of
 * a quiet machine with two cores, at 500 tables with a view each: planning under 6 s and in
 * half the time that pgcraft takes, proving no longer than planning, a check without a change under 2 s.
 */
const server = await startPostgres();
const titles = [
  'plan first',
  'and prove',
  'migrate',
  'check',
  'plan one more',
  'and prove',
  'no change',
  'pgcraft plan',
];
console.log(`tables${titles.map((title) => title.padStart(15)).join('')}`);
for (const size of [100, 200, 300, 400, 500]) {
  const database = await createDatabase(server.url);
  const directory = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
  const place = { directory, databaseUrl: database.url };
  const write = (state: DesiredState) => {
    const planning = stopwatch();
    let planned = '';
    let proving = planning;
    const pipeline = new StepPipeline().addRewriter('bench', (steps, { direction }) => {
      if (direction === 'up') return steps;
      planned = costText(planning());
      proving = stopwatch();
      return steps;
    });
    return generate({ ...place, state, name: 'bench', pipeline }).then(() => [
      planned,
      costText(proving()),
    ]);
  };
  const before = stateOf(size, false);
  const after = stateOf(size, true);
  const cells = [
    ...(await write(before)),
    await cost(() => migrate(place)),
    await cost(() => check({ ...place, state: before })),
    ...(await write(after)),
    await cost(() => write(after)),
    await pgcraftPlan(size),
  ];
  console.log(String(size).padStart(6) + cells.map((cell) => cell.padStart(15)).join(''));
  await database.drop();
  await rm(directory, { recursive: true });
}
await server.stop();

function stateOf(size: number, more: boolean): DesiredState {
  const { metadata, config } = wideSchema(size);
  if (more) {
    restView(table('one_more', { title: text().notNull() }, { metadata, config, schema: 'app' }));
  }
  return desiredState(metadata, config);
}

async function pgcraftPlan(size: number): Promise<string> {
  const empty = await createDatabase(server.url);
  const plan = pgcraftCost(size, empty.url)?.plan;
  await empty.drop();
  return plan ? costText(plan) : '';
}

async function cost(work: () => Promise<unknown>): Promise<string> {
  const taken = stopwatch();
  await work();
  return costText(taken());
}
