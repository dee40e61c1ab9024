import {
  createDatabase,
  ensurePython,
  pythonProgram,
  startApi,
  startPostgres,
  startPostgrest,
} from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/**
 * What rows with their relations cost: a page of 20 orders, each with its customer and five lines, beside the same route
 * written by hand with the same SQL; with five lines an order, and with 2,000. For information, the same page
 * from PostgREST: both are called over HTTP, one request after the other.
 */
const ROUNDS = 60;
const REQUESTS_A_ROUND = 15;
const REQUESTS_OVER_HTTP = 500;

interface Page {
  readonly lines: number;
  /** Requests a CPU second. */
  readonly generated: number;
  /** The requests a CPU second, in times of those by hand. */
  readonly ratio: number;
  readonly body: object;
}

interface Results {
  readonly pages: readonly [Page, Page];
  /** What the second page takes, in times of the first: CPU time of the application, and whole time. */
  readonly cpu: number;
  readonly elapsed: number;
}

const here = import.meta.dirname;
const directory = mkdtempSync(join(tmpdir(), 'bench-relations-'));
await ensurePython(console.log);
const server = await startPostgres();
const database = await createDatabase(server.url);
const environment = {
  PYTHONPATH: [directory, here, dirname(here)].join(delimiter),
  PYTHONDONTWRITEBYTECODE: '1',
  DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:'),
};
try {
  const codegen = resolve(here, '../../../libs/cli/bin/codegen.cjs');
  const config = join(here, 'codegen.config.jsonnet');
  const args = ['generate', '--config', config, '--out', join(directory, '_generated')];
  cpSync(join(here, 'shop'), join(directory, 'shop'), { recursive: true });
  execFileSync(process.execPath, [codegen, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { pages, cpu, elapsed } = measure();
  const overHttp = await measureHttp(pages);
  console.log(
    '| lines an order | generated, a CPU second | times by hand (bar: 0.95) | over HTTP, a second | PostgREST |',
  );
  console.log('|---:|---:|---:|---:|---:|');
  for (const [index, { lines, generated, ratio }] of pages.entries()) {
    const http = overHttp[index]!.map((each) => each.toFixed(0));
    console.log(`| ${[lines, generated.toFixed(0), ratio.toFixed(2), ...http].join(' | ')} |`);
  }
  const times = `${cpu.toFixed(2)} times the CPU (bar: 3), and ${elapsed.toFixed(2)} times the time`;
  console.log(`\nWith ${pages[1].lines} lines an order, the page takes ${times}.`);
} finally {
  await database.drop();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

function measure(): Results {
  const args = [join(here, 'measure.py'), String(ROUNDS), String(REQUESTS_A_ROUND)];
  const output = execFileSync(pythonProgram('python'), args, {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  return JSON.parse(output) as Results;
}

/** How many requests of each page a second are served over HTTP: by the generated route, and by PostgREST. */
async function measureHttp(pages: readonly Page[]): Promise<readonly number[][]> {
  const role = new URL(database.url).username;
  const config = `db-uri = "${database.url}"\ndb-schemas = "public"\ndb-anon-role = "${role}"`;
  const postgrest = await startPostgrest({ config });
  const api = await startApi({ directory, application: 'measure:app', env: environment });
  const columns = 'id,status,customer:customers(id,name),lines:order_lines(id,position,quantity)';
  const lines = 'lines.order=position,id&lines.limit=5';
  try {
    const rates: number[][] = [];
    for (const [index, { body }] of pages.entries()) {
      const own = await rate(`${api.url}/orders/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const after = `id=gt.${(index + 1) * 20}&order=id&limit=20`;
      const url = `${postgrest.url}/orders?select=${columns}&${after}&${lines}`;
      rates.push([own, await rate(url)]);
    }
    return rates;
  } finally {
    await api.stop();
    await postgrest.stop();
  }
}

async function rate(url: string, request?: RequestInit): Promise<number> {
  let start = 0;
  // The first requests warm up.
  for (let index = -50; index < REQUESTS_OVER_HTTP; index++) {
    if (index === 0) start = performance.now();
    const answer = await fetch(url, request);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  return REQUESTS_OVER_HTTP / ((performance.now() - start) / 1000);
}
