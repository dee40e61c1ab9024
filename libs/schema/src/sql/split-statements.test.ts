import { expect, test } from 'vitest';

import { splitStatements } from './split-statements.js';

test.each([
  ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
  ["SELECT ';', \";\", E'\\';' ; SELECT 2", ["SELECT ';', \";\", E'\\';'", 'SELECT 2']],
  ['-- one; two\nSELECT 1;\n/* a; /* b; */ c; */ SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['DO $$ BEGIN; END $$; SELECT $a$ $$; $a$', ['DO $$ BEGIN; END $$', 'SELECT $a$ $$; $a$']],
  [
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3',
    [
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END',
      'SELECT 3',
    ],
  ],
  ['BEGIN; COMMIT;', ['BEGIN', 'COMMIT']],
  ['/* one /* */ */ -- two\n SELECT 1\n', ['SELECT 1']],
  [' ;; -- nothing\n', []],
])('%j', (script, expected) => {
  const statements = splitStatements(script);
  expect(statements.map(({ text }) => text)).toEqual(expected);
  for (const { text, start } of statements) expect(script.startsWith(text, start)).toBe(true);
});
