import { text, unquoted } from '@rowhouse/core';
import type { ModelFacts, TableFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { known } from '../models/known.js';
import type { WrittenResourceAt } from '../models/changed-config.js';
import type { Run } from '../models/prepare.js';
import type { Model, ModelSource } from '../models/source.js';
import type { Refuse } from './resolve.js';

type Raw = Readonly<Record<string, unknown>>;

/** The tables that have rows of models with rules of access: by each, the model. */
export type GuardedTables = ReadonlyMap<string, string>;

/** The tables of the resources with rules of access. */
export function guardedTables(
  resources: readonly WrittenResourceAt[],
  source: ModelSource,
): GuardedTables {
  return new Map(
    resources.flatMap(({ config: { model, access } }) => {
      const found = access && model !== undefined ? source.find(model) : undefined;
      if (found === undefined || !('facts' in found)) return [];
      return tablesOf(found.facts, source).map((table) => [table, found.path] as const);
    }),
  );
}

/** The tables that have a row of a model: its own, and those of the classes that it extends. */
export function tablesOf(facts: ModelFacts, source: ModelSource): readonly string[] {
  const { inheritance } = facts;
  const parent =
    inheritance === null || inheritance.kind === 'concrete'
      ? undefined
      : source.factsOf(inheritance.parent);
  const inherited = parent ? tablesOf(parent, source) : [];
  return [...new Set([tableIn(facts), ...inherited])];
}

/** A table with its schema. */
export function tableIn({ schema, table }: Pick<TableFacts, 'schema' | 'table'>): string {
  return [known(schema), known(table)].filter(Boolean).join('.');
}

/**
 * Whether the access of a model says which of its rows are visible. A model without a resource that shares a table with
 * one that has rules would show the rows that those keep back.
 */
export function hasOwnAccess(related: Model, run: Run, refuse: Refuse): boolean {
  if (run.source.models.includes(related.path)) return true;
  const guarded = run.guarded();
  const table = tablesOf(related.facts, run.source).find((each) => guarded.has(each));
  if (table === undefined) return true;
  refuse({
    code: 'unknown-access',
    message: text`no resource has the model ${related.path}, whose rows are in the table of ${guarded.get(table)!}, which has rules of access`,
    fix: text`Add a resource of ${related.path}, or access: ${'open'} to the relation.`,
  });
  return false;
}

/** Whether nothing is kept back of the table or the model between. */
export function isBetweenVisible(path: string, run: Run, refuse: Refuse): boolean {
  const table = run.source.association(path);
  const found = table ? undefined : run.source.find(path);
  if (found && 'facts' in found) {
    const model = { ...found, path: run.source.configPath(found) };
    return hasOwnAccess(model, run, (problem, ...at) => {
      refuse({ ...problem, fix: text`Add a resource of ${model.path}.` }, ...at);
    });
  }
  const model = table && run.guarded().get(tableIn(table));
  if (model === undefined) return true;
  refuse({
    code: 'unknown-access',
    message: text`${unquoted(path)} is the table of ${model}, which has rules of access`,
    fix: text`Write through: ${model}.`,
  });
  return false;
}

/** Whether a row is read with the columns that its relation is found by. */
export function isKeyRead(relation: Raw, model: Model, run: Run, refuse: Refuse): boolean {
  const { via, through } = relation;
  const pairs = isRecord(through) ? through['via'] : via;
  const names = isRecord(pairs) ? Object.keys(pairs) : [];
  const column = model.facts.columns.find(
    ({ attribute, deferred }) => names.includes(attribute) && known(deferred) === true,
  );
  if (column === undefined) return true;
  refuse({
    code: 'deferred-key',
    message: text`the relation is found by ${column.attribute}, which is deferred and not read with the row (${unquoted(run.source.where(column.at))})`,
    fix: text`Remove deferred=True from ${column.attribute}.`,
  });
  return false;
}
