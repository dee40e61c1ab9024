import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { attributesOf, columnOf, completeField } from '../models/field.js';
import type { Run } from '../models/prepare.js';
import type { Model } from '../models/source.js';
import { MAX_DEPTH } from './config.js';
import { resolve, type Refuse } from './resolve.js';

type Raw = Readonly<Record<string, unknown>>;

/** Whether a name in a list of filters is a path to related rows, or a relation. */
export function isPath(name: string, fields: readonly unknown[], model: Model, run: Run): boolean {
  if (name.includes('.') || relationNamed(name, fields) !== undefined) return true;
  if (columnOf(name, model)) return false;
  const { relationships } = run.source.withNeighbours(model).facts;
  return relationships.some(({ attribute }) => attribute === name);
}

/** A relation that the list shows, by its name. */
function relationNamed(name: string, fields: readonly unknown[]): Raw | undefined {
  return fields.find(
    (field): field is Raw =>
      isRecord(field) && field['name'] === name && ('fields' in field || 'count' in field),
  );
}

/** Completes a path of `filters.fields`, and reports what it leads to if nothing is there. */
export function completePath(
  name: string,
  fields: readonly unknown[],
  model: Model,
  run: Run,
  path: ConfigPath,
): unknown {
  const refuse: Refuse = (problem) => {
    run.report(path, { ...problem, name });
  };
  const unknown = { name, steps: [], kind: 'column', field: { type: 'str', nullable: false } };
  const shown = relationNamed(name, fields);
  if (shown && isRecord(shown['count'])) {
    return { ...unknown, steps: [shown['count']], kind: 'count', field: plainField('int') };
  }
  const names = name.split('.');
  const steps: unknown[] = [];
  const seen = [model.facts.model];
  let at = model;
  while (names.length > 0) {
    const [first] = names;
    const column = columnOf(first!, at);
    if (column && names.length === 1) {
      const field = completeField(first, 'read', at, run, path);
      return { ...unknown, steps, kind: 'column', field: isRecord(field) ? field : unknown.field };
    }
    const said = at === model ? relationNamed(first!, fields) : undefined;
    const { relationships } = run.source.withNeighbours(at).facts;
    if (names.length === 1 && !said && !relationships.some((each) => each.attribute === first)) {
      const columns = attributesOf(at);
      refuse({
        code: 'unknown-attribute',
        message: text`${unquoted(at.facts.name)} has no such column (${unquoted(run.source.where(at.facts.at))})`,
        fix: didYouMean(first!, columns) ?? text`Its columns: ${columns}.`,
      });
      return unknown;
    }
    const found = resolve(first, said ?? {}, at, run, refuse);
    if (found === undefined) return unknown;
    steps.push(said ? { ...said, ...found.source } : found.source);
    at = found.related;
    names.shift();
    if (seen.includes(at.facts.model) || steps.length > MAX_DEPTH) {
      refuse({
        code: 'too-deep',
        message: seen.includes(at.facts.model)
          ? text`the path comes back to ${unquoted(at.facts.name)}`
          : 'paths can be three relations long',
        fix: 'Remove it.',
      });
      return unknown;
    }
    seen.push(at.facts.model);
  }
  return { ...unknown, steps, kind: 'rows', field: plainField('bool') };
}

function plainField(type: string) {
  return { type, nullable: false };
}
