import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import { isRecord, isSaid } from '../config/rule.js';
import { columnNamed } from './conditions.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Run } from './prepare.js';
import type { Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** A resource that says which column counts its versions, where its model does. */
export function completeVersion(resource: Raw, model: Model): Raw {
  const counter = known(model.facts.versionCounter);
  if (isSaid(resource['version']) || !counter || !columnOf(counter, model)) return resource;
  return { ...resource, version: counter };
}

/** A model whose versions are counted where the resource says so: nothing else sets that column. */
export function withVersion(resource: Raw, model: Model, path: ConfigPath, run: Run): Model {
  const { version } = resource;
  const field = isRecord(version) ? version['field'] : version;
  if (typeof field !== 'string') return model;
  const place = [...path, 'version', ...(isRecord(version) ? ['field'] : [])];
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
