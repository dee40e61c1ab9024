import { createDatabase, ensurePython, pythonProgram, startPostgres } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

/**
 * How many requests a CPU second of the generated API serves, beside routes for the same requests
 * written by hand. The ratio is what counts: it holds on any machine.
 */
const ROUNDS = 15;
const REQUESTS_A_ROUND = 200;

type Rates = Readonly<Record<'generated' | 'handwritten' | 'ratio', number>>;

const repository = resolve(import.meta.dirname, '../../..');
const cache = join(repository, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
// In the repository, so that the target is found from the config.
const directory = mkdtempSync(join(cache, 'bench-api-'));
await ensurePython(console.log);
const server = await startPostgres();
const database = await createDatabase(server.url);
try {
  generateDemo();
  const results = measure();
  console.log('| request | generated, a CPU second | by hand | ratio (bar: 0.95) |');
  console.log('|---|---:|---:|---:|');
  for (const [name, { generated, handwritten, ratio }] of Object.entries(results)) {
    const columns = [name, generated.toFixed(0), handwritten.toFixed(0), ratio.toFixed(2)];
    console.log(`| ${columns.join(' | ')} |`);
  }
} finally {
  await database.drop();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Copies the demo, without what has been generated, and generates it anew. */
function generateDemo(): void {
  const demo = join(repository, 'apps/demo');
  for (const name of ['blog', 'main.py']) {
    cpSync(join(demo, name), join(directory, name), { recursive: true });
  }
  const codegen = join(repository, 'libs/cli/bin/codegen.cjs');
  const config = join(directory, 'codegen.config.jsonnet');
  // The routes written by hand have no versions and no related rows.
  writeFileSync(
    config,
    `local demo = import ${JSON.stringify(join(demo, 'codegen.config.jsonnet'))};
local isOwn(field) = std.isString(field) || !std.any([std.objectHas(field, key) for key in ['fields', 'of', 'count']]);
local own(operation) = if std.isString(operation) then operation else operation {
  [if std.objectHas(operation, 'fields') then 'fields']: std.filter(isOwn, super.fields),
  [if std.objectHas(operation, 'filters') then 'filters']: {},
  [if std.objectHas(operation, 'ordering') then 'ordering']+: { fields: [name for name in super.fields if !std.member(name, '.') && !std.endsWith(name, '_count')] },
};
demo { resources: [each { version: null, operations: std.map(own, super.operations) } for each in demo.resources] }
`,
  );
  const out = join(directory, '_generated');
  execFileSync(process.execPath, [codegen, 'generate', '--config', config, '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function measure(): Readonly<Record<string, Rates>> {
  const program = join(import.meta.dirname, 'measure.py');
  const output = execFileSync(
    pythonProgram('python'),
    [program, String(ROUNDS), String(REQUESTS_A_ROUND)],
    {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PYTHONPATH: [directory, import.meta.dirname, dirname(import.meta.dirname)].join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
        DATABASE_URL: database.url.replace(/^postgres(ql)?:/, 'postgresql+asyncpg:'),
        JWT_SECRET: 'a secret of the benchmark, long enough for HS256',
      },
    },
  );
  return JSON.parse(output) as Record<string, Rates>;
}
