import { expect, test } from 'vitest';

import { lintScript } from '../../src/migrations/lint.js';
import { statements } from './lint-statements.js';

test.each(statements)('%s %s', async (_rule, sql, codes) => {
  expect((await lintScript('up.sql', sql)).map(({ code }) => code)).toEqual(codes);
});

test('what PostgreSQL cannot parse is an error with its place', async () => {
  await expect(lintScript('1_a/up.sql', 'ALTER TABEL t DROP c')).rejects.toThrow(
    `1_a/up.sql: PostgreSQL cannot parse it: syntax error at or near "TABEL" [invalid-sql]\n  Correct the statement.`,
  );
});
