import type { Fact, FactBase, StableId } from '@supabase/pg-delta';

import { columnCode, type ColumnFacts, type Identity } from './column.js';
import {
  checkExpression,
  foreignKeyDefinition,
  indexDefinition,
  primaryKeyColumns,
  withoutParentheses,
  uniqueDefinition,
  type IndexElement,
} from './definitions.js';
import { commentOn, isSame, type Typed } from './facts.js';
import { arrayOf, objectOf, sqlExpression, stringLiteral } from './literals.js';
import { Names } from './names.js';
import type { Imports } from './source-code.js';

/** A table that `table()` can make. */
export interface TablePlan {
  readonly fact: Fact & { readonly id: { readonly kind: 'table'; schema: string; name: string } };
  /** The name of its constant. */
  readonly constant: string;
  /** Names of the columns in the database, in their order, with their keys. */
  readonly keys: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  readonly primaryKeyFact: Fact;
}

/** What the tables of a file know of each other. */
export interface TableContext {
  readonly facts: FactBase;
  readonly typed: Typed;
  readonly imports: Imports;
  /** Tables that stand before the one at hand, and itself. */
  tableOf(schema: string, name: string): TablePlan | undefined;
  enumOf(column: StableId): string | undefined;
  /** Whether a constraint, index or policy may be typed, too: what it depends on comes before the table. */
  isEarly(part: Fact): boolean;
}

/** The plan of a table; none where `table()` cannot make it. */
export function planTable(facts: FactBase, fact: Fact, constants: Names): TablePlan | undefined {
  if (fact.id.kind !== 'table') return undefined;
  const { persistence, partitionKey, partitionBound, parentTable } = fact.payload;
  if (persistence !== 'p' || partitionKey || partitionBound || parentTable) return undefined;
  const children = facts.childrenOf(fact.id);
  const keyFact = children.find(
    ({ id, payload }) => id.kind === 'constraint' && payload['type'] === 'p',
  );
  const primaryKey = keyFact && primaryKeyColumns(String(keyFact.payload['def']));
  if (!keyFact || !primaryKey || keyFact.payload['validated'] !== true) return undefined;
  const keys = new Map<string, string>();
  const names = new Names(false);
  for (const { id } of columnsOf(children)) keys.set(id.name, names.take(id.name, 'column'));
  return {
    fact: fact as TablePlan['fact'],
    constant: constants.take(fact.id.name, 'table'),
    keys,
    primaryKey,
    primaryKeyFact: keyFact,
  };
}

type ColumnFact = Fact & { readonly id: { readonly kind: 'column'; readonly name: string } };

function columnsOf(children: readonly Fact[]): ColumnFact[] {
  return children
    .filter((child): child is ColumnFact => child.id.kind === 'column')
    .sort((a, b) => Number(a.payload['_position']) - Number(b.payload['_position']));
}

/** The statement that makes a table; what it says is noted in `typed`. */
export function tableCode(plan: TablePlan, context: TableContext): string {
  const { facts, typed, imports } = context;
  const { fact, keys } = plan;
  const { schema, name } = fact.id;
  const children = facts.childrenOf(fact.id);
  typed.add(plan.primaryKeyFact);
  const columns: [string, string][] = [];
  const columnComments: [string, string][] = [];
  for (const column of columnsOf(children)) {
    const key = keys.get(column.id.name)!;
    const isKey = plan.primaryKey.length === 1 && plan.primaryKey[0] === column.id.name;
    const comment = commentOn(facts, column.id);
    columns.push([key, typeColumn(column, key, isKey, context)]);
    if (!comment) continue;
    typed.add(comment);
    columnComments.push([key, stringLiteral(String(comment.payload['text']))]);
  }
  const hasPolicies = { value: false };
  const constraints = children.flatMap((child) => {
    if (!context.isEarly(child)) return [];
    const code = partCode(child, plan, context);
    if (code === undefined) return [];
    typed.add(child);
    if (child.id.kind === 'policy') hasPolicies.value = true;
    return [code];
  });
  typed.add(fact, {
    ...fact,
    payload: {
      ...fact.payload,
      rowSecurity: hasPolicies.value,
      forceRowSecurity: false,
      replicaIdentity: 'd',
      replicaIdentityIndex: null,
      reloptions: null,
    },
  });
  const comment = commentOn(facts, fact.id);
  if (comment) typed.add(comment);
  const keyName = (plan.primaryKeyFact.id as { name: string }).name;
  const isUsualName = keyName === `${name}_pkey`;
  const options: [string, string][] = [
    ['metadata', 'metadata'],
    ['config', 'config'],
    ...(schema === 'public' ? [] : [['schema', stringLiteral(schema)] as [string, string]]),
    ...(plan.primaryKey.length > 1
      ? [['primaryKey', keyList(plan.primaryKey, keys)] as [string, string]]
      : []),
    ...(isUsualName ? [] : [['primaryKeyName', stringLiteral(keyName)] as [string, string]]),
    ...(constraints.length > 0
      ? [['constraints', `(t) => [\n${constraints.join(',\n')},\n]`] as [string, string]]
      : []),
    ...(comment
      ? [['comment', stringLiteral(String(comment.payload['text']))] as [string, string]]
      : []),
    ...(columnComments.length > 0
      ? [['columnComments', objectOf(columnComments)] as [string, string]]
      : []),
  ];
  imports.from('@rowhouse/schema', 'table');
  return `export const ${plan.constant} = table(\n${stringLiteral(name)},\n${objectOf(columns)},\n${objectOf(options)},\n);`;
}

function keyList(columns: readonly string[], keys: ReadonlyMap<string, string>): string {
  return arrayOf(columns.map((column) => stringLiteral(keys.get(column)!)));
}

function typeColumn(
  column: ColumnFact,
  key: string,
  isPrimaryKey: boolean,
  { facts, typed, imports, enumOf }: TableContext,
): string {
  const { payload, id } = column;
  const { schema, table, name } = id as unknown as Record<'schema' | 'table' | 'name', string>;
  const defaultFact = facts.get({ kind: 'default', schema, table, name });
  const sequence = defaultFact && sequenceOf(facts, defaultFact, { schema, table, column: name });
  const described: ColumnFacts = {
    schema,
    table,
    name,
    type: String(payload['type']),
    collation: payload['collation'] as string | null,
    isNotNull: payload['notNull'] === true,
    identity: payload['identity'] as Identity | null,
    generated: payload['generatedExpr'] as string | null,
    default: defaultFact && String(defaultFact.payload['expr']),
    sequence,
    enumConstant: enumOf(id),
  };
  const { text, isSerial } = columnCode(described, key, isPrimaryKey, imports);
  typed.add(column);
  if (defaultFact) typed.add(defaultFact);
  if (isSerial && sequence) typed.add(sequence);
  return text;
}

/** The sequence that a default takes its values from, where it is the column's own. */
function sequenceOf(
  facts: FactBase,
  { id }: Fact,
  column: { readonly schema: string; readonly table: string; readonly column: string },
): Fact | undefined {
  for (const { to } of facts.outgoingEdges(id)) {
    const sequence = to.kind === 'sequence' ? facts.get(to) : undefined;
    const owner = sequence?.payload['ownedBy'] as Record<string, string> | null | undefined;
    if (!owner) continue;
    const { schema, table, column: name } = owner;
    if (schema === column.schema && table === column.table && name === column.column)
      return sequence;
  }
  return undefined;
}

/** A constraint, index or policy by drizzle's builders; `undefined` where they cannot say it. */
function partCode(part: Fact, plan: TablePlan, context: TableContext): string | undefined {
  switch (part.id.kind) {
    case 'constraint':
      return part.payload['validated'] === true ? constraintCode(part, plan, context) : undefined;
    case 'index':
      return part.payload['valid'] === true ? indexCode(part, plan, context) : undefined;
    case 'policy':
      return policyCode(part, context);
    default:
      return undefined;
  }
}

function constraintCode(part: Fact, plan: TablePlan, context: TableContext): string | undefined {
  const { name } = part.id as { readonly name: string };
  const { pg } = context.imports;
  const definition = String(part.payload['def']);
  switch (part.payload['type']) {
    case 'u': {
      const unique = uniqueDefinition(definition);
      if (!unique) return undefined;
      const on = columnList(unique.columns, plan.keys, 't');
      return `${pg('unique')}(${stringLiteral(name)}).on(${on})${unique.nullsNotDistinct ? '.nullsNotDistinct()' : ''}`;
    }
    case 'c': {
      const expression = checkExpression(definition);
      if (expression === undefined) return undefined;
      return `${pg('check')}(${stringLiteral(name)}, ${sqlOf(expression, context)})`;
    }
    case 'f': {
      const key = foreignKeyDefinition(definition);
      const target = key && context.tableOf(key.schema, key.table);
      if (!key || !target || !key.foreignColumns.every((column) => target.keys.has(column))) {
        return undefined;
      }
      const isOwn = isSame(target.fact.id, plan.fact.id);
      const foreign = columnList(
        key.foreignColumns,
        target.keys,
        isOwn ? 't' : `${target.constant}.table`,
      );
      return [
        `${pg('foreignKey')}(${objectOf([
          ['name', stringLiteral(name)],
          ['columns', `[${columnList(key.columns, plan.keys, 't')}]`],
          ['foreignColumns', `[${foreign}]`],
        ])})`,
        ...(key.onUpdate === undefined ? [] : [`.onUpdate('${key.onUpdate}')`]),
        ...(key.onDelete === undefined ? [] : [`.onDelete('${key.onDelete}')`]),
      ].join('');
    }
    default:
      return undefined;
  }
}

function columnList(
  columns: readonly string[],
  keys: ReadonlyMap<string, string>,
  owner: string,
): string {
  return columns.map((column) => member(owner, keys.get(column)!)).join(', ');
}

function member(owner: string, key: string): string {
  return `${owner}.${key}`;
}

function sqlOf(expression: string, { imports }: TableContext): string {
  imports.from('drizzle-orm', 'sql');
  return sqlExpression(expression);
}

function indexCode(part: Fact, plan: TablePlan, context: TableContext): string | undefined {
  const index = indexDefinition(String(part.payload['def']));
  if (!index) return undefined;
  const { name } = part.id as { readonly name: string };
  const elements = index.elements.map((element) =>
    elementCode(element, index.method, plan, context),
  );
  if (elements.includes(undefined)) return undefined;
  const maker = context.imports.pg(index.isUnique ? 'uniqueIndex' : 'index');
  const on =
    index.method === 'btree'
      ? `.on(${elements.join(', ')})`
      : `.using(${stringLiteral(index.method)}, ${elements.join(', ')})`;
  const where = index.where === undefined ? '' : `.where(${sqlOf(index.where, context)})`;
  return `${maker}(${stringLiteral(name)})${on}${where}`;
}

function elementCode(
  element: IndexElement,
  method: string,
  plan: TablePlan,
  context: TableContext,
): string | undefined {
  if ('expression' in element) return sqlOf(element.expression, context);
  const key = plan.keys.get(element.column);
  if (key === undefined) return undefined;
  const { opClass, isDescending, nulls } = element;
  const isOrdered = isDescending || nulls === 'first';
  if (isOrdered && method !== 'btree') return undefined;
  return [
    member('t', key),
    ...(isDescending ? ['.desc()'] : []),
    ...(isOrdered ? [nulls === 'first' ? '.nullsFirst()' : '.nullsLast()'] : []),
    ...(opClass === undefined ? [] : [`.op(${stringLiteral(opClass)})`]),
  ].join('');
}

const COMMANDS: Readonly<Record<string, string>> = {
  r: 'select',
  a: 'insert',
  w: 'update',
  d: 'delete',
};

function policyCode({ id, payload }: Fact, context: TableContext): string {
  const { name } = id as { readonly name: string };
  const roles = (payload['roles'] as string[]).filter((role) => role.toUpperCase() !== 'PUBLIC');
  const command = COMMANDS[String(payload['cmd'])];
  const entries: [string, string][] = [];
  if (payload['permissive'] === false) entries.push(['as', "'restrictive'"]);
  if (command !== undefined) entries.push(['for', `'${command}'`]);
  if (roles.length > 0) {
    entries.push([
      'to',
      roles.length === 1 ? stringLiteral(roles[0]!) : arrayOf(roles.map(stringLiteral)),
    ]);
  }
  for (const [key, field] of [
    ['using', 'usingExpr'],
    ['withCheck', 'checkExpr'],
  ] as const) {
    const expression = payload[field] as string | null;
    if (expression !== null) entries.push([key, sqlOf(withoutParentheses(expression), context)]);
  }
  return `${context.imports.pg('pgPolicy')}(${stringLiteral(name)}, ${objectOf(entries)})`;
}
