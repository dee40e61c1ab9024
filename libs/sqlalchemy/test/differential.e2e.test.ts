import { pythonProgram } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Comparison } from './differential/compare.js';
import { ensurePackages, packages } from './differential/packages.js';
import { differential } from './differential/run.js';
import { goldenFolder, goldenModules, goldens } from './goldens.js';

/**
 * The same modules, imported in Python and read here: no fact may contradict `sqlalchemy.inspect`, and
 * of at most one column in twenty the type may be unknown. Custom types that say no Python type are
 * counted apart.
 */
const repository = join(import.meta.dirname, '../../..');
const environment = dirname(dirname(pythonProgram('python')));

function expectAgreement(comparison: Comparison): void {
  expect(comparison.contradictions).toEqual([]);
  expect(comparison.models).toBeGreaterThan(0);
  expect(comparison.unknownTypes.length).toBeLessThanOrEqual(comparison.columns / 20);
}

describe('golden folders', () => {
  it.concurrent.each(goldens)('%s', async (name) => {
    const comparison = await differential({
      root: goldenFolder(name),
      environment,
      modules: goldenModules(name),
    });
    expectAgreement(comparison);
    expect(comparison.unknownTypes).toEqual([]);
    expect(comparison.incomplete > 0).toBe(name.startsWith('incomplete'));
  });
});

it('every type of SQLAlchemy and its dialects', async () => {
  const root = mkdtempSync(join(tmpdir(), 'models-'));
  try {
    const script = join(import.meta.dirname, 'differential/all_types.py');
    execFileSync(pythonProgram('python'), [script, join(root, 'models.py')]);
    const comparison = await differential({ root, environment, modules: ['models'] });
    expect(comparison.contradictions).toEqual([]);
    expect(comparison.columns).toBeGreaterThan(1000);
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('projects', () => {
  it.concurrent.each([
    ['apps/demo', 'blog.models'],
    ['e2e/projects/clinic', 'clinic.models'],
    ['e2e/projects/inventory', 'warehouse.models'],
    ['e2e/projects/versions', 'shop.models'],
  ])('%s', async (folder, module) => {
    const root = join(repository, folder);
    const comparison = await differential({ root, environment, modules: [module] });
    expectAgreement(comparison);
    expect(comparison).toMatchObject({ incomplete: 0, unknownTypes: [], unknownFacts: [] });
  });
});

describe('public packages', () => {
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
});
