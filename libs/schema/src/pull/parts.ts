import type { Fact } from '@supabase/pg-delta';

import {
  checkExpression,
  foreignKeyDefinition,
  indexDefinition,
  uniqueDefinition,
  withoutParentheses,
  type IndexElement,
} from './definitions.js';
import { isSame } from './facts.js';
import { arrayOf, objectOf, sqlExpression, stringLiteral } from './literals.js';
import type { TableContext, TablePlan } from './table-plan.js';

/** A constraint, index or policy by drizzle's builders; `undefined` where they cannot say it. */
export function partCode(part: Fact, plan: TablePlan, context: TableContext): string | undefined {
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
        isOwn ? 't' : `${context.imports.use(target.constant)}.table`,
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
