import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isSaid } from '../config/rule.js';
import { columnOf } from './field.js';
import { primaryKeyColumns } from './key.js';
import { known } from './known.js';
import { listed } from './listed.js';
import { checkSupported, inheritingModels } from './not-supported.js';
import type { Run } from './prepare.js';
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
  if (!Array.isArray(by) || isSaid(unique)) return {};
  if (!checkSupported(inheritingModels, facts, run, pathOf(), { found: 'upsert' })) return {};
  const columns = by.map((name: unknown) => columnOf(String(name), model));
  if (columns.includes(undefined)) return {};
  const attributes = new Map(facts.columns.map((each) => [known(each.column), each.attribute]));
  const keys = [primaryKeyColumns(facts), ...facts.uniques.map((each) => known(each.columns))].map(
    (key) => key?.map((column) => attributes.get(column)),
  );
  // What is not known may well be the key.
  if (keys.some((key) => key?.includes(undefined) ?? true)) return {};
  const inRequest = (key: readonly unknown[]) => key.filter((name) => !stamped?.has(String(name)));
  const isNamed = (key: readonly unknown[] = []) => {
    const rest = inRequest(key);
    return rest.length === by.length && rest.every((name) => by.includes(name));
  };
  const found = keys.find(isNamed);
  if (found !== undefined) return { unique: found };
  const more =
    model.deletedAt === undefined
      ? ''
      : '. A unique index without deleted rows is not read: name its columns in `unique`';
  const others = keys.map((key) => inRequest(key ?? [])).filter((key) => key.length > 0);
  run.report(pathOf('by'), {
    code: 'not-a-key',
    message: text`${unquoted(listed(by as string[]))} ${unquoted(by.length === 1 ? 'is' : 'are together')} not unique in ${unquoted(facts.name)} (${unquoted(run.source.where(facts.at))})`,
    fix: text`Name a unique key: ${unquoted(others.map((key) => listed(key as string[])).join('; '))}${unquoted(more)}.`,
  });
  return {};
}
