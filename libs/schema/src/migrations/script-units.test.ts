import { expect, test } from 'vitest';

import { asOneTransaction, checksumOfUnits, unitsOf } from './script-units.js';

const script = `-- Applies it.

-- part: transaction
SELECT 1;
SELECT 2;

-- part: no transaction
-- Takes long.
CREATE INDEX CONCURRENTLY i ON t (a);
DROP INDEX CONCURRENTLY IF EXISTS "CONCURRENTLY";
ALTER TABLE t DETACH PARTITION p CONCURRENTLY;

-- part: transaction
-- Nothing.
`;

const told = (text: string) =>
  unitsOf('up.sql', text).map(({ isTransaction, sql }) => [isTransaction, sql.trim()]);

test('a transaction is a unit, and so is each statement outside of one', () => {
  expect(told(script)).toEqual([
    [true, '-- part: transaction\nSELECT 1;\nSELECT 2;'],
    [false, 'CREATE INDEX CONCURRENTLY i ON t (a)'],
    [false, 'DROP INDEX CONCURRENTLY IF EXISTS "CONCURRENTLY"'],
    [false, 'ALTER TABLE t DETACH PARTITION p CONCURRENTLY'],
  ]);
  for (const { sql, start } of unitsOf('up.sql', script)) {
    expect(script.slice(start, start + sql.length)).toBe(sql);
  }
});

test('a script that says no parts is one transaction, an empty one as well', () => {
  expect(told('SELECT 1;\nSELECT 2;')).toEqual([[true, 'SELECT 1;\nSELECT 2;']]);
  expect(told('-- Nothing.\n')).toEqual([[true, '']]);
});

test('a line in a string begins no part', () => {
  const body = "DO $$\n-- part: no transaction\n$$;\nSELECT '\n-- part: of it\n';";
  expect(told(body)).toEqual([[true, body]]);
});

test('line endings and white space at the ends do not count', () => {
  const other = script.replaceAll('\n', '\r\n');
  const [units, same] = [unitsOf('up.sql', script), unitsOf('up.sql', other)];
  expect(checksumOfUnits(same)).toBe(checksumOfUnits(units));
  expect(checksumOfUnits(units.slice(1))).not.toBe(checksumOfUnits(units));
});

test('in a scratch database all is one transaction', () => {
  expect(asOneTransaction('up.sql', script).split('\n;\n')).toEqual([
    '-- part: transaction\nSELECT 1;\nSELECT 2;\n\n',
    'CREATE INDEX i ON t (a)',
    'DROP INDEX IF EXISTS "CONCURRENTLY"',
    'ALTER TABLE t DETACH PARTITION p ',
  ]);
});
