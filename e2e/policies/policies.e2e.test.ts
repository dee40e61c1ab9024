import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { generate } from '@rowhouse/core';
import { createDatabase, pythonProgram } from '@rowhouse/harness';
import { expect, inject, test } from 'vitest';

import { plugin } from '../../libs/fastapi/test/support.js';
import { operationsWithRules, randomProject } from './random-rules.js';

const run = promisify(execFile);

/** `POLICIES_SEED=7 npx vitest run --project e2e e2e/policies` tries other rules, rows and users. */
const seed = Number(process.env['POLICIES_SEED'] ?? 5);

test('rules for every operation of a resource are tried', () => {
  const offered = plugin.operations!.filter(({ starter }) => starter !== undefined);
  expect(offered.map(({ name }) => name)).toEqual(operationsWithRules);
});

test('the database shows and takes what the generated conditions do', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'policies-')));
  const database = await createDatabase(inject('postgresUrl'));
  try {
    const { config, files, resources } = randomProject(seed, 40);
    mkdirSync(join(directory, 'shop'));
    for (const [path, source] of Object.entries(files)) {
      writeFileSync(join(directory, path), source);
    }
    writeFileSync(join(directory, 'codegen.config.json'), JSON.stringify(config, undefined, 2));
    for (const file of ['compare.py', 'attempts.sql']) {
      cpSync(join(import.meta.dirname, file), join(directory, file));
    }
    await generate({
      config: join(directory, 'codegen.config.json'),
      cwd: directory,
      plugins: [plugin],
    });
    const given = JSON.stringify({ seed, rounds: 50, resources });
    const { stdout } = await run(pythonProgram('python'), ['-W', 'error', 'compare.py', given], {
      cwd: directory,
      env: { ...process.env, DATABASE_URL: database.url },
    });
    const { rounds, differences, asked } = JSON.parse(stdout) as Outcome;
    expect(differences).toEqual([]);
    expect(rounds).toBe(2000);
    // Neither side allows all, or nothing.
    for (const [what, { yes, no }] of Object.entries(asked)) {
      expect([what, Math.min(yes, no) > 1000]).toEqual([what, true]);
    }
  } finally {
    rmSync(directory, { recursive: true });
    await database.drop();
  }
});

interface Outcome {
  readonly rounds: number;
  readonly differences: readonly unknown[];
  readonly asked: Readonly<Record<string, { readonly yes: number; readonly no: number }>>;
}
