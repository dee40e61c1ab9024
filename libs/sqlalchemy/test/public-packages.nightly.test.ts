import { pythonProgram } from '@rowhouse/harness';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { expectAgreement } from './differential/agreement.js';
import { ensurePackages, packages } from './differential/packages.js';
import { differential } from './differential/run.js';

let installed: string;
let empty: string;
const tables: number[] = [];

beforeAll(async () => {
  installed = await ensurePackages(pythonProgram('python'));
  empty = mkdtempSync(join(tmpdir(), 'models-'));
}, 900_000);

afterAll(() => {
  rmSync(empty, { recursive: true });
});

it.each(Object.entries(packages))('%s', async (name, modules) => {
  const comparison = await differential({ root: empty, environment: installed, modules });
  expectAgreement(comparison);
  tables.push(comparison.tables);
  const { models, columns, relationships, decorators, unknownFacts, incomplete } = comparison;
  console.log(
    `${name}: ${String(models)} models, ${String(columns)} columns, ${String(relationships)} relationships, ` +
      `${String(decorators)} custom types, ${String(unknownFacts.length)} unknown facts, ${String(incomplete)} incomplete`,
  );
});

it('have a hundred tables', () => {
  expect(tables.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(100);
});
