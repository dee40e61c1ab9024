import { is, SQL } from 'drizzle-orm';
import { text } from '@rowhouse/errors';

import { SchemaValidationError } from '../errors/errors.js';
import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions, type Kinds } from '../options/require-options.js';
import { renderExpression } from '../sql/expression.js';
import {
  quoteIdentifier,
  quoteQualified,
  readableName,
  readableObject,
  type QualifiedName,
} from '../sql/identifier.js';
import { sqlLiteral } from '../sql/literal.js';

/** What a table's rows are divided by: a range of values, a list of them, or their hash. */
export type PartitionBy<Column extends string = string> =
  | { readonly range: readonly Column[] }
  | { readonly list: readonly [Column] }
  | { readonly hash: readonly Column[] };

/** A value of a column; `sql` for `MINVALUE` and `MAXVALUE`. */
export type Bound = string | number | bigint | boolean | Date | null | SQL;

/** Which rows a partition has. */
export type PartitionBounds =
  | { readonly from: readonly Bound[]; readonly to: readonly Bound[] }
  | { readonly in: readonly Bound[] }
  | { readonly modulus: number; readonly remainder: number }
  | { readonly default: true };

/** What has partitions: a table with `partitionBy`, or a partition that is divided itself. */
export interface Partitioned extends QualifiedName {
  readonly metadata: Metadata;
  readonly partitionBy: PartitionBy | undefined;
}

export type PartitionOptions = PartitionBounds & {
  /** The table whose rows these are. */
  readonly of: Partitioned;
  /** Schema of the partition. Default: its table's. */
  readonly schema?: string;
  /** Names of the columns by which the partition is divided itself. */
  readonly partitionBy?: PartitionBy;
};

const OPTIONS: Kinds<PartitionOptions> = {
  of: kinds.required(kinds.tableOrView),
  schema: kinds.string,
  partitionBy: kinds.partitionBy,
  from: kinds.list,
  to: kinds.list,
  in: kinds.list,
  modulus: kinds.integer,
  remainder: kinds.integer,
  default: kinds.boolean,
};

/**
 * Defines a partition of a table that has `partitionBy`. Its columns, keys and indexes are those of the table.
 *
 * @example
 * partition('events_2026', { of: events, from: ['2026-01-01'], to: ['2027-01-01'] });
 * partition('events_other', { of: events, default: true });
 *
 * @throws SchemaValidationError when the table is not divided.
 */
export function partition(name: string, options: PartitionOptions): Partitioned {
  requireArgument('partition', ['name'], name, kinds.string);
  requireOptions(`partition ${readableName(name)}`, options, OPTIONS);
  const { of, schema = of.schema, partitionBy } = options;
  const subject = `partition ${readableObject({ schema, name })}`;
  if (!of.partitionBy) {
    throw new SchemaValidationError([
      {
        code: 'not-partitioned',
        subject,
        message: `table ${readableObject(of)} has no partitions`,
        fix: text`Add ${'partitionBy'} to the table.`,
      },
    ]);
  }
  of.metadata.registerObject({
    kind: 'table',
    schema,
    name,
    description: 'a partition',
    isPartition: true,
    create: () => [
      [
        `CREATE TABLE ${quoteQualified({ schema, name })} PARTITION OF ${quoteQualified(of)}`,
        boundsOf(options),
        ...(partitionBy ? [partitionClause(partitionBy)] : []),
      ].join(' '),
    ],
  });
  return { schema, name, metadata: of.metadata, partitionBy };
}

/** `PARTITION BY` of a table; `names` are those of its columns. */
export function partitionClause(partitionBy: PartitionBy): string {
  const [[method, names]] = Object.entries(partitionBy) as [[string, readonly string[]]];
  return `PARTITION BY ${method.toUpperCase()} (${names.map(quoteIdentifier).join(', ')})`;
}

function boundsOf(bounds: PartitionBounds): string {
  if ('from' in bounds) return `FOR VALUES FROM (${list(bounds.from)}) TO (${list(bounds.to)})`;
  if ('in' in bounds) return `FOR VALUES IN (${list(bounds.in)})`;
  if ('modulus' in bounds) {
    return `FOR VALUES WITH (MODULUS ${bounds.modulus}, REMAINDER ${bounds.remainder})`;
  }
  return 'DEFAULT';
}

function list(values: readonly Bound[]): string {
  return values
    .map((value) => (is(value, SQL) ? renderExpression(value) : sqlLiteral(value)))
    .join(', ');
}
