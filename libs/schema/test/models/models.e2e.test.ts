import { inject, describe, expect, test } from 'vitest';

import { desiredState, type DesiredState } from '../../src/index.js';
import { modelsModule, modelsPackage } from '../../src/models/index.js';
import { describeDrift } from '../../src/migrations/index.js';
import { openMigrationProject, type MigrationProject } from '../migrations/migration-project.js';
import { CONFIGURE, CREATE_ALL, pythonProject, UNIT_OF_WORK } from './python-project.js';
import { shop } from './shop.js';

describe('models of tables and views', () => {
  test('are the expected text', async () => {
    await expect(modelsModule(shop({ views: true }).metadata)).toMatchFileSnapshot(
      'golden/shop.py',
    );
  });

  test('are the same whenever they are made', () => {
    expect(modelsModule(shop({ views: true }).metadata)).toBe(
      modelsModule(shop({ views: true }).metadata),
    );
  });

  test('load without a warning, and please ruff, mypy --strict and pyright strict', async () => {
    await using project = await pythonProject(modelsModule(shop({ views: true }).metadata));
    await project.run('python', '-W', 'error', '-c', CONFIGURE);
    await project.run('ruff', 'check', '--no-cache', '.');
    await project.run('ruff', 'format', '--no-cache', '--check', '--diff', '.');
    await project.run('mypy', '--strict', '--no-incremental', 'models.py');
    expect(await project.pyright()).toContain('0 errors, 0 warnings');
  });

  test('do so as a package, too, and make the same database', async () => {
    const { metadata, config } = shop();
    const state = desiredState(metadata, config);
    await using database = await openMigrationProject(inject('postgresUrl'));
    await using project = await pythonProject(modelsPackage(shop({ views: true }).metadata));
    await project.run('python', '-W', 'error', '-c', CONFIGURE);
    await project.run('ruff', 'check', '--no-cache', '.');
    await project.run('ruff', 'format', '--no-cache', '--check', '--diff', '.');
    await project.run('mypy', '--strict', '--no-incremental', 'models');
    expect(await project.pyright()).toContain('0 errors, 0 warnings');
    await using tables = await pythonProject(modelsPackage(metadata));
    await replaceTables(database, state);
    await tables.run('python', '-c', CREATE_ALL, database.url);
    expect(describeDrift(await database.check(state)).slice(1)).toEqual(DOCUMENTED);
  });

  test('make the database that the migrations make', async () => {
    const { metadata, config } = shop();
    const state = desiredState(metadata, config);
    await using database = await openMigrationProject(inject('postgresUrl'));
    await replaceTables(database, state);
    await using project = await pythonProject(modelsModule(metadata));
    await project.run('python', '-c', CREATE_ALL, database.url);
    const drift = await database.check(state);
    expect(describeDrift(drift).slice(1)).toEqual(DOCUMENTED);
  });

  test('are driven as a unit of work, where the database decides what a delete takes along', async () => {
    const { metadata, config } = shop();
    await using database = await openMigrationProject(inject('postgresUrl'));
    await database.apply(desiredState(metadata, config));
    await using project = await pythonProject(modelsModule(metadata));
    expect(await project.run('python', '-c', UNIT_OF_WORK, database.url)).toBe(
      [
        'found Ann of Chair, by Ann: [Chair]',
        'updated later: True',
        'refused: ForeignKeyViolationError',
        'deleted by DELETE FROM shop.people alone, left: 0',
        '',
      ].join('\n'),
    );
  });
});

/** What models do not say: comments and triggers; and a serial outside of a key is an identity. */
const DOCUMENTED = [
  expect.stringMatching(/^ {2}different: column shop\.type_samples\.big_number \(identity:/),
  expect.stringMatching(/^ {2}different: column shop\.type_samples\.number \(identity:/),
  expect.stringMatching(/^ {2}different: column shop\.type_samples\.small_number \(identity:/),
  '  missing: comment column shop.products.class',
  '  missing: comment column shop.products.metadata',
  '  missing: comment table shop.people',
  '  missing: comment table shop.products',
  '  missing: default shop.type_samples.big_number',
  '  missing: default shop.type_samples.number',
  '  missing: default shop.type_samples.small_number',
  '  missing: function shop.set_updated_at()',
  '  missing: sequence shop.type_samples_big_number_seq',
  '  missing: sequence shop.type_samples_number_seq',
  '  missing: sequence shop.type_samples_small_number_seq',
  '  missing: trigger people_set_updated_at on shop.people',
];

/** Has the tables migrated, and then gone. */
async function replaceTables(database: MigrationProject, state: DesiredState): Promise<void> {
  await database.apply(state);
  await database.query('DROP SCHEMA shop CASCADE');
  await database.query(
    'DROP TABLE people, enums, vectors, long_' +
      'n'.repeat(56) +
      ' CASCADE; DROP TYPE grade; CREATE SCHEMA shop',
  );
}
