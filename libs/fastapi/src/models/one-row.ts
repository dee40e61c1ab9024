import { isRecord, isSaid } from '../config/rule.js';
import { columnOf } from './field.js';
import { isUniqueIn } from './key.js';
import { known } from './known.js';
import type { Model } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** A resource whose `access` says whether a user has at most one row, as far as the model tells. */
export function completeOneRow(resource: Raw, model: Model): Raw {
  const { access } = resource;
  if (!isRecord(access) || isSaid(access['one_row'])) return resource;
  const fields = [access['tenant'], access['owner']].flatMap((each) =>
    isRecord(each) ? Object.keys(each) : [],
  );
  const columns = fields.flatMap((field) => known(columnOf(field, model)?.column) ?? []);
  if (!isUniqueIn(model.facts, columns)) return resource;
  return { ...resource, access: { ...access, one_row: true } };
}
