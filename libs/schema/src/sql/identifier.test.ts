import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { derivedName, identifierProblem, quoteIdentifier } from './identifier.js';

describe('quoteIdentifier', () => {
  test.each([
    ['select', '"select"'],
    ['camelCase', '"camelCase"'],
    ['"; drop table x; --', '"""; drop table x; --"'],
    ['naïve 🎈', '"naïve 🎈"'],
  ])('%s', (name, quoted) => {
    expect(quoteIdentifier(name)).toBe(quoted);
  });
});

describe('identifierProblem', () => {
  test.each([
    ['table', '', 'A table needs a name; found an empty one.'],
    ['table', 'a\0b', 'The table name "a\\u0000b" contains a NUL character.'],
    ['column', '\ud800', 'The column name "\\ud800" is not valid Unicode.'],
    [
      'column',
      'é'.repeat(32),
      `The column name "${'é'.repeat(32)}" has 64 bytes; PostgreSQL keeps 63. Shorten it.`,
    ],
    ['role', 'pg_x', 'The role name "pg_x" begins with "pg_", which PostgreSQL reserves.'],
    ['role', 'pg_ X', 'The role name "pg_ X" begins with "pg_", which PostgreSQL reserves.'],
    ['schema', 'pg_x', 'The schema name "pg_x" begins with "pg_", which PostgreSQL reserves.'],
    ['role', 'public', 'The role name "public" is reserved by PostgreSQL.'],
    ['role', 'none', 'The role name "none" is reserved by PostgreSQL.'],
  ])('refuses a %s named %j', (kind, name, problem) => {
    expect(identifierProblem(kind, name)).toBe(problem);
  });

  test.each(['a'.repeat(63), 'select', '"; drop table x', 'pg_x', 'Ünïcode'])(
    'lets a table be named %j',
    (name) => {
      expect(identifierProblem('table', name)).toBeUndefined();
    },
  );
});

describe('derivedName', () => {
  test('keeps what fits', () => {
    expect(derivedName('articles', 'author_id', 'fk')).toBe('articles_author_id_fk');
    expect(derivedName('a'.repeat(63))).toBe('a'.repeat(63));
  });

  test('never merges two long names, nor cuts a character in half', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 64, maxLength: 90 });
    fc.assert(
      fc.property(names, names, (a, b) => {
        fc.pre(a !== b);
        expect(derivedName(a)).not.toBe(derivedName(b));
        expect(Buffer.byteLength(derivedName(a))).toBeLessThanOrEqual(63);
        expect(derivedName(a)).not.toContain('\ufffd');
      }),
    );
  });
});
