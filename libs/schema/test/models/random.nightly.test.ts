import fc from 'fast-check';
import { expect, inject, test } from 'vitest';

import { desiredState } from '../../src/index.js';
import { describeDrift } from '../../src/migrations/index.js';
import { modelsModule } from '../../src/models/index.js';
import { projectOf } from '../migrations/build-schema.js';
import { openMigrationProject } from '../migrations/migration-project.js';
import { schemaAndChange } from '../migrations/random-schema.js';
import { CREATE_ALL, pythonProject } from './python-project.js';

/** What models do not say: views with what writes through them, and comments. */
const LEFT_OUT =
  /^ {2}missing: (?:comment|default|function|grant|privilege|trigger|view) (?!app\.\S+\.)/;

test('models of random tables make the database that their migrations make', async () => {
  await fc.assert(
    fc.asyncProperty(schemaAndChange, async ([schema]) => {
      const { metadata, config } = projectOf(schema);
      const state = desiredState(metadata, config);
      await using database = await openMigrationProject(inject('postgresUrl'));
      await using project = await pythonProject(modelsModule(metadata));
      await database.apply(state);
      await database.query('DROP SCHEMA IF EXISTS app CASCADE');
      await database.query('CREATE SCHEMA app');
      await project.run('ruff', 'check', '--no-cache', '.');
      await project.run('ruff', 'format', '--no-cache', '--check', '--diff', '.');
      await project.run('python', '-c', CREATE_ALL, database.url);
      const lines = describeDrift(await database.check(state));
      expect(lines.slice(1).filter((line) => !LEFT_OUT.test(line))).toEqual([]);
    }),
    { numRuns: 10 },
  );
});
