import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ColumnFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { columnType } from './column-types.js';
import { attributesOf, columnOf } from './field.js';
import type { Run } from './prepare.js';
import { listed } from './listed.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** A model with the fields that a resource's `access` stamps; those that it does not have are reported. */
export function withAccess(
  resource: Readonly<Record<string, unknown>>,
  model: Model,
  path: ConfigPath,
  run: Run,
): Model {
  const { access } = resource;
  if (!isRecord(access)) return model;
  const stamped = new Set<string>();
  for (const key of ['tenant', 'owner']) {
    const conditions = access[key];
    if (!isRecord(conditions)) continue;
    for (const name of Object.keys(conditions)) {
      const column = columnOf(name, model);
      if (column) stamped.add(name);
      const place = [...path, 'access', key, name];
      if (!column && model.facts.incomplete.length === 0) {
        const where = unquoted(run.source.where(model.facts.at));
        run.report(place, {
          code: 'unknown-attribute',
          found: name,
          message: text`${unquoted(model.facts.name)} has no such column (${where})`,
          fix: didYouMean(name, attributesOf(model)) ?? text`Its columns: ${attributesOf(model)}.`,
        });
      }
      if (column) checkType(column, conditions[name], place, model, run);
      if (column && known(column.nullable) === true) {
        run.source.note(
          `${model.facts.name}.${name} may be NULL (${run.source.where(column.at)}): no user sees such a row`,
        );
      }
    }
  }
  for (const unique of model.facts.uniques) {
    const columns = known(unique.columns) ?? [];
    const isScoped = columns.some((each) => stamped.has(each));
    if (!isScoped && columns.length > 0) {
      run.source.note(
        `${model.facts.name}: ${listed(columns)} must be unique among the rows of all users (${run.source.where(unique.at)}): a 409 tells that a hidden row has the value`,
      );
    }
  }
  return { ...model, stamped };
}

/** Reports a claim that is of another type than the column that it is compared with. */
function checkType(
  column: ColumnFacts,
  condition: unknown,
  place: ConfigPath,
  model: Model,
  run: Run,
): void {
  const attribute = isRecord(condition) ? condition['user'] : undefined;
  const spec = typeof attribute === 'string' ? run.claims[attribute] : undefined;
  const claim = isRecord(spec) ? spec['type'] : spec;
  const type = known(column.type);
  const own = type && columnType(type, model.path)?.type;
  if (own === undefined || typeof claim !== 'string' || claim === own) return;
  run.report([...place, 'user'], {
    code: 'contradicts-model',
    found: attribute,
    message: text`the claim is of the type ${claim}`,
    but: text`${unquoted(run.source.where(column.at))} says ${unquoted(column.written)}`,
    fix: text`Make the claim ${own}.`,
  });
}
