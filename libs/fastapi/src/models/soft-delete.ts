import { text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ModelFacts, Place } from '@rowhouse/sqlalchemy';

import { attributeOf } from '../relations/foreign-keys.js';
import type { WrittenResourceAt } from './changed-config.js';
import { columnNamed } from './conditions.js';
import type { WrittenEntry } from './entry-operation.js';
import { known } from './known.js';
import { listed } from './listed.js';
import { checkSupported, inheritingModels } from './not-supported.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** By the path of its model, the column that a soft delete sets, as the config says it. */
export function softModels(resources: readonly WrittenResourceAt[]): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap(({ config: { model }, entries }) => {
      const { soft } = deleteIn(entries)?.object ?? {};
      return model !== undefined && typeof soft === 'string' ? [[model, soft] as const] : [];
    }),
  );
}

function deleteIn(entries: readonly WrittenEntry[]): WrittenEntry | undefined {
  return entries.find(({ operation }) => operation?.name === 'delete');
}

/** A model whose rows are deleted softly, which nothing else says in a row. */
export function withSoftDelete(entries: readonly WrittenEntry[], model: Model, run: Run): Model {
  const entry = deleteIn(entries);
  const soft = entry?.object['soft'];
  if (typeof soft === 'string') checkSoftDelete(soft, model, entry!.at('soft'), run);
  const deletedAt = run.soft.get(model.path);
  return deletedAt === undefined ? model : { ...model, deletedAt };
}

function checkSoftDelete(name: string, model: Model, place: ConfigPath, run: Run): void {
  if (!checkSupported(inheritingModels, model.facts, run, place, { found: name })) return;
  const column = columnNamed(name, place, model, run);
  if (column === undefined) return;
  if (known(column.type)?.name !== 'datetime' || known(column.nullable) === false) {
    run.report(place, {
      code: 'contradicts-model',
      found: name,
      message: 'it has the time of the deletion, and NULL until then',
      but: text`${unquoted(run.source.where(column.at))} has ${unquoted(column.written)}`,
      fix: text`Make it ${'Mapped[datetime | None]'}.`,
    });
  }
  checkCascades(name, model, place, run);
  noteUniques(model, name, run);
}

/** Reports rows that a DELETE would delete with the row, and that would stay where requests find them. */
function checkCascades(name: string, { facts }: Model, place: ConfigPath, run: Run): void {
  const soft = new Set(
    [...run.soft.keys()].flatMap((path) => run.source.factsOf(path)?.model ?? []),
  );
  const served = run.source.models.flatMap((path) => run.source.factsOf(path) ?? []);
  for (const child of new Map(served.map((each) => [each.model, each])).values()) {
    if (soft.has(child.model)) continue;
    const at = cascadeTo(child, facts);
    if (at === undefined) continue;
    run.report(place, {
      code: 'conflicting-delete',
      found: name,
      message: text`rows of ${unquoted(child.name)} would stay, which are deleted with their ${unquoted(facts.name)} (${unquoted(run.source.where(at))})`,
      fix: text`Give ${child.name} a soft delete, too, or remove the cascade.`,
    });
  }
}

/** Where it is said that a delete of a row deletes those that refer to it. */
function cascadeTo(child: ModelFacts, facts: ModelFacts): Place | undefined {
  const key = child.columns
    .flatMap(({ foreignKeys }) => known(foreignKeys) ?? [])
    .find(
      ({ target, onDelete }) =>
        attributeOf(known(target), facts) !== undefined &&
        known(onDelete)?.toUpperCase() === 'CASCADE',
    );
  const relationship = facts.relationships.find(
    ({ cascades, target }) => cascades && known(target) === child.model,
  );
  return key?.at ?? relationship?.at;
}

function noteUniques({ facts }: Model, deletedAt: string, run: Run): void {
  const partial = (facts.partialUniques ?? []).filter(({ where }) => {
    const condition = known(where);
    return condition !== undefined && !leavesOutDeleted(condition, facts, deletedAt);
  });
  for (const { columns, at } of [...facts.uniques, ...partial]) {
    const names = known(columns) ?? [];
    if (names.length === 0) continue;
    run.source.note(
      `${facts.name}: ${listed(names)} must be unique among deleted rows, too (${run.source.where(at)}): a new row with the value of a deleted one is a 409; an Index(…, unique=True, postgresql_where=text("${deletedAt} IS NULL")) leaves them out`,
    );
  }
}

/** Whether a condition of an index says nothing but that a row is not deleted. */
export function isOfKept(condition: string, facts: ModelFacts, deletedAt: string): boolean {
  return isNotDeleted(condition.replace(/^[\s(]+|[\s)]+$/g, ''), facts, deletedAt);
}

/** Whether a condition of an index leaves out all deleted rows, as far as its terms tell. */
function leavesOutDeleted(condition: string, facts: ModelFacts, deletedAt: string): boolean {
  if (/\bor\b/i.test(condition)) return false;
  return condition.split(/\band\b/i).some((term) => isOfKept(term, facts, deletedAt));
}

function isNotDeleted(
  condition: string,
  { columns, table }: ModelFacts,
  deletedAt: string,
): boolean {
  const column = columns.find(({ attribute }) => attribute === deletedAt);
  const [name, ...rest] = condition.split(/\s+/);
  const plain = name!.replaceAll('"', '').replace(`${known(table) ?? ''}.`, '');
  return plain === known(column?.column) && rest.join(' ').toUpperCase() === 'IS NULL';
}
