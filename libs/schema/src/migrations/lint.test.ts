import { expect, test } from 'vitest';

import { lintScript } from './lint.js';

const index = 'CREATE INDEX i ON public.articles USING btree (id);';

test.each([
  ['with its name in quotes', 'CREATE TABLE "public"."articles" ("id" int);'],
  ['without', 'CREATE TABLE public.Articles (id int);'],
  ['a materialized view', 'CREATE MATERIALIZED VIEW "public"."articles" AS SELECT 1 AS id;'],
])('a table that the script makes is nobody’s yet: %s', (_, create) => {
  expect(lintScript('up.sql', `${create}\n\n${index}`)).toEqual([]);
});

test('a table of another case is another one', () => {
  const found = lintScript('up.sql', `CREATE TABLE "public"."Articles" ("id" int);\n\n${index}`);
  expect(found.map(({ code, place }) => [code, place?.line])).toEqual([['blocking-index', 3]]);
});
