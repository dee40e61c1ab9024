import { createDatabase, ensurePython, pythonProgram, startPostgres } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/**
 * What a scope costs: what a request for a tenant's rows takes, beside one for anybody's. The whole time is what
 * clients wait for, with the database's own work; the CPU time is that of the application alone.
 */
const ROUNDS = 15;
const REQUESTS_A_ROUND = 200;

type Kind = 'everybody' | 'tenants' | 'rules';
/** CPU time and whole time: of `everybody` in seconds, of the others in times of these. */
type Costs = Readonly<Record<Kind, readonly [cpu: number, elapsed: number]>>;

const here = import.meta.dirname;
const directory = mkdtempSync(join(tmpdir(), 'bench-access-'));
await ensurePython(console.log);
const server = await startPostgres();
const database = await createDatabase(server.url);
try {
  cpSync(join(here, 'shop'), join(directory, 'shop'), { recursive: true });
  const codegen = resolve(here, '../../../libs/cli/bin/codegen.cjs');
  const config = join(here, 'codegen.config.jsonnet');
  const args = ['generate', '--config', config, '--out', join(directory, '_generated')];
  execFileSync(process.execPath, [codegen, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log('| request | open | tenant (bar: 1.1) | its CPU | rules (bar: 1.1) | their CPU |');
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [name, { everybody, tenants, rules }] of Object.entries(measure())) {
    const open = `${(everybody[1] * 1000).toFixed(2)} ms`;
    const times = [tenants, rules].flatMap(([cpu, elapsed]) => [elapsed, cpu]);
    const columns = [name, open, ...times.map((each) => each.toFixed(2))];
    console.log(`| ${columns.join(' | ')} |`);
  }
} finally {
  await database.drop();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

function measure(): Readonly<Record<string, Costs>> {
  const args = [join(here, 'measure.py'), String(ROUNDS), String(REQUESTS_A_ROUND)];
  const output = execFileSync(pythonProgram('python'), args, {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PYTHONPATH: [directory, dirname(here)].join(delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
      DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:'),
      JWT_SECRET: 'a secret of the benchmark, long enough for HS256',
    },
  });
  return JSON.parse(output) as Record<string, Costs>;
}
