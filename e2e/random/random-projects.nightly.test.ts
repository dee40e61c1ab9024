import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createDatabase } from '@rowhouse/harness';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';

import { generateProject } from '../generated-project.js';
import { modelsModule } from './models-module.js';
import { OWN_CODE } from './own-code.js';
import { configOf, randomResources } from './random-config.js';
import { randomModels } from './random-models.js';

const AUTH = `"""Who may log in."""


def verify(username: str, password: str) -> dict[str, object] | None:
    """Knows nobody."""
    return None
`;

test('projects of random models pass their generated tests', async () => {
  await fc.assert(
    fc.asyncProperty(randomModels, randomResources, async (models, resources) => {
      const source = mkdtempSync(join(tmpdir(), 'random-'));
      const database = await createDatabase(inject('postgresUrl'));
      try {
        const files = {
          'shop/__init__.py': '"""Models and what belongs to them."""\n',
          'shop/auth.py': AUTH,
          'shop/own.py': OWN_CODE,
          'shop/models.py': modelsModule(models),
          'codegen.config.jsonnet': JSON.stringify(configOf(models, resources), undefined, 2),
        };
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(source, path)), { recursive: true });
          writeFileSync(join(source, path), text);
        }
        const project = await generateProject(source);
        try {
          await project.python('ruff', ['check', '--no-cache', '_generated']);
          await project.python('ruff', ['format', '--no-cache', '--check', '_generated']);
          const args = ['-q', '-p', 'no:cacheprovider', '-W', 'error', '--maxfail=3'];
          const output = await project.python('pytest', args, { TEST_DATABASE_URL: database.url });
          // A table may be too small for a test, such as one whose key is a Boolean.
          expect(output).toMatch(/^\d+ passed(?:, \d+ skipped)? in /m);
        } catch (error) {
          throw new Error(`${files['shop/models.py']}\n${files['codegen.config.jsonnet']}`, {
            cause: error,
          });
        } finally {
          project.remove();
        }
      } finally {
        rmSync(source, { recursive: true });
        await database.drop();
      }
    }),
    // Shrinking takes many runs; a project that fails is small enough to read.
    { numRuns: Number(process.env['RANDOM_PROJECTS'] ?? 5), endOnFailure: true },
  );
});
