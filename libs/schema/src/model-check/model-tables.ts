import { isUnknown, type ColumnFacts, type ModelFacts } from '@rowhouse/sqlalchemy';

/** A table, and all that the models say that are mapped to it. */
export interface ModelTable {
  readonly schema: string;
  readonly name: string;
  /** The first is the one that has the table, the others inherit it or share it. */
  readonly models: readonly ModelFacts[];
  /** By their names; those of which the name is unknown are missing. */
  readonly columns: ReadonlyMap<string, ColumnFacts>;
}

/** The tables of models whose names are known. */
export function tablesOf(
  models: readonly ModelFacts[],
  defaultSchema: string,
): readonly ModelTable[] {
  const tables = new Map<string, { schema: string; name: string; models: ModelFacts[] }>();
  for (const model of models) {
    const { table: name, schema } = model;
    if (isUnknown(name) || isUnknown(schema)) continue;
    const key = `${schema ?? defaultSchema}.${name}`;
    const known = tables.get(key);
    if (known) known.models.push(model);
    else tables.set(key, { schema: schema ?? defaultSchema, name, models: [model] });
  }
  return [...tables.values()].map((table) => ({ ...table, columns: columnsOf(table) }));
}

/** A joined model also has the columns of its parent's table, which are compared with that. */
function columnsOf({ name, models }: { name: string; models: readonly ModelFacts[] }) {
  const columns = new Map<string, ColumnFacts>();
  for (const column of models.flatMap((model) => model.columns)) {
    if (column.table !== name || isUnknown(column.column)) continue;
    if (!columns.has(column.column)) columns.set(column.column, column);
  }
  return columns;
}
