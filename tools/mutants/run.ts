import { createDatabase, pythonProgram, startPostgres } from '@rowhouse/harness';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { generateProject } from '../../e2e/generated-project.js';

/**
 * Breaks generated projects, one change at a time, and runs their own tests on each:
 *
 *   npm test -- --mutants                 everything
 *   npm test -- --mutants --sample 100    a hundred of each project, always the same
 */
const projects = [
  { folder: 'apps/demo', package: '_generated' },
  { folder: 'e2e/projects/clinic', package: 'clinic/api' },
  { folder: 'e2e/projects/inventory', package: '.' },
];
const script = resolve(import.meta.dirname, 'run.py');

const server = await startPostgres();
let failed = false;
for (const { folder, package: generated } of projects) {
  console.log(`\n${folder}`);
  const project = await generateProject(folder);
  const database = await createDatabase(server.url);
  const log = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const code = await run(project.directory, generated, log, database.url);
    failed ||= code !== 0;
  } finally {
    rmSync(log, { recursive: true });
    project.remove();
    await database.drop();
  }
}
await server.stop();
process.exit(failed ? 1 : 0);

function run(root: string, generated: string, log: string, url: string): Promise<number> {
  const args = [script, root, generated, '--log', log, ...process.argv.slice(2)];
  return new Promise((done) => {
    spawn(pythonProgram('python'), args, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url, PYTHONDONTWRITEBYTECODE: '1' },
    }).once('exit', (status) => {
      done(status ?? 1);
    });
  });
}
