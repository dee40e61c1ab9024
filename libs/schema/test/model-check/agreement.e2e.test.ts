import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { createDatabase, pythonProgram } from '@rowhouse/harness';
import { describe, expect, inject, test } from 'vitest';

import { desiredState } from '../../src/index.js';
import { modelsModule } from '../../src/models/index.js';
import { formatIssue } from '@rowhouse/errors';
import { checkModels } from '../../src/model-check/index.js';
import { openMigrationProject } from '../migrations/migration-project.js';
import { pythonProject } from '../models/python-project.js';
import { shop } from '../models/shop.js';

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, '../../../..');

const compare = async (models: string, databaseUrl: string) => {
  const drift = await checkModels({ models, databaseUrl, directory: () => '' });
  return {
    differences: drift.differences.map(formatIssue),
    unchecked: drift.unchecked.map(({ subject }) => subject),
  };
};

const CREATE_ALL = `
import asyncio, importlib, sys
from sqlalchemy.ext.asyncio import create_async_engine

models = importlib.import_module(sys.argv[1])

async def main(url: str) -> None:
    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://"))
    async with engine.begin() as connection:
        for schema in {table.schema for table in models.Base.metadata.tables.values()} - {None}:
            await connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
        await connection.run_sync(models.Base.metadata.create_all)
    await engine.dispose()

asyncio.run(main(sys.argv[2]))
`;

describe('models agree with the database', () => {
  test('that the migrations of their tables make, and the views', async () => {
    const demo = join(repository, 'apps/demo');
    const drift = await checkModels({
      models: join(demo, 'blog/models.py'),
      directory: () => join(demo, 'schema/migrations'),
    });
    expect(drift).toEqual({ differences: [], unchecked: [] });
  });

  test('that their tables in TypeScript make, with columns of every type', async () => {
    const { metadata, config } = shop();
    await using database = await openMigrationProject(inject('postgresUrl'));
    await database.apply(desiredState(metadata, config));
    await using project = await pythonProject(modelsModule(metadata));
    expect(await compare(join(project.directory, 'models.py'), database.url)).toEqual({
      differences: [],
      // Types that SQLAlchemy has no name for, or several.
      unchecked: ['spans', 'place', 'xml'].map((name) => `shop.type_samples.${name}`),
    });
  });

  test.each([
    ['e2e/projects/clinic', 'clinic.models'],
    ['e2e/projects/helpdesk', 'desk.models'],
    ['e2e/projects/inventory', 'warehouse.models'],
    ['e2e/projects/versions', 'shop.models'],
  ])('that they make themselves: %s', async (folder, module) => {
    const database = await createDatabase(inject('postgresUrl'));
    try {
      const root = join(repository, folder);
      await run(pythonProgram('python'), ['-B', '-c', CREATE_ALL, module, database.url], {
        cwd: root,
      });
      const models = join(root, `${module.replaceAll('.', '/')}.py`);
      const { differences, unchecked } = await compare(models, database.url);
      expect(differences).toEqual([]);
      // A table between two models, which no class is mapped to.
      expect(unchecked).toEqual(folder.endsWith('inventory') ? ['delivery_labels'] : []);
    } finally {
      await database.drop();
    }
  });
});
