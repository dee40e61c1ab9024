import type { WrittenAccess } from '../config/written.js';
import { columnOf } from './field.js';
import { isUniqueIn } from './key.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** Whether a user has at most one row, as far as the model tells. */
export function oneRowOf({ tenant, owner }: WrittenAccess, model: Model) {
  const fields = Object.keys({ ...tenant, ...owner });
  const columns = fields.flatMap((field) => known(columnOf(field, model)?.column) ?? []);
  return isUniqueIn(model.facts, columns) ? { one_row: true } : {};
}
