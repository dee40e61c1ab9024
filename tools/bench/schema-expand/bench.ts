import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, startPostgres } from '@rowhouse/harness';
import { desiredState, Metadata, SchemaConfig, table, type DesiredState } from '@rowhouse/schema';
import {
  backfill,
  generate,
  migrate,
  parseRename,
  StepPipeline,
} from '@rowhouse/schema/migrations';
import { index, text } from 'drizzle-orm/pg-core';
import pg from 'pg';

import type { Latency } from './writer.js';

/**
 * What old and new code wait for a statement while a column is renamed with --expand and --contract: the median,
 * the 99th percentile and the longest, in milliseconds. Two processes of each write all the time, on a table of
 * 200,000 rows. That no write is lost is for `expand-under-load.nightly.test.ts` to show.
 */
const ROWS = 200_000;
const QUIET = 5_000;

const server = await startPostgres();
const database = await createDatabase(server.url);
const directory = await mkdtemp(join(tmpdir(), 'rowhouse-bench-'));
const place = { directory, databaseUrl: database.url };
const write = (name: string, column: string, options: object = {}) =>
  generate({ ...place, name, state: stateOf(column), pipeline: new StepPipeline(), ...options });

await write('first', 'title');
await migrate(place);
const client = new pg.Client(database.url);
await client.connect();
await client.query(
  `INSERT INTO app.articles (title) SELECT 'title ' || n FROM generate_series(1, ${ROWS}) AS n`,
);

const starts: [phase: string, at: number][] = [];
const phase = async (name: string, work: () => Promise<unknown> = quiet) => {
  starts.push([name, Date.now()]);
  await work();
};
const old = [0, 1].map((number) => startWriter('title', number));
await phase('before');
await write('expand', 'headline', {
  expand: true,
  renames: [parseRename('app.articles.title=headline')],
});
await phase('migrate: expand', () => migrate(place));
const fresh = [2, 3].map((number) => startWriter('headline', number));
await phase('backfill', () => backfill(place));
await phase('both');
const oldTook = await latenciesOf(old);
await write('contract', 'headline', { contract: true });
await phase('migrate: contract', () => migrate(place));
await phase('after');
const freshTook = await latenciesOf(fresh);
starts.push(['', Date.now()]);

console.log('phase                old: median    p99    max   new: median    p99    max');
for (const [at, [name, start]] of starts.slice(0, -1).entries()) {
  const end = starts[at + 1]![1];
  const cells = [oldTook, freshTook].map((all) => summary(within(all, start, end)));
  console.log(name.padEnd(19) + cells.join(''));
}
await client.end();
await database.drop();
await server.stop();
await rm(directory, { recursive: true });

function stateOf(column: string): DesiredState {
  const metadata = new Metadata();
  const config = new SchemaConfig({ autoDiscover: false });
  table(
    'articles',
    { [column]: text() },
    { metadata, config, schema: 'app', constraints: (t) => [index().on(t[column]!)] },
  );
  return desiredState(metadata, config);
}

function startWriter(column: string, number: number): ChildProcess {
  const args = [database.url, column, String(number), String(ROWS)];
  return fork(join(import.meta.dirname, 'writer.ts'), args);
}

/** Ends writers, and gives what their statements took. */
async function latenciesOf(writers: readonly ChildProcess[]): Promise<Latency[]> {
  const all = writers.map(
    (writer) =>
      new Promise<Latency[]>((resolve, reject) => {
        writer.once('message', (latencies) => {
          resolve(latencies as Latency[]);
        });
        writer.once('exit', () => {
          reject(new Error('a writer ended by itself'));
        });
        writer.send('stop');
      }),
  );
  return (await Promise.all(all)).flat();
}

/** What began in a phase, or lasted into it. */
function within(latencies: readonly Latency[], start: number, end: number): number[] {
  return latencies
    .filter(({ at, taken }) => at < end && at + taken >= start)
    .map(({ taken }) => taken);
}

function summary(taken: readonly number[]): string {
  if (taken.length === 0) return ' '.repeat(27);
  const sorted = [...taken].sort((left, right) => left - right);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  const [median, p99, max] = [at(0.5), at(0.99), at(1)];
  return median.toFixed(1).padStart(13) + p99.toFixed(1).padStart(7) + max.toFixed(1).padStart(7);
}

function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, QUIET));
}
