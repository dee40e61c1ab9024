import {
  didYouMean,
  text,
  unquoted,
  type AnyOperation,
  type ConfigPath,
  type Problem,
} from '@rowhouse/core';

import { mapColumns } from '../config/column.js';
import { isRecord } from '../config/rule.js';
import { isRelation } from '../relations/complete.js';
import { completePath, isPath } from '../relations/paths.js';
import { nameOf } from './entry-operation.js';
import { attributesOf, columnOf, completeField } from './field.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Completes the columns that an entry names and does not show: their types are the model's. Reports those that are no
 * columns of it.
 */
export function completeColumns(
  entry: Raw,
  { options }: AnyOperation,
  model: Model,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): Raw {
  const fields: readonly unknown[] = Array.isArray(entry['fields']) ? entry['fields'] : [];
  const { filters } = entry;
  if (isRecord(filters) && !('fields' in filters)) {
    const own = fields.filter((field) => !isRecord(field) || !isRelation(field));
    checkAll(
      own.flatMap((field) => nameOf(field) ?? []),
      model,
      run,
      pathOf('filters'),
    );
  }
  const shown = new Set(fields.map(nameOf));
  return mapColumns(entry, options, ({ column, path, use }) => {
    const name = nameOf(column);
    if (name === undefined) return column;
    if (use.path && isPath(name, fields, model, run)) {
      const isPlain = typeof column === 'string';
      return isPlain ? completePath(name, use, fields, model, run, pathOf(...path)) : column;
    }
    const isSaid = isRecord(column) || shown.has(name);
    checkColumn(name, isSaid, model, run, pathOf(...path));
    if (shown.has(name)) return column;
    const isKnown = columnOf(name, model) !== undefined || isRecord(column);
    return isKnown ? completeField(column, 'read', model, run, pathOf(...path)) : column;
  });
}

/** Reports a name that is no column of the model; of fields that are shown or have a type, their own check tells. */
function checkColumn(
  name: string,
  isSaid: boolean,
  model: Model,
  run: Run,
  path: ConfigPath,
): void {
  const whole = withoutColumn(name, model, run);
  if (!whole) return;
  const { relationships, properties, incomplete, name: cls } = whole.facts;
  const isMapped = [...relationships, ...properties].some(({ attribute }) => attribute === name);
  if (!isMapped && !run.source.hasAttribute(model, name)) {
    if (incomplete.length === 0 && !isSaid) run.report(path, unknownColumn(name, whole, run));
    return;
  }
  run.report(path, {
    code: 'not-a-column',
    found: name,
    message: text`${unquoted(cls)} has no column of that name, and you can only filter and sort by columns`,
    fix: text`Its columns: ${attributesOf(model)}.`,
  });
}

/** Reports the first field that is shown and is no column, where a list filters by all of them. */
function checkAll(names: readonly string[], model: Model, run: Run, path: ConfigPath): void {
  const other = names.find((name) => isOther(name, model, run));
  if (other === undefined) return;
  const { name: cls } = model.facts;
  const columns = names.filter((name) => columnOf(name, model));
  run.report(path, {
    code: 'not-a-column',
    message: text`without 'fields', requests can filter by all that the list shows, but ${unquoted(cls)} has no column ${other}`,
    fix: text`List the 'fields' to filter by: ${columns}.`,
  });
}

/** Whether a name is an attribute of a model of which the database knows nothing. */
function isOther(name: string, model: Model, run: Run): boolean {
  const whole = withoutColumn(name, model, run);
  if (!whole) return false;
  const { properties, incomplete } = whole.facts;
  const property = properties.find(({ attribute }) => attribute === name);
  if (property) return property.kind !== 'column_property';
  return incomplete.length === 0 && run.source.hasAttribute(model, name);
}

/** The model with its neighbours, unless one of them has a column of a name. They are only read if the model has none. */
function withoutColumn(name: string, model: Model, run: Run): Model | undefined {
  if (columnOf(name, model)) return undefined;
  const whole = run.source.withNeighbours(model);
  return columnOf(name, whole) ? undefined : whole;
}

function unknownColumn(name: string, model: Model, run: Run): Problem {
  const { facts } = model;
  const names = attributesOf(model);
  return {
    code: 'unknown-attribute',
    found: name,
    message: text`${unquoted(facts.name)} has no such column (${unquoted(run.source.where(facts.at))})`,
    fix: didYouMean(name, names) ?? text`Its columns: ${names}.`,
  };
}
