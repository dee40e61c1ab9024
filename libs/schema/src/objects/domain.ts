import type { SQL } from 'drizzle-orm';
import { customType, type PgCustomColumnBuilder } from 'drizzle-orm/pg-core';
import type { ConvertCustomConfig } from 'drizzle-orm/pg-core/columns/custom';

import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireDefinition, type Kinds } from '../options/require-options.js';
import { renderExpression } from '../sql/expression.js';
import { quoteIdentifier, quoteQualified } from '../sql/identifier.js';
import { stringLiteral } from '../sql/literal.js';

export interface DomainOptions {
  /** Where the domain is registered. */
  readonly metadata: Metadata;
  /** Schema of the domain. Default: `public`. */
  readonly schema?: string;
  /** The type that it restricts, as SQL: `text`, `numeric(10, 2)`. */
  readonly type: string;
  /** What holds for each value, called `VALUE`, by the name of the constraint. */
  readonly checks?: Readonly<Record<string, SQL>>;
  readonly default?: SQL;
  readonly notNull?: boolean;
  readonly comment?: string;
}

const OPTIONS: Kinds<DomainOptions> = {
  metadata: kinds.metadata,
  schema: kinds.string,
  type: kinds.required(kinds.string),
  checks: kinds.recordOf(kinds.sql, 'an object with SQL by name'),
  default: kinds.sql,
  notNull: kinds.boolean,
  comment: kinds.string,
};

/** A type of one's own, for columns of tables that are defined after it. */
export interface Domain<Data> {
  readonly name: string;
  readonly schema: string;
  /** A column of this type, called as its key is unless it has a name of its own. */
  column(name?: string): PgCustomColumnBuilder<ConvertCustomConfig<'', { data: Data }>>;
}

/**
 * Defines a domain: a type with rules that hold in every column of it.
 *
 * @example
 * const slug = domain('slug', { metadata, type: 'text', checks: { slug_form: sql`VALUE ~ '^[a-z-]+$'` } });
 * table('pages', { slug: slug.column().notNull() }, { metadata });
 */
export function domain<Data = string>(name: string, options: DomainOptions): Domain<Data> {
  requireDefinition('domain', name, options, OPTIONS);
  const { metadata, schema = 'public', type, checks = {}, comment } = options;
  const target = quoteQualified({ schema, name });
  metadata.registerObject({
    kind: 'type',
    schema,
    name,
    description: 'a domain',
    create: () => [
      [
        `CREATE DOMAIN ${target} AS ${type}`,
        ...(options.default ? [`DEFAULT ${renderExpression(options.default)}`] : []),
        ...(options.notNull ? ['NOT NULL'] : []),
        ...Object.entries(checks).map(
          ([check, rule]) =>
            `CONSTRAINT ${quoteIdentifier(check)} CHECK (${renderExpression(rule)})`,
        ),
      ].join(' '),
      ...(comment === undefined
        ? []
        : [`COMMENT ON DOMAIN ${target} IS ${stringLiteral(comment)}`]),
    ],
  });
  const column = customType<{ data: Data }>({ dataType: () => target });
  return { name, schema, column: (own = '') => column(own as '') };
}
