import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { codeBlocks } from '../../../../tools/docs/code-blocks.js';
import { openPullProject } from './pull-project.js';

const PAGE = 'docs/schema/existing-database.md';

test('what the page says can be done', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../..', PAGE), 'utf8');
  const blocks = codeBlocks(PAGE, page);
  await using project = await openPullProject();
  await project.run(
    `CREATE SCHEMA shop;
     CREATE TABLE shop.customers (id serial PRIMARY KEY, name text NOT NULL);
     CREATE TABLE shop.orders (id serial PRIMARY KEY, customer_id integer NOT NULL REFERENCES shop.customers)`,
  );
  const outputs = new Map<string, string>();
  for (const { code, language } of blocks) {
    if (language !== 'sh') continue;
    for (const [, line] of code.matchAll(/^npx schema (.+)$/gm)) {
      const words = line!
        .replace(' --database-url "$DATABASE_URL"', '')
        .split(' ')
        .map((word) => (word === 'schema.config.ts' ? project.file : word));
      const {
        code: exit,
        out,
        err,
      } = await project.schema(...words, '--database-url', project.url);
      expect({ line, exit, err }).toEqual({ line, exit: 0, err: '' });
      outputs.set(line!, out);
    }
  }
  expect(outputs.get('check --database-url "$DATABASE_URL"')).toBe(
    'Code, migrations and database agree.',
  );
  expect(outputs.get('generate more')).toContain('Nothing has changed');

  const shown = blocks.find(({ language }) => language === 'ts')!.code.trim();
  const [, ...lines] = (await project.read()).trim().split('\n');
  expect(lines.join('\n')).toBe(shown);

  await project.run(
    'ALTER TABLE shop.customers ALTER name DROP NOT NULL; CREATE TABLE shop.returns (x text)',
  );
  await project.pull('--force');
  await project.run('ALTER TABLE shop.customers ALTER name SET NOT NULL');
  expect((await project.pull()).out).toContain(
    'different: column shop.customers.name (notNull: true, expected false)',
  );
});
