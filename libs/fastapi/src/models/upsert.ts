import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isSaid } from '../config/rule.js';
import { columnOf } from './field.js';
import { isSame, primaryKeyColumns } from './key.js';
import { known } from './known.js';
import { listed } from './listed.js';
import { checkSupported, inheritingModels } from './not-supported.js';
import type { Run } from './prepare.js';
import { isOfKept } from './soft-delete.js';
import type { Model } from './source.js';

/**
 * The columns of the unique key that an upsert's `by` names. What the user gives each row, such as the tenant, counts:
 * no request says it.
 */
export function completeUpsert(
  { by, unique }: Readonly<Record<string, unknown>>,
  model: Model,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): Readonly<Record<string, unknown>> {
  const { facts, stamped } = model;
  if (!Array.isArray(by)) return {};
  if (!checkSupported(inheritingModels, facts, run, pathOf(), { found: 'upsert' })) return {};
  const columns = by.map((name: unknown) => columnOf(String(name), model));
  if (columns.includes(undefined)) return {};
  const attributes = new Map(facts.columns.map((each) => [known(each.column), each.attribute]));
  const keys = uniqueKeys(model).map((key) => key?.map((column) => attributes.get(column)));
  // What is not known may well be the key.
  if (keys.some((key) => key?.includes(undefined) ?? true)) return {};
  const inRequest = (key: readonly unknown[]) => key.filter((name) => !stamped?.has(String(name)));
  const isUnique = (key: readonly unknown[]) => Array.isArray(unique) && isSame(key, unique);
  const found = keys.find(
    (key = []) => isSame(inRequest(key), by) && (!isSaid(unique) || isUnique(key)),
  );
  if (found !== undefined) return { unique: found };
  const said = isSaid(unique) && !keys.some((key = []) => isUnique(key)) ? 'unique' : 'by';
  const names = (said === 'unique' ? unique : by) as string[];
  const others = keys
    .map((key = []) => (said === 'unique' ? key : inRequest(key)))
    .filter((key) => key.length > 0);
  run.report(pathOf(said), {
    code: 'not-a-key',
    message: text`${unquoted(listed(names))} ${unquoted(names.length === 1 ? 'is' : 'are together')} not unique in ${unquoted(facts.name)} (${unquoted(run.source.where(facts.at))})`,
    fix: text`Name a unique key: ${unquoted(others.map((key) => listed(key as string[])).join('; '))}.`,
  });
  return {};
}

/** The columns of each key that PostgreSQL finds a row by; undefined where they are not known. */
function uniqueKeys({
  facts,
  deletedAt,
}: Model): readonly (ReturnType<typeof primaryKeyColumns> | undefined)[] {
  const whole = facts.uniques.filter(({ deferrable }) => deferrable !== true);
  const ofKept = (facts.partialUniques ?? []).filter(({ where }) => {
    const condition = known(where);
    return (
      deletedAt !== undefined && (condition === undefined || isOfKept(condition, facts, deletedAt))
    );
  });
  return [primaryKeyColumns(facts), ...[...whole, ...ofKept].map(({ columns }) => known(columns))];
}
