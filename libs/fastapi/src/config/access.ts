import { text } from '@rowhouse/core';
import * as z from 'zod';

import type { AuthConfig } from './auth.js';
import { conditionConfig, conditionOf, type Condition } from './conditions.js';
import { fieldName } from './field-names.js';
import { dottedPath, identifierProblem, plainText } from './identifiers.js';
import { refuse, rule } from './rule.js';
import { tableConfig, type TableConfig } from './table.js';

const attribute = z.strictObject({
  user: z
    .string()
    .check(refuse(identifierProblem))
    .meta({
      description: 'The attribute of the current user that the field must be equal to.',
      examples: ['sub'],
    }),
});
const stamps = z.record(fieldName, attribute);

/** The name of a role. */
export const roleName = plainText.meta({
  description: 'The role of the user.',
  examples: ['admin'],
});

/** The schema of one of the `rules`. */
export const accessRule = z.strictObject({
  allow: z
    .union([z.literal('*'), z.array(z.string()).min(1)])
    .describe("The names of the operations that the rule allows, or `'*'` for all."),
  to: z
    .union([z.literal('owner'), z.literal('anyone'), z.strictObject({ role: roleName })])
    .optional()
    .describe(
      "Who the rule applies to: `'owner'`, `{role: 'admin'}`, or `'anyone'`, which includes requests without a user. Default: every user.",
    ),
  where: conditionConfig.optional().meta({
    description: 'The rows that the rule applies to. Default: all.',
    examples: [{ status: 'open' }],
  }),
  where_fn: dottedPath('app.access.visible')
    .optional()
    .describe(
      'A function that narrows the rows down. It takes the user and returns a `ColumnElement[bool]`.',
    ),
  check: conditionConfig.optional().meta({
    description:
      'The condition that a row must meet after a write. Default: `where` and `where_fn`.',
    examples: [{ status: { in: ['new', 'cancelled'] } }],
  }),
});

/** The forms of `access`. */
const accessObject = z
  .strictObject({
    tenant: stamps.optional().meta({
      description:
        "The fields that separate tenants: `{tenant_id: {user: 'tenant_id'}}`. No rule gives access to other tenants.",
      examples: [{ tenant_id: { user: 'tenant_id' } }],
    }),
    owner: stamps.optional().meta({
      description:
        "The fields that identify the owner of a row. Without `rules`, only the owner has access to a row. With rules, they define who `'owner'` is.",
      examples: [{ author_id: { user: 'sub' } }],
    }),
    rules: z
      .array(accessRule)
      .min(1)
      .optional()
      .describe('Who may do what. An operation is allowed if at least one rule allows it.'),
    enums: z
      .record(fieldName, dottedPath('blog.models.Status'))
      .optional()
      .meta({
        description:
          "The enum classes of fields in conditions. Default: those of the model's columns.",
        examples: [{ status: 'blog.models.Status' }],
      }),
    never_null: z
      .array(fieldName)
      .optional()
      .meta({
        description:
          'The fields in conditions that are never NULL. Default: the NOT NULL columns of the model.',
        examples: [['status']],
      }),
    one_row: z
      .boolean()
      .optional()
      .describe(
        'Whether each user has at most one row, for generated tests. Default: whether the fields of `tenant` and `owner` are unique in the model.',
      ),
    table: tableConfig
      .optional()
      .describe('The table for the policies of `rls`. Default: the table of the model.'),
  })
  .check(
    rule(({ tenant = {}, owner, rules }, { report, sound }) => {
      if (Object.keys({ ...tenant, ...owner }).length === 0 && rules === undefined) {
        report([], {
          code: 'missing',
          expected: ["'tenant', 'owner' or 'rules'"],
          fix: "Write {tenant: {tenant_id: {user: 'tenant_id'}}}, or 'open'.",
        });
      }
      for (const name of Object.keys(owner ?? {})) {
        if (!(name in tenant)) continue;
        report(['owner', name], {
          code: 'duplicate-field',
          message: text`${name} already separates tenants`,
        });
      }
      if (!sound('rules')) return;
      (rules ?? []).forEach(({ to }, index) => {
        if (to !== 'owner' || Object.keys(owner ?? {}).length > 0) return;
        report(['rules', index, 'to'], {
          code: 'missing',
          found: to,
          message: "'access' does not say who the owner is",
          fix: "Add owner: {user_id: {user: 'sub'}}.",
        });
      });
    }),
  );

/** The schema of a resource's `access`. */
export const accessConfig = z.union([z.literal('open'), accessObject]);

/** A resource's `access`, as the config writes it. */
export type AccessConfig = z.output<typeof accessConfig>;

/** A field whose value is that of an attribute of the current user: in rows that are found, and in new ones. */
export interface Stamp {
  readonly field: string;
  readonly attribute: string;
}

/** Who may do something with some rows. */
export interface Rule {
  /** The operations by their names. */
  readonly allow: '*' | readonly string[];
  readonly to: 'users' | 'owner' | 'anyone' | { readonly role: string };
  readonly where: Condition;
  /** The function that says of which rows, too. */
  readonly whereFn: string | undefined;
  /** What a row may be after a write. */
  readonly check: Condition;
  /** The function that says what it may be, too. */
  readonly checkFn: string | undefined;
}

/** Whose rows: what holds of all that a user gets at, and who may do what with them. */
export interface Access {
  readonly tenant: readonly Stamp[];
  readonly owner: readonly Stamp[];
  readonly rules: readonly Rule[];
  /** Whether the config has rules; without, all is allowed with rows of the user. */
  readonly hasRules: boolean;
  /** The classes of enums, by field. */
  readonly enums: Readonly<Record<string, string>>;
  /** The fields of conditions of which no row has NULL. */
  readonly neverNull: ReadonlySet<string>;
  /** The attribute of a user with the roles. */
  readonly roles: string;
  /** Whether a user has at most one row. */
  readonly hasOneRow: boolean;
  /** What the database calls the rows; known where policies are written. */
  readonly table: TableConfig | undefined;
  /** The column with the time at which a row was deleted; undefined where a delete removes it. */
  readonly deletedAt: string | undefined;
  /** Whether everyone sees all rows that are not deleted. */
  readonly isOpen: boolean;
}

/** Whose the rows of a resource are; undefined where all rows are open to all. */
export function accessOf(
  access: AccessConfig | undefined,
  auth: AuthConfig | undefined,
  deletedAt?: string,
): Access | undefined {
  const isOpen = access === undefined || access === 'open';
  if (isOpen && deletedAt === undefined) return undefined;
  const openRows = { rules: [{ allow: '*' as const, to: 'anyone' as const }] };
  const said: Exclude<AccessConfig, 'open'> = isOpen ? openRows : access;
  const { tenant = {}, owner = {}, rules, enums = {}, never_null = [], one_row, table } = said;
  const isOwned = Object.keys(owner).length > 0;
  return {
    tenant: stampsOf(tenant),
    owner: stampsOf(owner),
    hasRules: rules !== undefined && !isOpen,
    rules: (rules ?? [{ allow: '*', ...(isOwned && { to: 'owner' }) }]).map(ruleOf),
    enums,
    neverNull: new Set(never_null),
    roles: rolesAttribute(auth),
    hasOneRow: one_row === true,
    table,
    deletedAt,
    isOpen,
  };
}

function ruleOf({ allow, to, where = {}, where_fn, check }: z.output<typeof accessRule>): Rule {
  return {
    allow,
    to: to ?? 'users',
    where: conditionOf(where),
    whereFn: where_fn,
    check: conditionOf(check ?? where),
    checkFn: check === undefined ? where_fn : undefined,
  };
}

function stampsOf(fields: z.output<typeof stamps>): readonly Stamp[] {
  return Object.entries(fields).map(([field, { user }]) => ({ field, attribute: user }));
}

/** The attribute of a user with the roles: `roles`, a list, or `role`, a text, where the claims have that alone. */
export function rolesAttribute(auth: AuthConfig | undefined): 'roles' | 'role' {
  const claims = auth?.claims;
  return claims !== undefined && !('roles' in claims) && 'role' in claims ? 'role' : 'roles';
}

/** What makes a row visible, if a rule allows it: whether or not there are routes that show it. */
export const readOperations = ['get', 'list'] as const;

/** Whether a rule allows an operation. */
export function allows({ allow }: Pick<Rule, 'allow'>, operation: string): boolean {
  return allow === '*' || allow.includes(operation);
}

/** The fields that a new row gets from its user, and no request changes. */
export function stampsIn({ tenant, owner }: Access): readonly Stamp[] {
  return [...tenant, ...owner];
}

/** Whether tests that are not about access run without it: with rows of several users, or rules in their way. */
export function isOpenedByTests({ hasRules, hasOneRow }: Access): boolean {
  return hasRules || hasOneRow;
}
