import type { QualifiedName } from '../../sql/identifier.js';
import { NAME, namesIn, QUALIFIED, qualifiedName } from '../../sql/statement-names.js';
import type { MigrationStep } from '../../steps/index.js';

/** What a statement does of which there is a safe form, or which takes such a thing back. */
export type Change =
  | IndexChange
  | KeyChange
  | ForeignKeyChange
  | { readonly kind: 'check'; readonly table: QualifiedName; readonly name: string }
  | { readonly kind: 'not null'; readonly table: QualifiedName; readonly column: string }
  | { readonly kind: 'nullable'; readonly table: QualifiedName; readonly column: string }
  | { readonly kind: 'dropped index'; readonly name: QualifiedName }
  | {
      readonly kind: 'dropped constraint';
      readonly table: QualifiedName;
      readonly name: string;
    };

/** What the steps of a script do, in their order. */
export type Changes = ReadonlyMap<MigrationStep, Change | undefined>;

/** An index that is made. */
export interface IndexChange {
  readonly kind: 'index';
  readonly table: QualifiedName;
  readonly name: QualifiedName;
  readonly isUnique: boolean;
  /** What follows the table: `USING btree (slug)`. */
  readonly definition: string;
}

/** A primary key or a unique constraint that is added. */
export interface KeyChange {
  readonly kind: 'key';
  readonly table: QualifiedName;
  readonly name: string;
  readonly type: 'UNIQUE' | 'PRIMARY KEY';
  /** What its index says after the table: `(a, b) INCLUDE (c)`. */
  readonly index: string;
  /** ` DEFERRABLE INITIALLY DEFERRED`, or nothing. */
  readonly deferral: string;
}

/** A foreign key that is added. */
export interface ForeignKeyChange {
  readonly kind: 'foreign key';
  readonly table: QualifiedName;
  readonly name: string;
  readonly references: QualifiedName;
}

const ALTER = `^ALTER TABLE (${QUALIFIED}) `;
const INDEX = new RegExp(`^CREATE (UNIQUE )?INDEX (${NAME}) ON (${QUALIFIED}) (.*)$`, 'su');
const DROP_INDEX = new RegExp(`^DROP INDEX (${QUALIFIED})$`, 'u');
const CONSTRAINT = new RegExp(`${ALTER}ADD CONSTRAINT (${NAME}) (.*)$`, 'su');
const DROP_CONSTRAINT = new RegExp(`${ALTER}DROP CONSTRAINT (${NAME})$`, 'u');
const NULLABILITY = new RegExp(`${ALTER}ALTER COLUMN (${NAME}) (SET|DROP) NOT NULL$`, 'u');

const COLUMNS = '\\((?:"(?:[^"]|"")+"|[^()"])+\\)';
const KEY = new RegExp(
  `^(UNIQUE|PRIMARY KEY)( NULLS NOT DISTINCT)? (${COLUMNS})( INCLUDE ${COLUMNS})?((?: DEFERRABLE)?(?: INITIALLY DEFERRED)?)$`,
  'u',
);
const FOREIGN_KEY = new RegExp(`^FOREIGN KEY ${COLUMNS} REFERENCES (${QUALIFIED})\\(`, 'u');

/** What a statement of the engine does; `undefined` where there is nothing to make safe. */
export function recognise(sql: string): Change | undefined {
  const index = INDEX.exec(sql);
  if (index) {
    const table = qualifiedName(index[3]!);
    const name = { schema: table.schema, name: namesIn(index[2]!)[0]! };
    return {
      kind: 'index',
      table,
      name,
      isUnique: index[1] !== undefined,
      definition: index[4]!,
    };
  }
  const dropped = DROP_INDEX.exec(sql);
  if (dropped) return { kind: 'dropped index', name: qualifiedName(dropped[1]!) };
  const nullability = NULLABILITY.exec(sql);
  if (nullability) {
    const [, table, column, verb] = nullability;
    const kind = verb === 'SET' ? 'not null' : 'nullable';
    return { kind, table: qualifiedName(table!), column: namesIn(column!)[0]! };
  }
  const gone = DROP_CONSTRAINT.exec(sql);
  if (gone) {
    const [, table, name] = gone;
    return { kind: 'dropped constraint', table: qualifiedName(table!), name: namesIn(name!)[0]! };
  }
  const added = CONSTRAINT.exec(sql);
  return added ? constraint(added[1]!, added[2]!, added[3]!) : undefined;
}

function constraint(tableSql: string, nameSql: string, definition: string): Change | undefined {
  if (/ NOT (?:VALID|ENFORCED)$/.test(definition)) return undefined;
  const table = qualifiedName(tableSql);
  const name = namesIn(nameSql)[0]!;
  if (definition.startsWith('CHECK ')) return { kind: 'check', table, name };
  const foreign = FOREIGN_KEY.exec(definition);
  if (foreign) return { kind: 'foreign key', table, name, references: qualifiedName(foreign[1]!) };
  const key = KEY.exec(definition);
  if (!key || / WITHOUT OVERLAPS\)/.test(definition)) return undefined;
  const [, type, nulls = '', columns, included = '', deferral = ''] = key;
  const index = `${columns}${included}${nulls}`;
  return { kind: 'key', table, name, type: type as KeyChange['type'], index, deferral };
}
