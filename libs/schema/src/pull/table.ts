import type { Fact, FactBase } from '@supabase/pg-delta';

import { columnCode, type ColumnFacts, type Identity } from './column.js';
import { commentOn, commentText } from './facts.js';
import { arrayOf, objectOf, stringLiteral } from './literals.js';
import { partCode } from './parts.js';
import { columnsOf, type ColumnFact, type TableContext, type TablePlan } from './table-plan.js';

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
    columnComments.push([key, commentText(comment)]);
  }
  const constraints = children.flatMap((child) => {
    if (!context.isEarly(child)) return [];
    const code = partCode(child, plan, context);
    if (code === undefined) return [];
    typed.add(child);
    return [code];
  });
  typed.add(fact, {
    ...fact,
    payload: {
      ...fact.payload,
      rowSecurity: children.some(({ id }) => id.kind === 'policy' && typed.has(id)),
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
  const options = objectOf([
    ['metadata', imports.use('metadata')],
    ['config', imports.use('config')],
    ['schema', schema === 'public' ? undefined : stringLiteral(schema)],
    ['primaryKey', plan.primaryKey.length > 1 ? keyList(plan.primaryKey, keys) : undefined],
    ['primaryKeyName', isUsualName ? undefined : stringLiteral(keyName)],
    ['partitionBy', plan.partitionBy],
    [
      'constraints',
      constraints.length > 0 ? `(t) => [\n${constraints.join(',\n')},\n]` : undefined,
    ],
    ['comment', comment && commentText(comment)],
    ['columnComments', columnComments.length > 0 ? objectOf(columnComments) : undefined],
  ]);
  imports.from('@rowhouse/schema', 'table');
  return `export const ${plan.constant} = table(\n${stringLiteral(name)},\n${objectOf(columns)},\n${options},\n);`;
}

function keyList(columns: readonly string[], keys: ReadonlyMap<string, string>): string {
  return arrayOf(columns.map((column) => stringLiteral(keys.get(column)!)));
}

function typeColumn(
  column: ColumnFact,
  key: string,
  isPrimaryKey: boolean,
  { facts, typed, imports, enumOf, builtFor }: TableContext,
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
    domainConstant: builtFor(id, 'domain'),
    sequenceConstant: defaultFact && builtFor(defaultFact.id, 'sequence'),
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
