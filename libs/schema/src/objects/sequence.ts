import { sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';

import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireDefinition, type Kinds } from '../options/require-options.js';
import { quoteIdentifier, quoteQualified } from '../sql/identifier.js';
import { sqlLiteral, stringLiteral } from '../sql/literal.js';

export interface SequenceOptions {
  /** Where the sequence is registered. */
  readonly metadata: Metadata;
  /** Schema of the sequence. Default: `public`. */
  readonly schema?: string;
  /** Default: `bigint`. */
  readonly type?: 'smallint' | 'integer' | 'bigint';
  readonly start?: number | bigint;
  readonly increment?: number | bigint;
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly cache?: number | bigint;
  /** Whether it begins anew behind its end. Default: false. */
  readonly cycle?: boolean;
  /** The column that it belongs to, and goes with. */
  readonly ownedBy?: () => PgColumn;
  readonly comment?: string;
}

const OPTIONS: Kinds<SequenceOptions> = {
  metadata: kinds.metadata,
  schema: kinds.string,
  type: kinds.oneOf('smallint', 'integer', 'bigint'),
  start: kinds.integer,
  increment: kinds.integer,
  min: kinds.integer,
  max: kinds.integer,
  cache: kinds.integer,
  cycle: kinds.boolean,
  ownedBy: kinds.callback,
  comment: kinds.string,
};

/** Numbers that several columns or functions may draw from. */
export interface Sequence {
  readonly name: string;
  readonly schema: string;
  /** Its next number, for the default of a column. */
  next(): SQL<number>;
}

/**
 * Defines a sequence. A column that only counts needs none: `serial()` and identities bring their own.
 *
 * @example
 * const numbers = sequence('invoice_numbers', { metadata, start: 1000 });
 * table('invoices', { number: bigint({ mode: 'number' }).default(numbers.next()) }, { metadata });
 */
export function sequence(name: string, options: SequenceOptions): Sequence {
  requireDefinition('sequence', name, options, OPTIONS);
  const { metadata, schema = 'public', type = 'bigint', ownedBy, comment } = options;
  const target = quoteQualified({ schema, name });
  const clauses = [
    ['INCREMENT BY', options.increment],
    ['MINVALUE', options.min],
    ['MAXVALUE', options.max],
    ['START WITH', options.start],
    ['CACHE', options.cache],
  ] as const;
  metadata.registerObject({
    kind: 'sequence',
    schema,
    name,
    create: () => [
      [
        `CREATE SEQUENCE ${target} AS ${type}`,
        ...clauses.flatMap(([words, value]) =>
          value === undefined ? [] : [`${words} ${sqlLiteral(value).replace(/^\((.*)\)$/, '$1')}`],
        ),
        ...(options.cycle ? ['CYCLE'] : []),
      ].join(' '),
      ...(comment === undefined
        ? []
        : [`COMMENT ON SEQUENCE ${target} IS ${stringLiteral(comment)}`]),
    ],
    complete: () => (ownedBy ? [`ALTER SEQUENCE ${target} OWNED BY ${columnOf(ownedBy())}`] : []),
  });
  return { name, schema, next: () => sql.raw(`nextval(${stringLiteral(target)})`) as SQL<number> };
}

function columnOf(column: PgColumn): string {
  const { schema = 'public', name } = getTableConfig(column.table);
  return `${quoteQualified({ schema, name })}.${quoteIdentifier(column.name)}`;
}
