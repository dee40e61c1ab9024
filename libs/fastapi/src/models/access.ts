import { text, type ConfigPath } from '@rowhouse/core';

import type { WrittenAccess } from '../config/written.js';
import { checkClaim, columnNamed } from './conditions.js';
import type { Run } from './prepare.js';
import { known } from './known.js';
import type { Model } from './source.js';

/** A model with the fields that a resource's `access` stamps; those that it does not have are reported. */
export function withAccess(
  access: WrittenAccess | undefined,
  model: Model,
  path: ConfigPath,
  run: Run,
): Model {
  if (access === undefined) return model;
  const stamped = new Set<string>();
  for (const key of ['tenant', 'owner'] as const) {
    for (const [name, condition] of Object.entries(access[key] ?? {})) {
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
      checkClaim(condition?.user, column, [...place, 'user'], model, run);
      // With rules, the owner is only who some of them are to.
      if (known(column.nullable) === true && (key === 'tenant' || access.rules === undefined)) {
        run.source.note(
          `${model.facts.name}.${name} may be NULL (${run.source.where(column.at)}): no user sees such a row`,
        );
      }
    }
  }
  return { ...model, stamped };
}
