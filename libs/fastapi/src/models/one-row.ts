import type { ModelFacts } from '@rowhouse/sqlalchemy';

import { isRecord } from '../config/rule.js';
import { columnOf } from './field.js';
import { known } from './known.js';
import type { Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** A resource whose `access` says whether a user has at most one row, as far as the model tells. */
export function completeOneRow(resource: Raw, model: Model): Raw {
  const { access } = resource;
  if (!isRecord(access) || (access['one_row'] ?? undefined) !== undefined) return resource;
  const fields = [access['tenant'], access['owner']].flatMap((each) =>
    isRecord(each) ? Object.keys(each) : [],
  );
  const columns = fields.flatMap((field) => known(columnOf(field, model)?.column) ?? []);
  const isUnique = uniqueKeys(model.facts).some(
    (key) => key.length > 0 && key.every((column) => columns.includes(column)),
  );
  return isUnique ? { ...resource, access: { ...access, one_row: true } } : resource;
}

/** The columns of each key. */
function uniqueKeys({ columns, primaryKey, uniques }: ModelFacts): readonly (readonly string[])[] {
  const byAttribute = new Map(columns.map(({ attribute, column }) => [attribute, known(column)]));
  const primary = (known(primaryKey) ?? []).map((name) => byAttribute.get(name) ?? name);
  return [primary, ...uniques.map((unique) => known(unique.columns) ?? [])];
}
