import { expect, test } from 'vitest';

import { mayLoseValues } from './type-change.js';

test.each([
  ['integer', 'bigint'],
  ['smallint', 'numeric'],
  ['character varying(20)', 'character varying(40)'],
  ['character varying(20)', 'character varying'],
  ['character varying(20)', 'text'],
  ['numeric(10,2)', 'numeric(12,2)'],
  ['numeric(10,2)', 'numeric(12,4)'],
  ['numeric(10,2)', 'numeric'],
  ['jsonb', 'text'],
  ['date', 'timestamp with time zone'],
  ['timestamp(3) with time zone', 'timestamp with time zone'],
])('every %s is a %s', (from, to) => {
  expect(mayLoseValues(from, to)).toBe(false);
});

test.each([
  ['bigint', 'integer'],
  ['text', 'integer'],
  ['text', 'character varying(20)'],
  ['integer', 'character varying(2)'],
  ['character varying(40)', 'character varying(20)'],
  ['numeric(10,2)', 'numeric(10,4)'],
  ['numeric(10,2)', 'numeric(10,1)'],
  ['numeric', 'numeric(10,2)'],
  ['integer', 'numeric(5,2)'],
  ['timestamp with time zone', 'date'],
  ['bigint', 'double precision'],
  ['app.mood', 'app.other'],
  ['integer', 'integer[]'],
])('not every %s is a %s', (from, to) => {
  expect(mayLoseValues(from, to)).toBe(true);
});
