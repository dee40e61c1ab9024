import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ColumnFacts, ModelFacts, Place, PropertyFacts } from '@rowhouse/sqlalchemy';

import { known } from './known.js';
import type { Run } from './prepare.js';
import { readsItselfAsBase } from './reads-itself.js';

/** Something that few models have, and that is refused when the config is loaded. `docs/not-supported.md` lists the rows. */
export interface NotSupported<Subject> {
  /** As the heading of a message: `a column of HSTORE`. */
  readonly what: string;
  readonly why: string;
  readonly instead: string;
  /** Where the subject is of the kind; undefined where it is not. */
  readonly at: (subject: Subject, run: Run) => Place | undefined;
}

function column(
  row: Omit<NotSupported<ColumnFacts>, 'at'>,
  is: (column: ColumnFacts) => boolean,
): NotSupported<ColumnFacts> {
  return { ...row, at: (each) => (is(each) ? each.at : undefined) };
}

/** Columns that no field can stand for. */
export const unsupportedColumns: readonly NotSupported<ColumnFacts>[] = [
  column(
    {
      what: 'a column of HSTORE',
      why: 'its values are texts alone, and drivers read them in different ways',
      instead: 'Use JSONB.',
    },
    hasSqlType('HSTORE'),
  ),
  column(
    {
      what: 'a column of MONEY',
      why: 'its text depends on the locale of the database',
      instead: 'Use Numeric.',
    },
    hasSqlType('MONEY'),
  ),
  column(
    {
      what: 'a column of BIT',
      why: 'its class is that of the driver, and JSON has none like it',
      instead: 'Use Boolean, Integer or LargeBinary.',
    },
    (each) => typeOf(each) === 'bits',
  ),
  column(
    {
      what: 'a time with a time zone',
      why: 'its offset says little without a date',
      instead: 'Use Time without a time zone, or DateTime(timezone=True).',
    },
    (each) => typeOf(each) === 'time' && known(known(each.sqlType)?.timezone) === true,
  ),
  column(
    {
      what: 'a multirange, or an array of ranges',
      why: 'no field type holds several ranges',
      instead: 'Return its ranges from an action, or use a table of ranges.',
    },
    (each) => hasSqlType('MULTIRANGE')(each) || itemOf(each) === 'range',
  ),
  column(
    {
      what: 'an array of several dimensions',
      why: 'PostgreSQL does not keep their number',
      instead: 'Use JSONB.',
    },
    (each) => itemOf(each) === 'list',
  ),
  column(
    {
      what: 'an array of JSON, bytes, CITEXT or a domain',
      why: 'drivers do not read all of their items',
      instead: 'Use JSONB, or a table of its items.',
    },
    (each) =>
      ['json', 'bytes'].includes(itemOf(each) ?? '') ||
      /\bARRAY\(\s*(?:\w+\.)*(?:CITEXT|DOMAIN)\b/.test(each.written),
  ),
  column(
    {
      what: 'a domain over JSON or an enum',
      why: 'SQLAlchemy does not convert its values',
      instead: 'Use the type itself, with a CheckConstraint.',
    },
    (each) => hasSqlType('DOMAIN')(each) && ['json', 'enum'].includes(typeOf(each) ?? ''),
  ),
];

/** Models that can have no resource. */
export const unsupportedModels: readonly NotSupported<ModelFacts>[] = [
  {
    what: 'a model that is mapped to a join',
    why: 'its row is one of each table',
    instead:
      'Create a view of the join, and map the class to the view. Or use a resource for each table.',
    at: ({ join, at }) => (join ? at : undefined),
  },
  {
    what: 'a primary key that the database computes',
    why: 'SQLAlchemy does not find a row again whose key has changed',
    instead: 'Give the model another primary key.',
    at: ({ columns }) =>
      columns.find((each) => known(each.primaryKey) === true && known(each.computed))?.at,
  },
  {
    what: 'a relationship with post_update',
    why: 'SQLAlchemy writes its row twice',
    instead: 'Remove post_update, and set the foreign key by a column.',
    at: ({ relationships }) => relationships.find(({ postUpdate }) => postUpdate)?.at,
  },
  {
    what: "a relationship with lazy='subquery'",
    why: 'PostgreSQL cannot lock the rows of its statement',
    instead: "Use lazy='selectin'.",
    at: ({ relationships }) => relationships.find(({ lazy }) => lazy === 'subquery')?.at,
  },
  {
    what: "a subclass with lazy='selectin' to rows that read its base class by lazy='joined'",
    why: 'SQLAlchemy reads its row again as one of the base class, and drops its own columns',
    instead: "Use lazy='selectin' for both relationships.",
    at: (facts, { source }) => readsItselfAsBase(facts, source)?.at,
  },
];

/** Models whose rows can be read, but not locked, as an update, a delete or an action does. */
export const unlockableModels: readonly NotSupported<ModelFacts>[] = [
  {
    what: 'an update of a ConcreteBase, or of an AbstractConcreteBase itself',
    why: 'SQLAlchemy reads its rows from a UNION, of which PostgreSQL locks none',
    instead: 'Use it for the subclasses of an AbstractConcreteBase. An action can set lock: false.',
    at: ({ union, at }) => (union === undefined ? undefined : at),
  },
];

/** Models whose rows are not theirs alone. */
export const inheritingModels: readonly NotSupported<ModelFacts>[] = [
  {
    what: 'an upsert or a soft delete of a model in a hierarchy',
    why: 'its rows are those of other classes, too',
    instead: 'Use create and update, or a delete without soft.',
    at: ({ inheritance, discriminator, at }) =>
      inheritance !== null || discriminator !== undefined ? at : undefined,
  },
];

/** Columns that no request can write. */
export const unwritableColumns: readonly NotSupported<{
  readonly column: ColumnFacts;
  readonly facts: ModelFacts;
}>[] = [
  {
    what: 'a write of the column that tells the classes of a hierarchy apart',
    why: 'SQLAlchemy sets it for a new row, and a row keeps its class',
    instead: 'Remove it from the fields.',
    at: ({ column: { attribute, at }, facts }) =>
      facts.discriminator === attribute ? at : undefined,
  },
  {
    what: 'a write of a column of TSVECTOR',
    why: 'PostgreSQL stores another text than is sent',
    instead: `Remove it from the fields, and let the database compute it: Computed("to_tsvector('simple', title)").`,
    at: ({ column }) => (hasSqlType('TSVECTOR')(column) ? column.at : undefined),
  },
];

/** What shows rows that rules of access hide. */
export const unscopedProperties: readonly NotSupported<PropertyFacts>[] = [
  {
    what: 'beside resources with access, a column_property with a SELECT of its own',
    why: 'its SELECT reads the rows of all users',
    instead: 'Show a count or a relation, or return the value from an action.',
    at: ({ query, at }) => (query ? at : undefined),
  },
];

/** Reports the first row that a subject is of. */
export function checkSupported<Subject>(
  rows: readonly NotSupported<Subject>[],
  subject: Subject,
  run: Run,
  path: ConfigPath,
  told: { readonly name?: string; readonly found?: unknown } = {},
): boolean {
  for (const { what, why, instead, at } of rows) {
    const place = at(subject, run);
    if (place === undefined) continue;
    run.report(path, {
      code: 'not-supported',
      ...told,
      message: text`${unquoted(what)} is not supported: ${unquoted(why)} (${unquoted(run.source.where(place))})`,
      fix: instead,
    });
    return false;
  }
  return true;
}

function typeOf({ type }: ColumnFacts) {
  return known(type)?.name;
}

function itemOf({ type }: ColumnFacts) {
  const { name, items } = known(type) ?? {};
  return name === 'list' ? known(items)?.name : undefined;
}

/** Whether the name of a column's type ends so; before it may stand its dialect. */
function hasSqlType(end: string) {
  return ({ sqlType }: ColumnFacts): boolean => known(sqlType)?.name.endsWith(end) ?? false;
}
