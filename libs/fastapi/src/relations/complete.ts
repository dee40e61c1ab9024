import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isOrderable, isFieldType } from '../config/field-types.js';
import { isRecord } from '../config/rule.js';
import { columnType } from '../models/column-types.js';
import { attributesOf, columnOf, completeField } from '../models/field.js';
import { known } from '../models/known.js';
import type { Run } from '../models/prepare.js';
import type { Model } from '../models/source.js';
import { MAX_DEPTH } from './config.js';
import { isKeyRead } from './guarded.js';
import { isUnique, resolve, type Refuse } from './resolve.js';
import { unknownSource } from './unknown.js';

type Raw = Readonly<Record<string, unknown>>;

/** Whether a field of a config is a relation. */
export function isRelation(field: Raw): boolean {
  return 'fields' in field || 'count' in field;
}

/** Completes a relation from the model's relationships and foreign keys, and the fields inside it from the related model. */
export function completeRelation(
  field: Raw,
  model: Model,
  run: Run,
  path: ConfigPath,
  depth = 1,
): unknown {
  const refuse: Refuse = (problem, ...at) => {
    const isNamed = at.length === 0 && 'name' in problem;
    run.report([...path, ...at], isNamed ? problem : { name: field['name'] as string, ...problem });
  };
  if (depth > MAX_DEPTH) {
    run.report(path, {
      code: 'too-deep',
      message: 'relations can be three levels deep, and this is the fourth',
      fix: 'Remove it. Its rows have routes of their own.',
    });
    return { name: field['name'], type: 'str' };
  }
  if ('count' in field) return completeCount(field, model, run, depth, refuse);
  const found = resolve(field['name'] as string, field, model, run, refuse);
  if (
    found === undefined ||
    (depth === 1 && !isKeyRead({ ...field, ...found.source }, model, run, refuse))
  ) {
    return { ...field, ...unknownSource, fields: [unknownField] };
  }
  const { related, source, nullable } = found;
  const many = { ...source, ...field }['many'] === true;
  const fields = Array.isArray(field['fields'])
    ? field['fields'].map((each: unknown, index) => {
        const at = [...path, 'fields', index];
        if (isRecord(each) && typeof each['name'] === 'string' && isRelation(each))
          return completeRelation(each, related, run, at, depth + 1);
        return isShown(each, related, run, at)
          ? completeField(each, 'read', related, run, at)
          : unknownField;
      })
    : field['fields'];
  checkList(field, many, run, path);
  // Of rows that refer to this one, one is shown: the first.
  const isSorted = many || found.mayBeSeveral;
  const order = isSorted ? completeOrder(field['order'], related, run, path) : [];
  return {
    ...field,
    ...source,
    fields,
    ...(nullable && !many && { nullable: true }),
    ...(isSorted && { order }),
  };
}

/** Whether a field of a related row can be shown: a column, or what SQL computes. Others are told of. */
function isShown(field: unknown, related: Model, run: Run, path: ConfigPath): boolean {
  const name = isRecord(field) ? field['name'] : field;
  if (typeof name !== 'string' || columnOf(name, related)) return true;
  const { properties, relationships, name: cls } = related.facts;
  if (relationships.some(({ attribute }) => attribute === name)) return true;
  const kind = properties.find(({ attribute }) => attribute === name)?.kind;
  const isSql = kind === 'hybrid' || kind === 'column_property' || kind === 'synonym';
  if (isSql || (kind === undefined && !run.source.hasAttribute(related, name))) return true;
  run.report(path, {
    code: 'not-a-column',
    name,
    message: text`it is no column of ${unquoted(cls)}, and only columns of related rows can be shown`,
    fix: text`Its columns: ${attributesOf(related)}.`,
  });
  return false;
}

/** What stands for a field that is told of already. */
const unknownField = { name: 'unknown', type: 'str' };

function completeCount(field: Raw, model: Model, run: Run, depth: number, refuse: Refuse): Raw {
  const { count } = field;
  const said = isRecord(count) ? count : {};
  const name = typeof count === 'string' ? count : undefined;
  const told =
    name === undefined ? { name: field['name'] as string } : { name: undefined, found: name };
  const found = resolve(name, said, model, run, (problem, ...at) => {
    refuse({ ...problem, ...told }, 'count', ...at);
  });
  if (
    found === undefined ||
    (depth === 1 && !isKeyRead({ ...said, ...found.source }, model, run, refuse))
  ) {
    return { ...field, count: unknownSource };
  }
  return { ...field, count: { ...said, ...found.source } };
}

/** Reports keys of lists where a relation leads to one row. */
function checkList(field: Raw, many: boolean, run: Run, path: ConfigPath): void {
  if (many) return;
  for (const key of ['order', 'limit', 'more']) {
    if (field[key] === undefined || field[key] === null) continue;
    run.report([...path, key], {
      code: 'not-a-list',
      message: 'the relation leads to one row, so there is no list',
      fix: 'Remove it.',
    });
  }
}

/** The order of a list, with the key at its end, unless no two rows are tied before it. */
function completeOrder(
  said: unknown,
  related: Model,
  run: Run,
  path: ConfigPath,
): readonly string[] {
  const names: readonly unknown[] = Array.isArray(said) ? said : said === undefined ? [] : [said];
  const order = names.filter((name) => typeof name === 'string');
  order.forEach((each, index) => {
    const name = each.replace(/^-/, '');
    const column = columnOf(name, related);
    const place = Array.isArray(said) ? ['order', index] : ['order'];
    if (column === undefined) {
      const columns = attributesOf(related);
      run.report([...path, ...place], {
        code: 'unknown-attribute',
        found: each,
        message: text`${unquoted(related.facts.name)} has no such column (${unquoted(run.source.where(related.facts.at))})`,
        fix: didYouMean(name, columns) ?? text`Its columns: ${columns}.`,
      });
      return;
    }
    const type = known(column.type);
    const own = type && columnType(type, related.path)?.type;
    if (own === undefined || !isFieldType(own) || isOrderable({ type: own })) return;
    run.report([...path, ...place], {
      code: 'unorderable-field',
      found: each,
      message: text`fields of type ${own} cannot be sorted`,
    });
  });
  const sorted = new Set(order.map((each) => each.replace(/^-/, '')));
  const filled = related.facts.columns.filter(
    ({ attribute, nullable }) => sorted.has(attribute) && known(nullable) === false,
  );
  const isWhole = isUnique(
    filled.map(({ attribute }) => attribute),
    related,
  );
  const key = isWhole ? [] : (known(related.facts.primaryKey) ?? []);
  return [...order, ...key.filter((name) => !sorted.has(name))];
}
