import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { ensurePython, pythonProgram } from '@rowhouse/harness';

/**
 * Writes every file of the repository that follows from the code, for a person to read in `git diff`:
 *
 *   npm run update                 all of them
 *   npm run update -- demo cases   some, by the names below
 */
const root = resolve(import.meta.dirname, '..');
const node = process.execPath;
const nx = 'node_modules/nx/dist/bin/nx.js';
const vitest = 'node_modules/vitest/vitest.mjs';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

await ensurePython(console.error);
const steps: readonly Step[] = [
  {
    name: 'docs',
    command: [node, '--conditions=@rowhouse/source', '--import', 'tsx', 'tools/docs/write.ts'],
  },
  { name: 'demo', command: [node, nx, 'run', 'demo:models'] },
  { name: 'demo', command: [node, nx, 'run', 'demo:codegen'] },
  {
    name: 'cases',
    command: [node, vitest, 'run', '--project', 'e2e', 'e2e/cases.e2e.test.ts'],
    env: { UPDATE_CASES: '1' },
  },
  {
    name: 'facts',
    command: [node, vitest, 'run', '--project', 'unit', 'libs/sqlalchemy'],
    env: { UPDATE_GOLDENS: '1' },
  },
  {
    name: 'models',
    command: [node, vitest, 'run', '-u', '--project', 'e2e', 'libs/schema/test/models'],
  },
  {
    name: 'format',
    command: [node, 'node_modules/prettier/bin/prettier.cjs', '--write', '--log-level=warn', '.'],
  },
  {
    name: 'format',
    command: [pythonProgram('ruff'), 'format', '-q', 'libs/runtime', 'libs/testing'],
  },
];

const names = [...new Set(steps.map(({ name }) => name))];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`error: unknown step ${unknown.join(', ')}. Steps: ${names.join(', ')}.`);
  process.exit(1);
}
for (const { name, command, env } of steps) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`== ${name}`);
  const [program, ...args] = command;
  const { status } = spawnSync(program!, args, {
    cwd: root,
    stdio: 'inherit',
    // Not the daemon of another checkout, nor one that outlives this run.
    env: { ...process.env, NX_DAEMON: 'false', ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}
