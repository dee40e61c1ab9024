import { text, unquoted, type ConfigPath, type Text } from '@rowhouse/core';
import type { ColumnFacts, EnumFacts } from '@rowhouse/sqlalchemy';

import { rowOf } from '../config/field-types.js';
import { fieldsOf, type TableConfig } from '../config/table.js';
import { isSaid } from '../config/rule.js';
import type { WrittenAccess } from '../config/written.js';
import { columnType, enumValues } from './column-types.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

type Column = TableConfig['columns'][string];

/** What the database calls the rows of a resource, where policies are written for them. */
export function completeTable(
  access: WrittenAccess,
  model: Model,
  path: ConfigPath,
  run: Run,
): { readonly table?: TableConfig } {
  if (!run.rls || isSaid(access.table)) return {};
  const { name: model_, table: fact, schema: schemaFact, view, at } = model.facts;
  const refuse = (message: Text) => {
    run.report([...path, 'model'], {
      code: 'unknown-table',
      message,
      fix: "Remove 'rls', or add access.table: {name: 'orders', columns: {…}}.",
    });
  };
  const where = run.source.where(at);
  if (known(view) === true)
    refuse(text`${unquoted(model_)} is a view (${unquoted(where)}), and only tables have policies`);
  const name = known(fact);
  if (name === undefined)
    refuse(text`the name of the table of ${unquoted(model_)} is not known (${unquoted(where)})`);
  const columns: Record<string, Column> = {};
  for (const field of fieldsOf(access)) {
    const column = columnOf(field, model);
    // One that there is not is told of already.
    if (column === undefined) continue;
    const found = columnIn(column, model, name);
    if (typeof found !== 'string') {
      columns[field] = found;
      continue;
    }
    const place = run.source.where(column.at);
    refuse(text`${unquoted(`${model_}.${field}`)} (${unquoted(place)}) ${unquoted(found)}`);
    // So that nothing else is told of it.
    columns[field] = { name: field, type: 'text' };
  }
  const schema = known(schemaFact) ?? undefined;
  return { table: { name: name ?? '', ...(schema !== undefined && { schema }), columns } };
}

/** What the database calls a column; a text says why that is not known. */
function columnIn(column: ColumnFacts, model: Model, table: string | undefined): Column | string {
  const name = known(column.column);
  const type = known(column.type);
  const own = type && columnType(type, model.path);
  if (name === undefined) return 'has a name that is not known';
  if (table !== undefined && known(column.table) !== table) return 'is a column of another table';
  const sqlType = known(column.sqlType)?.name;
  if (sqlType === undefined || /\./.test(sqlType.replace(/^postgresql\./, ''))) {
    return 'has a custom type, so the type in the database is not known';
  }
  if (type?.enum !== undefined) {
    const stored = storedValues(type.enum);
    return stored ? { name, type: 'text', stored } : 'is an enum whose texts are not known';
  }
  const cast = own && rowOf(own.type)?.cast;
  return cast === undefined ? 'has a type that policies do not compare' : { name, type: cast };
}

/** What the database stores for the values of an enum. */
function storedValues(facts: EnumFacts): Readonly<Record<string, string>> | undefined {
  const stored = known(facts.stored);
  const values = enumValues(facts);
  if (stored === undefined || values?.length !== stored.length) return undefined;
  return Object.fromEntries(values.map((value, index) => [String(value), stored[index]!]));
}
