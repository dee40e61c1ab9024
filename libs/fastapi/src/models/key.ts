import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';
import type { ColumnFacts, ModelFacts } from '@rowhouse/sqlalchemy';

import { keyTypes, type KeyType } from '../config/field-types.js';
import type { WrittenResource } from '../config/written.js';
import { columnType, enumValues } from './column-types.js';
import { attributesOf, columnOf } from './field.js';
import type { Run } from './prepare.js';
import { listed } from './listed.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** The columns of the primary key by their names; undefined where one is not known. */
export function primaryKeyColumns({
  columns,
  primaryKey,
}: ModelFacts): readonly (string | undefined)[] {
  const byAttribute = new Map(columns.map(({ attribute, column }) => [attribute, column]));
  return (known(primaryKey) ?? []).map((name) => known(byAttribute.get(name) ?? name));
}

/** Whether no two rows of a model share the values of these columns, as far as the model tells. */
export function isUniqueIn(facts: ModelFacts, columns: readonly (string | undefined)[]): boolean {
  const uniques = facts.uniques.map((unique) => known(unique.columns) ?? []);
  return [primaryKeyColumns(facts), ...uniques].some(
    (key) =>
      key.length > 0 && key.every((column) => column !== undefined && columns.includes(column)),
  );
}

/** Completes the key of a resource: its columns, in the order of the path, and their types. */
export function completeKey(
  { pk: said, pk_type: saidTypes }: WrittenResource,
  model: Model,
  path: ConfigPath,
  run: Run,
): { readonly pk?: readonly string[]; readonly pk_type?: readonly string[] } {
  const { facts } = model;
  const names = said === undefined ? known(facts.primaryKey) : [said].flat();
  if (names === undefined) return {};
  const pathOf = (index: number): ConfigPath => {
    if (said === undefined) return [...path, 'model'];
    return Array.isArray(said) ? [...path, 'pk', index] : [...path, 'pk'];
  };
  const columns = names.flatMap((name) => columnOf(name, model) ?? []);
  const types = names.map((name) => keyTypeOf(columnOf(name, model), model));
  if (columns.length < names.length) {
    if (said === undefined || facts.incomplete.length > 0) return {};
    names.forEach((name, index) => {
      if (!columnOf(name, model)) reportUnknown(name, model, pathOf(index), run);
    });
    return typesOf(types, saidTypes);
  }
  // A column that is listed twice is for the schema to tell.
  const isDistinct = new Set(names).size === names.length;
  if (!isDistinct || (said !== undefined && !checkUnique(columns, model, path, run))) {
    return typesOf(types, saidTypes);
  }
  const isFit = columns.map((column, index) => checkType(column, types[index], pathOf(index), run));
  if (isFit.includes(false)) return {};
  // How many there have to be, the schema says.
  if (typeof saidTypes === 'string' || saidTypes?.length === names.length) {
    checkSaid(saidTypes, columns, types, path, run);
  }
  return { pk: names, ...typesOf(types, saidTypes) };
}

function reportUnknown(name: string, model: Model, path: ConfigPath, run: Run): void {
  const { facts } = model;
  const key = known(facts.primaryKey) ?? [];
  run.report(path, {
    code: 'unknown-attribute',
    found: name,
    message: text`${unquoted(facts.name)} has no such column (${unquoted(run.source.where(facts.at))})`,
    fix: didYouMean(name, attributesOf(model)) ?? text`Its key: ${key}.`,
  });
}

/** The types of a key. Where one is not known, what the config says of it stands. */
function typesOf(
  types: readonly (string | undefined)[],
  said: WrittenResource['pk_type'] = 'uuid',
): { readonly pk_type?: readonly string[] } {
  const isOfOtherLength = typeof said !== 'string' && said.length !== types.length;
  if (isOfOtherLength || types.every((type) => type === undefined)) return {};
  const own = types.map((type, index) => {
    if (keyTypes.includes(type as KeyType)) return type!;
    return typeof said === 'string' ? said : said[index]!;
  });
  return { pk_type: own };
}

/** The type of a column in a path; undefined where it is not known. */
export function keyTypeOf(column: ColumnFacts | undefined, model: Model): string | undefined {
  const type = column && known(column.type);
  const own = type && columnType(type, model.path);
  if (own?.class === undefined) return own?.type;
  // In a path stands the value of a member, in the database what is stored of it.
  const stored = known(type!.enum!.stored);
  const isOther = stored !== undefined && String(enumValues(type!.enum!)) !== String(stored);
  return isOther ? 'enum' : own.type;
}

/** Reports columns that do not tell a row from others. */
function checkUnique(
  columns: readonly ColumnFacts[],
  { facts }: Model,
  path: ConfigPath,
  run: Run,
): boolean {
  const names = columns.map(({ attribute }) => attribute);
  const key = known(facts.primaryKey);
  if (key === undefined || isSame(names, key) || isUnique(columns, facts.uniques)) return true;
  const together = text`${unquoted(listed(key))} together (${unquoted(run.source.where(facts.at))})`;
  const isPart = names.every((name) => key.includes(name));
  const isOne = names.length === 1;
  const subject = isOne ? text`it is` : text`${unquoted(listed(names))} together are`;
  const place = unquoted(run.source.where(columns[0]!.at));
  const problem = isPart
    ? {
        code: 'partial-key',
        message: text`${subject} only a part of the key, which is ${together}: several rows can have the same value`,
        fix: "Remove 'pk' to use the whole key, or name a unique column.",
      }
    : {
        code: 'not-a-key',
        message: text`${subject} neither the primary key, nor unique and NOT NULL (${place})`,
        fix: 'Name a unique column.',
      };
  run.report([...path, 'pk'], { ...problem, ...(isOne && { found: names[0] }) });
  return false;
}

/** Whether no two rows can have the same values there, as far as is known. */
function isUnique(columns: readonly ColumnFacts[], uniques: Model['facts']['uniques']): boolean {
  if (columns.some(({ nullable }) => known(nullable) === true)) return false;
  if (columns.length === 1) return known(columns[0]!.unique) !== false;
  const names = columns.map(({ column }) => known(column));
  return uniques.some((unique) => {
    const together = known(unique.columns);
    return together === undefined || isSame(names, together);
  });
}

/** Whether two lists hold the same, in any order. */
export function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}

/** Reports a column whose values are no steps of a path. */
function checkType(
  { attribute, at, written }: ColumnFacts,
  type: string | undefined,
  path: ConfigPath,
  run: Run,
): boolean {
  if (type === undefined || keyTypes.includes(type as KeyType)) return true;
  run.report(path, {
    code: 'contradicts-model',
    found: attribute,
    message: text`a key is of type ${unquoted(listed(keyTypes))}`,
    but: text`${unquoted(run.source.where(at))} has ${unquoted(written)}`,
  });
  return false;
}

/** Reports types of the config that are not those of the columns. */
function checkSaid(
  said: KeyType | readonly KeyType[],
  columns: readonly ColumnFacts[],
  types: readonly (string | undefined)[],
  path: ConfigPath,
  run: Run,
): void {
  const wrong = columns.findIndex((_, index) => {
    const each = typeof said === 'string' ? said : said[index];
    return types[index] !== undefined && each !== types[index];
  });
  if (wrong === -1) return;
  const { at, written } = columns[wrong]!;
  const isList = typeof said !== 'string';
  run.report([...path, 'pk_type', ...(isList ? [wrong] : [])], {
    code: 'contradicts-model',
    found: isList ? said[wrong] : said,
    but: text`${unquoted(run.source.where(at))} has ${unquoted(written)}`,
    fix: text`Write pk_type: ${types[wrong]}, or remove it.`,
  });
}
