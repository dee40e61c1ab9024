import { expect, test } from 'vitest';

import { lintScript } from './lint.js';

const index = 'CREATE INDEX i ON public.articles USING btree (id);';

test.each([
  ['with its name in quotes', 'CREATE TABLE "public"."articles" ("id" int);'],
  ['without', 'CREATE TABLE public.Articles (id int);'],
  ['a foreign table', 'CREATE FOREIGN TABLE "public"."articles" () SERVER "elsewhere";'],
  ['a materialized view', 'CREATE MATERIALIZED VIEW "public"."articles" AS SELECT 1 AS id;'],
])('a table that the script makes is nobody’s yet: %s', async (_, create) => {
  expect(await lintScript('up.sql', `${create}\n\n${index}`)).toEqual([]);
});

test('a foreign table is a table of its own name', async () => {
  const column = 'ALTER TABLE "public"."far" ADD COLUMN "id" integer NOT NULL;';
  const codes = async (script: string) =>
    (await lintScript('up.sql', script)).map(({ code }) => code);
  expect(
    await codes(`CREATE FOREIGN TABLE "public"."far" () SERVER "elsewhere";\n${column}`),
  ).toEqual([]);
  expect(await codes(column)).toEqual(['required-column']);
  expect(await codes('DROP FOREIGN TABLE public.far;')).toEqual(['breaking-change']);
  expect(await codes('ALTER FOREIGN TABLE public.far RENAME COLUMN a TO b;')).toEqual([
    'breaking-change',
  ]);
});

test('an index that a constraint took with it locks nothing more', async () => {
  const codes = async (...statements: string[]) =>
    (await lintScript('up.sql', statements.join('\n\n'))).map(({ code }) => code);
  const drop = 'DROP INDEX IF EXISTS "public"."a_key";';
  expect(await codes('ALTER TABLE "public"."a" DROP CONSTRAINT IF EXISTS "a_key";', drop)).toEqual(
    [],
  );
  expect(await codes('ALTER TABLE "public"."a" DROP CONSTRAINT "b_key";', drop)).toEqual([
    'blocking-drop',
  ]);
  expect(
    await codes(
      '-- part: transaction',
      'ALTER TABLE "public"."a" DROP CONSTRAINT "a_key";',
      '-- part: transaction',
      drop,
    ),
  ).toEqual(['blocking-drop']);
});

test('a table of another case is another one', async () => {
  const found = await lintScript(
    'up.sql',
    `CREATE TABLE "public"."Articles" ("id" int);\n\n${index}`,
  );
  expect(found.map(({ code, place }) => [code, place?.line])).toEqual([['blocking-index', 3]]);
});
