import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { afterEach, beforeEach, inject } from 'vitest';

import { main } from '../../src/cli/main.js';

const server = inject('postgresUrl');

let database: TemporaryDatabase;

/** Where the project of the test at hand is. */
export let directory: string;

/** Gives each test of the file a project and a database of its own. */
export function withProject(): void {
  beforeEach(async () => {
    database = await createDatabase(server);
    directory = await mkdtemp(join(tmpdir(), 'rowhouse-cli-'));
    await project("title: text().notNull().default('new')");
  });

  afterEach(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });
}

/** Writes a project whose table of articles has these columns. */
export async function project(columns: string, more = ''): Promise<void> {
  const drizzle = import.meta.resolve('drizzle-orm/pg-core');
  await writeFile(
    join(directory, 'schema.config.ts'),
    `import { integer, text } from ${JSON.stringify(drizzle)};
     import { Extension, Metadata, RestExtension, restView, SchemaConfig, table } from '@rowhouse/schema';
     ${more.startsWith('class') ? more : ''}
     export const config = new SchemaConfig({ autoDiscover: false }).use(new RestExtension())${more.startsWith('class') ? '.use(new Custom())' : ''};
     export const metadata = new Metadata();
     const articles = table('articles', { ${columns} }, { schema: 'blog', metadata, config });
     restView(articles, { grants: ['select', 'insert'] });`,
  );
}

/** Runs the command as a user would, on the project and the database. */
export async function schema(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await main([...args, '--config', join(directory, 'schema.config.ts')], {
    print: (text) => lines.push(text),
    error: (text) => errors.push(text),
  });
  return { code, out: lines.join('\n'), err: errors.join('\n') };
}

/** The options that name the database. */
export const onDatabase = () => ['--database-url', database.url];
