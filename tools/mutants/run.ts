import { createDatabase, ensurePython, pythonProgram, startPostgres } from '@rowhouse/harness';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { generateProject } from '../../e2e/generated-project.js';

interface Project {
  readonly folder: string;
  /** The generated package in it. */
  readonly package: string;
  readonly config?: string;
  /** What is broken there, if that is not all. */
  readonly only?: readonly string[];
}

/**
 * Breaks generated projects and the runtime, one change at a time, and runs their own tests on each:
 *
 *   npm test -- --mutants                 everything
 *   npm test -- --mutants --sample 100    a hundred of each project, always the same
 *   npm test -- --mutants demo            the projects whose folder has this in it
 */
const projects: readonly Project[] = [
  { folder: 'apps/demo', package: '_generated' },
  { folder: 'e2e/projects/clinic', package: 'clinic/api' },
  { folder: 'e2e/projects/helpdesk', package: 'desk_api' },
  { folder: 'e2e/projects/inventory', package: '.' },
  { folder: 'e2e/projects/theatre', package: 'theatre/api' },
  // Tenants and owners, and rules.
  { folder: 'e2e/projects/firms', package: 'firms_api' },
  // Functions of the project do the work of routes; most of what else a route does is theirs as well, and no test knows.
  {
    folder: 'e2e/projects/firms',
    package: 'handled_api',
    config: 'handled.config.jsonnet',
    only: ['--kind', 'own code|own work|rule not asked|^stamp'],
  },
  { folder: 'e2e/projects/support', package: 'support_api' },
  // Versions, upserts, bulks, soft deletes and keys of requests.
  { folder: 'e2e/projects/stock', package: 'stock_api' },
  // Related rows.
  {
    folder: 'e2e/projects/orders',
    package: 'orders_api',
    only: ['--kind', 'of related rows', '--only', '/relations/'],
  },
  // Votes have no rules, but refer to rows that not every user sees.
  {
    folder: 'e2e/projects/team',
    package: 'team_api',
    only: ['--only', 'portal/routes/vote'],
  },
];
const repository = resolve(import.meta.dirname, '../..');
const runtime = 'libs/runtime';

const options = process.argv.slice(2);
const chosen = options[0]?.startsWith('--') === false ? options.shift()! : '';
const [server] = await Promise.all([startPostgres(), ensurePython(console.error)]);
let failed = false;
for (const { folder, package: generated, config, only = [] } of projects) {
  if (!folder.includes(chosen)) continue;
  const project = await generateProject(folder, config === undefined ? undefined : [config]);
  try {
    const title = `${folder}: ${generated}`;
    failed = !(await noticesAll(title, project.directory, generated, only)) || failed;
  } finally {
    project.remove();
  }
}
if (runtime.includes(chosen)) {
  failed = !(await noticesAll(runtime, join(repository, runtime), 'runtime')) || failed;
}
await server.stop();
process.exit(failed ? 1 : 0);

/** Whether the tests notice every mutant of a package. */
async function noticesAll(
  title: string,
  root: string,
  generated: string,
  only: readonly string[] = [],
): Promise<boolean> {
  console.log(`\n${title}`);
  const database = await createDatabase(server.url);
  const log = mkdtempSync(join(tmpdir(), 'mutants-'));
  const args = ['-P', '-m', 'mutants', root, generated, '--log', log, ...only, ...options];
  const env = {
    ...process.env,
    TEST_DATABASE_URL: database.url,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: join(repository, 'tools'),
  };
  try {
    const child = spawn(pythonProgram('python'), args, { stdio: 'inherit', env });
    const code = await new Promise((done) => child.once('exit', done));
    return code === 0;
  } finally {
    rmSync(log, { recursive: true });
    await database.drop();
  }
}
