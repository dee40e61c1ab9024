import type { ColumnFacts, ModelFacts } from '@rowhouse/sqlalchemy';

import type { WrittenAccess } from '../config/written.js';
import { listsIn, nameOf, type NamedEntry } from './entry-operation.js';
import { columnOf } from './field.js';
import { primaryKeyColumns } from './key.js';
import { known } from './known.js';
import { listed } from './listed.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** What a table lacks that keeps the rows of users apart, and is fast at it: told, as all of it may be meant. */
export function noteTenancy(
  access: WrittenAccess,
  model: Model,
  entries: readonly NamedEntry[],
  run: Run,
): void {
  const tenant = columnsOf(access.tenant, model);
  const owner = columnsOf(access.owner, model);
  const sent = new Set(fieldsIn(entries));
  noteUniques(model, [...tenant, ...owner], sent, run);
  noteChosenKey(model, [...tenant, ...owner], sent, run);
  // With rules, the owner restricts nothing by itself.
  const scope = tenant.length > 0 ? tenant : access.rules === undefined ? owner : [];
  const lists = entries.some(({ operation }) => operation?.scopes?.includes('_LIST'));
  if (lists) noteIndex(withTableOf(scope, model, run), scope, run);
  noteForeignKeys(model, tenant, run);
}

/** The columns of a tenant or an owner, as far as they are known. */
function columnsOf(stamps: WrittenAccess['tenant'], model: Model): readonly ColumnFacts[] {
  return Object.keys(stamps ?? {}).flatMap((name) => columnOf(name, model) ?? []);
}

function namesOf(columns: readonly ColumnFacts[]): readonly string[] {
  return columns.flatMap(({ column }) => known(column) ?? []);
}

/** Of what requests set: nobody learns anything by values that nobody can choose. */
function noteUniques(
  { facts }: Model,
  stamped: readonly ColumnFacts[],
  sent: ReadonlySet<string>,
  run: Run,
): void {
  const names = namesOf(stamped);
  const chosen = new Set(namesOf(facts.columns.filter(({ attribute }) => sent.has(attribute))));
  for (const unique of facts.uniques) {
    const columns = known(unique.columns) ?? [];
    if (!columns.some((each) => chosen.has(each))) continue;
    if (columns.some((each) => names.includes(each))) continue;
    run.source.note(
      `${facts.name}: ${listed(columns)} must be unique among the rows of all users (${run.source.where(unique.at)}): a 409 reveals that a hidden row has the value`,
    );
  }
}

/** A key that requests choose is one more value that must be unique. */
function noteChosenKey(
  { facts }: Model,
  stamped: readonly ColumnFacts[],
  sent: ReadonlySet<string>,
  run: Run,
): void {
  const key = facts.columns.filter((each) => known(each.primaryKey) === true);
  if (key.some((each) => stamped.includes(each))) return;
  if (!key.some(({ attribute }) => sent.has(attribute))) return;
  run.source.note(
    `${facts.name}: requests choose ${listed(namesOf(key))}, the key of the rows of all users (${run.source.where(facts.at)}): a 409 reveals that a hidden row has the value`,
  );
}

/** The fields that requests set. */
function fieldsIn(entries: readonly NamedEntry[]): readonly string[] {
  return entries
    .flatMap(listsIn)
    .filter(({ role }) => role === 'create' || role === 'update')
    .flatMap(({ fields = [] }) => fields.flatMap((field) => nameOf(field) ?? []));
}

/** With joined inheritance, columns may be of a parent's table: then it is the one that needs an index. */
function withTableOf(columns: readonly ColumnFacts[], model: Model, run: Run): Model {
  const { facts } = model;
  const isOwn = columns.some(({ table }) => known(table) === known(facts.table));
  const parent = isOwn ? undefined : parentOf(facts, run);
  return parent === undefined ? model : withTableOf(columns, parent, run);
}

/** The model that joined inheritance joins to another one. */
function parentOf({ inheritance }: ModelFacts, run: Run): Model | undefined {
  if (inheritance?.kind !== 'joined') return undefined;
  const parent = run.source.find(inheritance.parent);
  return 'facts' in parent ? parent : undefined;
}

/** The tables of the models that a model inherits from: its key leads to its own row there. */
function parentTables(facts: ModelFacts, run: Run): readonly unknown[] {
  const parent = parentOf(facts, run);
  return parent === undefined
    ? []
    : [known(parent.facts.table), ...parentTables(parent.facts, run)];
}

/** A list of one tenant reads the rows of all, unless an index begins with what keeps them apart. */
function noteIndex({ facts }: Model, scope: readonly ColumnFacts[], run: Run): void {
  const names = namesOf(scope);
  const indexes = known(facts.indexes);
  const isKeyKnown = known(facts.primaryKey) !== undefined;
  const isClear = isKeyKnown && indexes !== undefined && facts.incomplete.length === 0;
  const uniques = facts.uniques.map(({ columns }) => known(columns));
  if (names.length === 0 || names.length < scope.length || !isClear) return;
  if (uniques.includes(undefined)) return;
  const inKey = primaryKeyColumns(facts).filter((column) => column !== undefined);
  const all = [inKey, ...uniques, ...indexes.map(({ columns }) => columns)];
  const begins = (columns: readonly string[] = []) =>
    names.every((name) => columns.slice(0, names.length).includes(name));
  if (all.some(begins)) return;
  const wanted = [...new Set([...names, ...inKey])].map((name) => JSON.stringify(name)).join(', ');
  run.source.note(
    `${facts.name}: no index begins with ${listed(names)} (${run.source.where(facts.at)}): a list reads the rows of all users; add Index("…", ${wanted})`,
  );
}

/** A reference that no request is checked for may lead to another tenant's row. */
function noteForeignKeys({ facts }: Model, tenant: readonly ColumnFacts[], run: Run): void {
  const names = namesOf(tenant);
  if (names.length === 0) return;
  const parents = parentTables(facts, run);
  for (const column of facts.columns) {
    for (const { target, at } of known(column.foreignKeys) ?? []) {
      const table = tableOf(known(target) ?? '');
      // The tenant's own column, alone or beside others, stays in the tenant.
      const isKept = tenant.some((each) =>
        (known(each.foreignKeys) ?? []).some(
          (key) => JSON.stringify(key.at) === JSON.stringify(at),
        ),
      );
      if (isKept) continue;
      for (const other of run.source.ofTable(table)) {
        const own = other.columns.find((each) => names.includes(known(each.column) ?? ''));
        if (own === undefined || run.tenants.has(other.model)) continue;
        if (known(column.primaryKey) === true && parents.includes(known(other.table))) continue;
        run.source.note(
          `${facts.name}.${column.attribute} leads to ${other.name} (${run.source.where(at)}), which has ${own.attribute} and no resource with that tenant in the app: it may refer to another tenant's row`,
        );
      }
    }
  }
}

/** Of `people.owners.id`, the table. */
function tableOf(target: string): string {
  return target.slice(0, Math.max(target.lastIndexOf('.'), 0));
}
