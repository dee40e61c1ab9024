import { text } from '@rowhouse/errors';
import type pg from 'pg';

import { UserError } from '../../errors/errors.js';
import type { Problem } from '../../errors/errors.js';
import { derivedName } from '../../sql/identifier.js';
import { readColumn, readIndexes, takesNull, type Column } from './column.js';
import { readableColumn, tableOf, type Conversion, type RenamedColumn } from './expansion.js';

/** What a column that old and new code know in different forms is, in the table. */
export interface Double {
  readonly name: string;
  readonly type: string;
  /** ` COLLATE …`, or nothing. */
  readonly collation: string;
  /** Its value where a row is given none, as SQL. */
  readonly default?: string;
  /** `GRANT` statements for it. */
  readonly grants: readonly string[];
}

export interface DoubleIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly definition: string;
}

/** The column of a rename under its new name. */
export interface RenamedDouble extends Double {
  readonly indexes: readonly DoubleIndex[];
}

/** A column that is converted from another. */
export interface ConvertedDouble extends Omit<Double, 'default'> {
  /** Its value where new code leaves it out, as SQL. */
  readonly ifMissing?: string;
}

/** A column that is converted, and what it is converted into. */
export interface ConvertedDoubles {
  /** Of the column itself. */
  readonly type: string;
  readonly notNull: boolean;
  readonly doubles: readonly ConvertedDouble[];
  readonly indexes: readonly DoubleIndex[];
}

/** A default that is the same for each row: a number, a text, TRUE or FALSE, perhaps with a type. */
const CONSTANT = /^(?:'(?:[^']|'')*'|\(?-?\d+(?:\.\d+)?\)?|true|false)(?:::[\w" .,()[\]]+)?$/;

/**
 * Reads what the double of a renamed column has to be, in a scratch database that holds the column.
 *
 * @throws {UserError} where the column is none that can have a double.
 */
export async function renamedDouble(
  client: pg.ClientBase,
  expansion: RenamedColumn,
): Promise<RenamedDouble> {
  const { from, to } = expansion;
  const table = tableOf(expansion);
  const column = (await readColumn(client, table, from, to))!;
  const isConstant = column.default !== null && CONSTANT.test(column.default);
  const hindrance =
    hindranceOf(column) ??
    triggerHindrance(column) ??
    (await doubleHindrance(client, column)) ??
    (column.notNull || isConstant ? undefined : untold(column));
  if (hindrance) throw unexpandable(readableColumn(expansion), hindrance);
  const indexes = await readIndexes(client, table, from, to);
  return {
    name: to,
    type: column.type,
    collation: column.collation,
    ...(isConstant && !column.notNull && { default: column.default! }),
    grants: column.grants,
    indexes: indexes.map(({ name, isUnique, renamed }) => ({
      name: derivedName(name, 'of', to),
      isUnique,
      definition: renamed,
    })),
  };
}

/**
 * Reads what the doubles of a converted column have to be, in scratch databases that hold the column and the doubles.
 *
 * @throws {UserError} naming each column that cannot be one of them.
 */
export async function convertedDoubles(
  source: pg.ClientBase,
  target: pg.ClientBase,
  expansion: Conversion,
): Promise<ConvertedDoubles> {
  const table = tableOf(expansion);
  const hindrances: [column: string, hindrance: Problem | undefined][] = [];
  const doubles: ConvertedDouble[] = [];
  const indexes = new Map<string, DoubleIndex>();
  const column = (await readColumn(source, table, expansion.from))!;
  hindrances.push([expansion.from, conversionHindrance(column) ?? triggerHindrance(column)]);
  for (const { to } of expansion.into) {
    const double = (await readColumn(target, table, to))!;
    hindrances.push([to, conversionHindrance(double) ?? (await doubleHindrance(target, double))]);
    const { type, collation, grants } = double;
    doubles.push({
      name: to,
      type,
      collation,
      ...(double.default !== null && { ifMissing: double.default }),
      grants,
    });
    for (const index of await readIndexes(target, table, to, expansion.from)) {
      const { rows } = await source.query<{ isTaken: boolean }>(
        `SELECT to_regclass(format('%I.%I', $1::text, $2::text)) IS NOT NULL AS "isTaken"`,
        [table.schema, index.name],
      );
      const name = rows[0]!.isTaken ? derivedName(index.name, 'of', to) : index.name;
      indexes.set(index.name, { ...index, name });
    }
  }
  const issues = hindrances.flatMap(([name, hindrance]) =>
    hindrance ? unexpandable(readableColumn(expansion, name), hindrance).issues : [],
  );
  if (issues.length > 0) throw new UserError(issues);
  const { type, notNull } = column;
  return { type, notNull, doubles, indexes: [...indexes.values()] };
}

function unexpandable(column: string, hindrance: Problem): UserError {
  return new UserError([{ subject: `column ${column}`, ...hindrance }]);
}

function hindranceOf(column: Column): Problem | undefined {
  if (column.isGenerated) return unfit('is a generated column, so no code writes to it');
  if (column.isPartitionKey) return unfit('is in the key of a partitioned table');
  if (column.isInherited) return unfit('is inherited: change it in the parent table');
  if (column.hasHeirs)
    return unfit(
      'is inherited by other tables, whose rows the triggers of this table do not change',
    );
  return undefined;
}

/** A trigger that would not run any more when new code updates the double. */
function triggerHindrance({ triggers: [trigger] }: Column): Problem | undefined {
  if (trigger === undefined) return undefined;
  return {
    code: 'unexpandable',
    message: text`trigger ${trigger} runs on UPDATE OF this column, so it would not run for new code, which updates the new column`,
    fix: 'In an earlier migration, make it run on each UPDATE, with WHEN if it must only run for changed values. Or omit --expand.',
  };
}

/** What keeps a column from being there without a value, as it is for old code. */
async function doubleHindrance(
  client: pg.ClientBase,
  { type, hasTypeDefault }: Column,
): Promise<Problem | undefined> {
  if (hasTypeDefault)
    return unfit(
      `has the type ${type}, which has a default, so a given value cannot be told from the default`,
    );
  if (await takesNull(client, type)) return undefined;
  return unfit(
    `has the type ${type}, which does not allow NULL, so old code could not omit the column`,
  );
}

function conversionHindrance(column: Column): Problem | undefined {
  if (column.isPrimaryKey) return unfit('is in the primary key');
  if (column.isReplicaIdentity)
    return unfit('is in the index of the REPLICA IDENTITY of the table');
  if (column.isNumbered) return unfit('gets its values from a sequence');
  return hindranceOf(column) ?? (column.notNull ? undefined : untold(column));
}

/** Where NULL may be meant, a default hides who meant it. */
function untold({ default: value }: Column): Problem | undefined {
  if (value === null) return undefined;
  return {
    code: 'unexpandable',
    message: `can be NULL and has the default ${value}, so a given value cannot be told from the default`,
    fix: 'Make it NOT NULL or drop its default in an earlier migration. Or omit --expand.',
  };
}

function unfit(message: string): Problem {
  return { code: 'unexpandable', message, fix: 'Omit --expand.' };
}
