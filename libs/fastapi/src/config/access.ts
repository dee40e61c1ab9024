import { text } from '@rowhouse/core';
import * as z from 'zod';

import { fieldName } from './field-names.js';
import { identifierProblem } from './identifiers.js';
import { refuse, rule } from './rule.js';

const attribute = z.strictObject({
  user: z
    .string()
    .check(refuse(identifierProblem))
    .describe('The attribute of the current user that the field must equal.'),
});
const conditions = z.record(fieldName, attribute);

/** The schema of a resource's `access`. */
export const accessConfig = z.union([
  z.literal('open'),
  z
    .strictObject({
      tenant: conditions
        .optional()
        .describe("The fields that keep tenants apart: `{tenant_id: {user: 'tenant_id'}}`."),
      owner: conditions
        .optional()
        .describe('The fields that say whose a row is, where it is only theirs to see.'),
    })
    .check(
      rule(({ tenant = {}, owner = {} }, { report }) => {
        if (Object.keys({ ...tenant, ...owner }).length === 0) {
          report([], {
            code: 'missing',
            expected: ["'tenant' or 'owner'"],
            fix: "Write {tenant: {tenant_id: {user: 'tenant_id'}}}, or 'open'.",
          });
        }
        for (const name of Object.keys(owner)) {
          if (!(name in tenant)) continue;
          report(['owner', name], {
            code: 'duplicate-field',
            message: text`${name} keeps tenants apart already`,
          });
        }
      }),
    ),
]);

/** A resource's `access`, as the config writes it. */
export type AccessConfig = z.output<typeof accessConfig>;

/** A field whose value is that of an attribute of the current user: in rows that are found, and in new ones. */
export interface Condition {
  readonly field: string;
  readonly attribute: string;
}

/** What must hold of every row that a user sees; undefined where all are seen. */
export function conditionsOf(access: AccessConfig | undefined): readonly Condition[] | undefined {
  if (access === undefined || access === 'open') return undefined;
  return Object.entries({ ...access.tenant, ...access.owner }).map(([field, { user }]) => ({
    field,
    attribute: user,
  }));
}
