import { didYouMean, text, unquoted, type ConfigPath, type Problem } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { completePath, isPath } from '../relations/paths.js';
import { attributesOf, columnOf, completeField } from './field.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** Reports names that a list filters or sorts by and that are no columns of the model. */
export function checkColumns(
  options: Readonly<Record<string, unknown>>,
  model: Model,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): void {
  const { fields, filters, ordering, pagination } = options;
  const shown = new Set<unknown>(Array.isArray(fields) ? fields.map(nameIn) : []);
  if (isRecord(filters) && !('fields' in filters)) {
    const own = Array.isArray(fields) ? fields.filter((field) => !isRelation(field)) : [];
    checkAll(own.map(nameIn), model, run, pathOf('filters'));
  }
  const named: (readonly [unknown, ConfigPath])[] = [];
  for (const [key, block] of [['filters', filters] as const, ['ordering', ordering] as const]) {
    if (!isRecord(block) || !Array.isArray(block['fields'])) continue;
    block['fields'].forEach((name, index) => named.push([name, [key, 'fields', index]]));
  }
  if (isRecord(ordering)) named.push([ordering['default'], ['ordering', 'default']]);
  if (isRecord(pagination))
    named.push([pagination['cursor_field'], ['pagination', 'cursor_field']]);
  for (const [column, path] of named) {
    const name = nameIn(column);
    if (typeof name !== 'string') continue;
    if (path[0] !== 'pagination' && isPath(name, Array.isArray(fields) ? fields : [], model, run))
      continue;
    const whole = withoutColumn(name, model, run);
    if (!whole) continue;
    const { relationships, properties, incomplete, name: cls } = whole.facts;
    const isMapped = [...relationships, ...properties].some(({ attribute }) => attribute === name);
    if (!isMapped && !run.source.hasAttribute(model, name)) {
      // Of those that are shown or have a type, the check of fields tells.
      if (incomplete.length === 0 && !isRecord(column) && !shown.has(name))
        run.report(pathOf(...path), unknownColumn(name, whole, run));
      continue;
    }
    run.report(pathOf(...path), {
      code: 'not-a-column',
      found: name,
      message: text`${unquoted(cls)} has no column of that name, and you can only filter and sort by columns`,
      fix: text`Its columns: ${attributesOf(model)}.`,
    });
  }
}

/** Reports the first field that is shown and is no column, where a list filters by all of them. */
function checkAll(shown: readonly unknown[], model: Model, run: Run, path: ConfigPath): void {
  const names = shown.filter((name) => typeof name === 'string');
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

/** Completes the columns that a list filters or sorts by and does not show: their types are the model's. */
export function completeColumns(
  options: Readonly<Record<string, unknown>>,
  model: Model,
  run: Run,
  pathOf: (...rest: ConfigPath) => ConfigPath,
): Readonly<Record<string, unknown>> {
  const fields: readonly unknown[] = Array.isArray(options['fields']) ? options['fields'] : [];
  const shown = new Set(fields.map(nameIn));
  const complete = (column: unknown, ...path: readonly [string, ...ConfigPath]): unknown => {
    const name = nameIn(column);
    const [use] = path;
    if (
      typeof column === 'string' &&
      (use === 'filters' || use === 'ordering') &&
      isPath(column, fields, model, run)
    ) {
      return completePath(column, use, fields, model, run, pathOf(...path));
    }
    if (typeof name !== 'string' || shown.has(name)) return column;
    const isKnown = columnOf(name, model) !== undefined || isRecord(column);
    return isKnown ? completeField(column, 'read', model, run, pathOf(...path)) : column;
  };
  const completed: Record<string, unknown> = {};
  for (const [key, single] of [
    ['filters', undefined],
    ['ordering', 'default'],
    ['pagination', 'cursor_field'],
  ] as const) {
    const block = options[key];
    if (!isRecord(block)) continue;
    const changed: Record<string, unknown> = { ...block };
    if (Array.isArray(block['fields'])) {
      changed['fields'] = block['fields'].map((column, index) =>
        complete(column, key, 'fields', index),
      );
    }
    if (single && single in block) changed[single] = complete(block[single], key, single);
    completed[key] = changed;
  }
  return completed;
}

/** Whether a field is a relation or a count: a list without fields to filter by takes the others. */
function isRelation(field: unknown): boolean {
  return isRecord(field) && ('fields' in field || 'count' in field);
}

function nameIn(column: unknown): unknown {
  return isRecord(column) ? column['name'] : column;
}
