import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import type { ColumnUse } from '../config/column.js';
import { isRecord } from '../config/rule.js';
import { attributesOf, columnOf, completeField } from '../models/field.js';
import type { Run } from '../models/prepare.js';
import type { Model } from '../models/source.js';
import { unknownSource } from './unknown.js';
import type { Field } from '../config/field.js';
import { known } from '../models/known.js';
import { MAX_DEPTH } from './config.js';
import { tableIn, tablesOf } from './guarded.js';
import { CompletedPath, type Step } from './path.js';
import { singular } from './names.js';
import { relationshipOf, resolve, type Refuse } from './resolve.js';

type Raw = Readonly<Record<string, unknown>>;

/** Whether a name in a list of filters or sorts is a path to related rows, or a relation. */
export function isPath(name: string, fields: readonly unknown[], model: Model, run: Run): boolean {
  if (name.includes('.') || relationNamed(name, fields) !== undefined) return true;
  if (columnOf(name, model)) return false;
  return relationshipOf(name, model, run) !== undefined;
}

/** A relation that the list shows, by its name. */
function relationNamed(name: string, fields: readonly unknown[]): Raw | undefined {
  return fields.find(
    (field): field is Raw =>
      isRecord(field) && field['name'] === name && ('fields' in field || 'count' in field),
  );
}

/** Completes a path that a list filters or sorts by, and reports what it leads to if nothing is there. */
export function completePath(
  name: string,
  { orderable = false }: ColumnUse,
  fields: readonly unknown[],
  model: Model,
  run: Run,
  path: ConfigPath,
): CompletedPath {
  const refuse: Refuse = (problem) => {
    run.report(path, { ...problem, name });
  };
  const completed = (
    steps: readonly unknown[],
    kind: CompletedPath['kind'],
    field: unknown,
  ): CompletedPath => new CompletedPath(name, steps as readonly Step[], kind, field as Field);
  const unknown = completed([], 'column', plainField('str'));
  const shown = relationNamed(name, fields);
  // A SELECT that has a table of the one around it would be about that one's rows.
  const seen = new Set(tablesOf(model.facts, run.source));
  const comesBack = (step: Raw): boolean => {
    const tables = tablesOfStep(step, run);
    const back = tables.find((each) => seen.has(each));
    if (back === undefined) {
      tables.forEach((each) => seen.add(each));
      return false;
    }
    const fix = 'Remove it.';
    refuse({ code: 'too-deep', message: text`the path comes back to the table ${back}`, fix });
    return true;
  };
  if (shown && isRecord(shown['count'])) {
    if (comesBack(shown['count'])) return unknown;
    return completed([shown['count']], 'count', plainField('int'));
  }
  const names = name.split('.');
  const steps: unknown[] = [];
  let at = model;
  while (names.length > 0) {
    const first = names[0]!;
    const column = columnOf(first, at);
    if (column && names.length === 1) {
      const field = completeField(first, 'read', at, run, path);
      return completed(steps, 'column', isRecord(field) ? field : unknown.field);
    }
    const said = at === model ? relationNamed(first, fields) : undefined;
    // Told of where the list shows it.
    if (said?.['of'] === unknownSource.of) return unknown;
    if (names.length === 1 && !said && relationshipOf(first, at, run) === undefined) {
      const columns = attributesOf(at);
      refuse({
        code: 'unknown-attribute',
        message: text`${unquoted(at.facts.name)} has no such column (${unquoted(run.source.where(at.facts.at))})`,
        fix: didYouMean(first, columns) ?? text`Its columns: ${columns}.`,
      });
      return unknown;
    }
    const found = resolve(first, said ?? {}, at, run, refuse);
    if (found === undefined) return unknown;
    const step: Raw = { ...said, ...found.source };
    if (orderable && step['many'] === true) {
      refuse({
        code: 'unorderable-field',
        message: text`${first} leads to several rows, and a list is sorted by one value of each row`,
        fix: text`Sort by a field of one related row, or by a count that the list shows: { name: ${`${singular(first)}_count`}, count: ${first} }.`,
      });
      return unknown;
    }
    // One that the list shows is completed already.
    const mayBeSeveral = said ? said['order'] !== undefined : found.mayBeSeveral;
    const order = known(found.related.facts.primaryKey) ?? [];
    steps.push({ ...step, order: mayBeSeveral ? order : undefined });
    at = found.related;
    names.shift();
    if (comesBack(step)) return unknown;
    if (steps.length > MAX_DEPTH) {
      refuse({
        code: 'too-deep',
        message: 'paths can be three relations long',
        fix: 'Remove it.',
      });
      return unknown;
    }
  }
  if (!orderable) return completed(steps, 'rows', plainField('bool'));
  const columns = attributesOf(at).map((each) => `${name}.${each}`);
  refuse({
    code: 'unorderable-field',
    message: 'it leads to a row, and a list is sorted by a field',
    fix: text`Name a field of it: ${columns}.`,
  });
  return unknown;
}

/** The tables that a step leads to: of the related model, and of what is between. */
function tablesOfStep({ of, through }: Raw, { source }: Run): readonly string[] {
  const paths = [of, isRecord(through) ? through['of'] : undefined];
  const tables = paths.flatMap((path) => {
    if (typeof path !== 'string') return [];
    const table = source.association(path);
    if (table) return [tableIn(table)];
    const facts = source.factsOf(path);
    return facts ? tablesOf(facts, source) : [];
  });
  return [...new Set(tables)];
}

function plainField(type: string) {
  return { type, nullable: false };
}
