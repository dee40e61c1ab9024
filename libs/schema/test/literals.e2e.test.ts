import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { quoteIdentifier } from '../src/sql/identifier.js';
import { dollarQuoted, sqlLiteral } from '../src/sql/literal.js';

/** What the emitters write is what PostgreSQL reads, whatever the value. */
describe.each(['on', 'off'])('with standard_conforming_strings = %s', (setting) => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(inject('postgresUrl'));
    await client.connect();
    await client.query(
      `SET standard_conforming_strings = ${setting}; SET escape_string_warning = off`,
    );
  });
  afterAll(() => client?.end());

  const text = fc
    .oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom("'", '"', '\\', '$', 'E', 'n', '{', '}', ',', '\n', '-', '%'),
      }),
    )
    .filter((one) => !one.includes('\0') && !/\p{Surrogate}/u.test(one));

  const reads = async (literal: string, type: string): Promise<unknown> =>
    (await client.query(`SELECT ${literal}::${type} AS value`)).rows[0].value as unknown;

  const holds = <Value>(
    values: fc.Arbitrary<Value>,
    type: string,
    expected: (value: Value) => unknown = (value) => value,
  ) =>
    fc.assert(
      fc.asyncProperty(values, async (value) => {
        expect(await reads(sqlLiteral(value), type)).toEqual(expected(value));
      }),
      { numRuns: 200 },
    );

  test('text', () => holds(text, 'text'));
  test('text arrays', () => holds(fc.array(fc.option(text)), 'text[]'));
  test('numbers', () => holds(fc.double(), 'float8', (value) => value + 0));
  test('bigints', () =>
    holds(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }), 'int8', String));
  test('booleans', () => holds(fc.boolean(), 'bool'));
  test('dates', () =>
    holds(
      fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-31'), noInvalidDate: true }),
      'timestamptz',
    ));
  test('bytes', () => holds(fc.uint8Array(), 'bytea', (value) => Buffer.from(value)));
  test('objects', () =>
    holds(
      fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))),
      'json',
      (value) => JSON.parse(JSON.stringify(value)) as unknown,
    ));

  test('negative numbers after a minus are no comment', async () => {
    expect(await reads(`(1 -${sqlLiteral(-2)})`, 'int')).toBe(3);
  });

  test('identifiers', async () => {
    const names = text.filter((one) => one !== '' && Buffer.byteLength(one) <= 63);
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { fields } = await client.query(`SELECT 1 AS ${quoteIdentifier(name)}`);
        expect(fields.map((field) => field.name)).toEqual([name]);
      }),
      { numRuns: 200 },
    );
  });

  test('bodies of functions', async () => {
    const body = fc.string({ unit: fc.constantFrom('$', 'body', '1', '2', '$body$', '\n', "'") });
    await fc.assert(
      fc.asyncProperty(body, async (one) => {
        expect(await reads(dollarQuoted(one), 'text')).toBe(`\n${one}\n`);
      }),
      { numRuns: 200 },
    );
  });
});
