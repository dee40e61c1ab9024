import { expect, test } from 'vitest';

import {
  checkExpression,
  foreignKeyDefinition,
  indexDefinition,
  primaryKeyColumns,
  uniqueDefinition,
} from './definitions.js';

test('keys are read with their names unquoted, and left to SQL where there is more to them', () => {
  expect(primaryKeyColumns('PRIMARY KEY (a, "b, ""c""")')).toEqual(['a', 'b, "c"']);
  expect(primaryKeyColumns('PRIMARY KEY (a) INCLUDE (b)')).toBeUndefined();
  expect(uniqueDefinition('UNIQUE NULLS NOT DISTINCT (a, b)')).toEqual({
    columns: ['a', 'b'],
    nullsNotDistinct: true,
  });
  expect(uniqueDefinition('UNIQUE (a) DEFERRABLE')).toBeUndefined();
});

test('checks lose the parentheses that are around all of them alone', () => {
  expect(checkExpression('CHECK (((a > 0) AND (b > 0)))')).toBe('(a > 0) AND (b > 0)');
  expect(checkExpression(`CHECK ((a <> ')'::text))`)).toBe(`a <> ')'::text`);
  expect(checkExpression(String.raw`CHECK ((a <> E'\'('::text))`)).toBe(
    String.raw`a <> E'\'('::text`,
  );
  expect(checkExpression('CHECK ((a > 0)) NO INHERIT')).toBeUndefined();
  expect(checkExpression('CHECK ((a > 0)) NOT VALID')).toBeUndefined();
});

test('foreign keys', () => {
  expect(
    foreignKeyDefinition(
      'FOREIGN KEY (a, b) REFERENCES shop."Two"(c, d) ON UPDATE CASCADE ON DELETE SET NULL',
    ),
  ).toEqual({
    columns: ['a', 'b'],
    schema: 'shop',
    table: 'Two',
    foreignColumns: ['c', 'd'],
    onUpdate: 'cascade',
    onDelete: 'set null',
  });
  for (const more of [' MATCH FULL', ' DEFERRABLE', ' NOT VALID', ' ON DELETE SET NULL (a)']) {
    expect(foreignKeyDefinition(`FOREIGN KEY (a) REFERENCES s.t(b)${more}`)).toBeUndefined();
  }
});

test('indexes', () => {
  expect(
    indexDefinition(
      `CREATE UNIQUE INDEX i ON s.t USING btree (a DESC, b text_pattern_ops, lower(c), ((d || ','::text))) WHERE (a > 0)`,
    ),
  ).toEqual({
    isUnique: true,
    method: 'btree',
    elements: [
      { column: 'a', opClass: undefined, isDescending: true, nulls: 'first' },
      { column: 'b', opClass: 'text_pattern_ops', isDescending: false, nulls: 'last' },
      { expression: 'lower(c)' },
      { expression: `d || ','::text` },
    ],
    where: 'a > 0',
  });
  for (const definition of [
    'CREATE INDEX i ON s.t USING btree (a) INCLUDE (b)',
    'CREATE INDEX i ON s.t USING btree (a) WITH (fillfactor=70)',
    'CREATE INDEX i ON s.t USING btree (a COLLATE "C")',
    'CREATE INDEX i ON s.t USING btree (lower(a) DESC)',
    `CREATE INDEX i ON s.t USING gist (a public.gist_trgm_ops (siglen='32'))`,
  ]) {
    expect([definition, indexDefinition(definition)]).toEqual([definition, undefined]);
  }
});
