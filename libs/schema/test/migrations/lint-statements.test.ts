import { expect, test } from 'vitest';

import { UserError } from '../../src/errors/errors.js';
import { lintScript } from '../../src/migrations/lint.js';
import { statements } from './lint-statements.js';

test.each(statements)('%s %s', async (_rule, sql, codes) => {
  expect((await lintScript('up.sql', sql)).map(({ code }) => code)).toEqual(codes);
});

test('what the parser refuses is told at its line, and the other statements are looked at', async () => {
  const script = 'CREATE TABLE u (a int);\nALTER TABEL t DROP c;\nDROP TABLE t;\n';
  const found = await lintScript('1_a/up.sql', script);
  expect(found.map(({ code, place }) => [code, place?.line])).toEqual([
    ['invalid-sql', 2],
    ['breaking-change', 3],
  ]);
  expect(new UserError(found).message).toContain(
    'the parser of PostgreSQL 18 refuses the statement: syntax error at or near "TABEL"',
  );
});
