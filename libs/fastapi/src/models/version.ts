import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import type { WrittenResource } from '../config/written.js';
import { columnNamed } from './conditions.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** The column that counts the versions of a model, where it says so. */
export function versionOf(model: Model): string | undefined {
  const counter = known(model.facts.versionCounter);
  return counter && columnOf(counter, model) ? counter : undefined;
}

/** A model whose versions are counted where the resource says so: nothing else sets that column. */
export function withVersion(
  { version }: WrittenResource,
  model: Model,
  path: ConfigPath,
  run: Run,
): Model {
  const isObject = typeof version === 'object';
  const field = isObject ? version.field : version;
  if (field === undefined) return model;
  const place = [...path, 'version', ...(isObject ? ['field'] : [])];
  const counter = known(model.facts.versionCounter);
  if (counter && counter !== field) {
    run.report(place, {
      code: 'contradicts-model',
      found: field,
      message: text`${unquoted(model.facts.name)} counts its versions in ${counter} (${unquoted(run.source.where(model.facts.at))})`,
      fix: text`Write ${counter}, or remove it.`,
    });
    return model;
  }
  const column = columnNamed(field, place, model, run);
  if (column === undefined || counter) return model;
  if (known(column.type)?.name !== 'int' || known(column.nullable) === true) {
    run.report(place, {
      code: 'contradicts-model',
      found: field,
      message: 'versions are numbers, and each row has one',
      but: text`${unquoted(run.source.where(column.at))} has ${unquoted(column.written)}`,
      fix: text`Make it ${'Mapped[int]'}.`,
    });
  }
  return { ...model, facts: { ...model.facts, versionCounter: field } };
}
