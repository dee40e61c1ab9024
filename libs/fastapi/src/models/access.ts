import { text, type ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { checkClaim, columnNamed } from './conditions.js';
import type { Run } from './prepare.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** A model with the fields that a resource's `access` stamps; those that it does not have are reported. */
export function withAccess(
  resource: Readonly<Record<string, unknown>>,
  model: Model,
  path: ConfigPath,
  run: Run,
): Model {
  const { access } = resource;
  if (!isRecord(access)) return model;
  const stamped = new Set<string>();
  for (const key of ['tenant', 'owner']) {
    const conditions = access[key];
    if (!isRecord(conditions)) continue;
    for (const name of Object.keys(conditions)) {
      const place = [...path, 'access', key, name];
      const column = columnNamed(name, place, model, run);
      if (!column) continue;
      stamped.add(column.attribute);
      if (column.attribute !== name) {
        // The column itself would be open to requests.
        run.report(place, {
          code: 'not-a-column',
          found: name,
          message: text`it is a synonym of ${column.attribute}, expected the column`,
          fix: text`Write ${column.attribute}.`,
        });
      }
      const condition = conditions[name];
      const attribute = isRecord(condition) ? condition['user'] : undefined;
      checkClaim(attribute, column, [...place, 'user'], model, run);
      // With rules, the owner is only who some of them are to.
      if (known(column.nullable) === true && (key === 'tenant' || access['rules'] === undefined)) {
        run.source.note(
          `${model.facts.name}.${name} may be NULL (${run.source.where(column.at)}): no user sees such a row`,
        );
      }
    }
  }
  return { ...model, stamped };
}
