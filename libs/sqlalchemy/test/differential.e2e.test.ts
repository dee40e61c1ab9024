import { pythonProgram } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { expectAgreement } from './differential/agreement.js';
import { differential } from './differential/run.js';
import { goldenFolder, goldenModules, goldens } from './goldens.js';

const repository = join(import.meta.dirname, '../../..');
const environment = dirname(dirname(pythonProgram('python')));

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
