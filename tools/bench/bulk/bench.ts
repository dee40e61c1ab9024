import { createDatabase, ensurePython, pythonProgram, startPostgres } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/**
 * How many rows a CPU second creates by one request of 500: beside a request for each row, and beside a
 * route written by hand with `insert().values([…]).returning()`. The products have a tenant and a version.
 */
const ROUNDS = 7;
const ROWS = 500;

interface Results {
  /** Rows a CPU second. */
  readonly bulk: number;
  readonly singles: number;
  readonly handwritten: number;
}

const here = import.meta.dirname;
const project = resolve(here, '../../../e2e/projects/stock');
const directory = mkdtempSync(join(tmpdir(), 'bench-bulk-'));
await ensurePython(console.log);
const server = await startPostgres();
const database = await createDatabase(server.url);
try {
  const codegen = resolve(here, '../../../libs/cli/bin/codegen.cjs');
  cpSync(project, directory, { recursive: true });
  const config = join(project, 'codegen.config.jsonnet');
  const args = ['generate', '--config', config, '--out', join(directory, 'stock_api')];
  execFileSync(process.execPath, [codegen, ...args], { stdio: ['ignore', 'ignore', 'ignore'] });
  const { bulk, singles, handwritten } = measure();
  console.log('| rows a CPU second | | bulk, in times of it | bar |');
  console.log('|---|---:|---:|---:|');
  console.log(`| bulk of ${ROWS} | ${bulk.toFixed(0)} | | |`);
  console.log(`| ${ROWS} requests | ${singles.toFixed(0)} | ${(bulk / singles).toFixed(1)} | 20 |`);
  console.log(`| by hand | ${handwritten.toFixed(0)} | ${(bulk / handwritten).toFixed(2)} | 0.8 |`);
} finally {
  await database.drop();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

function measure(): Results {
  const program = join(here, 'measure.py');
  const output = execFileSync(pythonProgram('python'), [program, String(ROUNDS), String(ROWS)], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PYTHONPATH: [directory, here, dirname(here)].join(delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
      DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:'),
      JWT_SECRET: 'a secret of the benchmark, long enough for HS256',
    },
  });
  return JSON.parse(output) as Results;
}
