import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formatMessage } from '@rowhouse/errors';
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
    ['table', '', "found '': a table needs a name"],
    ['table', 'a\0b', 'found "a\\u0000b": the name of a table cannot contain a NUL character'],
    ['column', '\ud800', 'found "\\ud800": the name of a column must be valid Unicode'],
    [
      'column',
      'é'.repeat(32),
      `found '${'é'.repeat(32)}': the name of a column can have at most 63 bytes, but this one has 64`,
    ],
    ['role', 'pg_x', "found 'pg_x': PostgreSQL reserves names that begin with pg_"],
    ['role', 'pg_ X', "found 'pg_ X': PostgreSQL reserves names that begin with pg_"],
    ['schema', 'pg_x', "found 'pg_x': PostgreSQL reserves names that begin with pg_"],
    ['role', 'public', "found 'public': PostgreSQL reserves the name"],
    ['role', 'none', "found 'none': PostgreSQL reserves the name"],
  ])('refuses a %s named %j', (kind, name, problem) => {
    expect(formatMessage(identifierProblem(kind, name)!)).toBe(problem);
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
        fc.pre(a !== b && !a.includes('\ufffd'));
        expect(derivedName(a)).not.toBe(derivedName(b));
        expect(Buffer.byteLength(derivedName(a))).toBeLessThanOrEqual(63);
        expect(derivedName(a)).not.toContain('\ufffd');
      }),
    );
  });
});
