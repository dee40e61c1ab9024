import { dottedSymbol, literal, moduleSymbol, symbol, type PythonSymbol } from '@rowhouse/python';

import { allows, readOperations, type Access, type Rule, type Stamp } from '../config/access.js';
import type { Comparison, Value } from '../config/conditions.js';
import { type Route, rowKinds } from '../outputs/index.js';

/** Which rows somebody may do something with: conditions on the row, and on its user. */
export type Permission =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Permission[] }
  | Comparison
  | { readonly kind: 'role'; readonly role: string }
  /** A function of the project, which takes the user. */
  | { readonly kind: 'function'; readonly path: string }
  /** A condition that the module names, as it stands in many of its functions. */
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly of: Permission;
      /** Whether it takes the user. */
      readonly hasUser: boolean;
    };

export const everything: Permission = { kind: 'all', of: [] };
export const nothing: Permission = { kind: 'any', of: [] };

/** What the functions of a module call the rows of a tenant, and those of an owner. */
export const tenantRows = 'in_tenant';
export const ownRows = 'owned';

/** What the function of a module is called that tells which rows are not deleted. */
export const keptRows = 'not_deleted';

/** The rows of a permission that are not deleted. */
export function withoutDeleted(permission: Permission, access: Access): Permission {
  if (access.deletedAt === undefined) return permission;
  const kept: Permission = {
    kind: 'named',
    name: keptRows,
    of: notDeleted(access.deletedAt),
    hasUser: false,
  };
  return simplified({ kind: 'all', of: [permission, kept] });
}

/** The rows that are not deleted. */
export function notDeleted(deletedAt: string): Comparison {
  return { kind: 'field', field: deletedAt, test: { kind: 'null' }, negated: false };
}

/** The rows that anyone sees, as other modules say it. */
export function seenByAnyone(access: Access): Permission {
  const seen = permitted(access, readOperations, { hasUser: false });
  return unnamed(withoutDeleted(seen, access));
}

/** The rows that are deleted. */
export function onlyDeleted(permission: Permission, deletedAt: string): Permission {
  const deleted: Permission = { ...notDeleted(deletedAt), negated: true };
  return simplified({ kind: 'all', of: [permission, deleted] });
}

/** The rows of the user's tenant. */
function ofTenant({ tenant, hasRules }: Access): Permission {
  return hasRules && tenant.length > 0 ? named(tenantRows, tenant) : ofStamps(tenant);
}

/** The rows that an operation is allowed with; without a user, what anyone may. */
export function permitted(
  access: Access,
  operations: readonly string[],
  { hasUser = true, after = false }: { readonly hasUser?: boolean; readonly after?: boolean } = {},
): Permission {
  // Nobody is in a tenant who is nobody.
  if (!hasUser && access.tenant.length > 0) return nothing;
  const rules = rulesFor(access, operations, hasUser).map((rule): Permission => ({
    kind: 'all',
    of: [audience(rule, access), ...conditionsOf(rule, after)],
  }));
  return simplified({ kind: 'all', of: [ofTenant(access), { kind: 'any', of: rules }] });
}

/** The rows of which a route may tell, or that it may use. */
export function usable(
  access: Access,
  { operation, rows }: Pick<Route, 'operation' | 'rows'>,
  hasUser: boolean,
): Permission {
  const own = permitted(access, [operation], { hasUser });
  if (!rowKinds[rows].lists || readOperations.some((each) => each === operation)) return own;
  // What tells of several rows, as a count does, tells of visible ones alone.
  return simplified({ kind: 'all', of: [permitted(access, readOperations, { hasUser }), own] });
}

/** What a rule says of a row: before, or after a write. */
export function conditionsOf(
  { where, whereFn, check, checkFn }: Rule,
  after: boolean,
): Permission[] {
  const [condition, path] = after ? [check, checkFn] : [where, whereFn];
  return path === undefined ? [condition] : [condition, { kind: 'function', path }];
}

/** The rules of some operations that are not for others. */
export function rulesFor(
  { rules }: Access,
  operations: readonly string[],
  hasUser: boolean,
): readonly Rule[] {
  return rules.filter(
    (rule) => operations.some((each) => allows(rule, each)) && (hasUser || rule.to === 'anyone'),
  );
}

/** The roles of which a user must have one, whatever the row; undefined where a route is for every user. */
export function rolesFor(
  access: Access,
  operation: string,
  rows: Route['rows'],
  hasUser: boolean,
): readonly string[] | undefined {
  const { tenant, owner, hasRules } = access;
  // Nobody is in a tenant, or owns a new row, who is nobody.
  if (!hasUser && (tenant.length > 0 || (rowKinds[rows].makes && owner.length > 0))) return [];
  const rules = rulesFor(access, [operation], hasUser);
  // Without rows, and with rules, what is said of some rows allows nothing.
  const meant = rows === 'none' && hasRules ? rules.filter((rule) => !isOfSomeRows(rule)) : rules;
  const roles = meant.map(({ to }) => (typeof to === 'object' ? to.role : undefined));
  return roles.includes(undefined) ? undefined : [...new Set(roles as readonly string[])];
}

/** Whether a rule is about some rows, and so about nothing where there is none. */
function isOfSomeRows(rule: Rule): boolean {
  const conditions = [...conditionsOf(rule, false), ...conditionsOf(rule, true)];
  return rule.to === 'owner' || !conditions.every((each) => isSame(simplified(each), everything));
}

/** Whether every user sees their own rows, whatever these hold. */
export function showsOwnRows(access: Access): boolean {
  return rulesFor(access, readOperations, true).some(
    (rule) =>
      typeof rule.to === 'string' &&
      isSame(simplified({ kind: 'all', of: conditionsOf(rule, false) }), everything),
  );
}

/** Those whom a rule is for, and their rows, whatever these hold. */
export function audienceOf(rule: Rule, access: Access): Permission {
  return { kind: 'all', of: [ofTenant(access), audience(rule, access)] };
}

function audience({ to }: Rule, { owner, hasRules }: Access): Permission {
  if (typeof to === 'object') return { kind: 'role', role: to.role };
  if (to !== 'owner') return everything;
  return hasRules ? named(ownRows, owner) : ofStamps(owner);
}

function named(name: string, stamps: readonly Stamp[]): Permission {
  return { kind: 'named', name, of: ofStamps(stamps), hasUser: true };
}

/** The rows whose fields have the values of the user. */
export function ofStamps(stamps: readonly Stamp[]): Permission {
  return simplified({
    kind: 'all',
    of: stamps.map(({ field, attribute }) => ({
      kind: 'field',
      field,
      test: { kind: 'user', attribute },
      negated: false,
    })),
  });
}

/** The same rows, said once: what is always or never so goes, and what another part says already. */
export function simplified(permission: Permission): Permission {
  if (permission.kind !== 'all' && permission.kind !== 'any') return permission;
  const { kind } = permission;
  const parts = permission.of
    .map(simplified)
    .flatMap((part) => (part.kind === kind ? part.of : [part]));
  const other = kind === 'all' ? 'any' : 'all';
  // All of them with one that is never so; any of them with one that always is.
  if (parts.some((part) => part.kind === other && part.of.length === 0)) {
    return { kind: other, of: [] };
  }
  const distinct = parts.filter(
    (part, index) => parts.findIndex((each) => isSame(each, part)) === index,
  );
  // `a or (a and b)` is `a`, and so is `a and (a or b)`.
  const left = distinct.filter(
    (part) =>
      part.kind !== other ||
      !distinct.some((each) => each !== part && part.of.some((inner) => isSame(inner, each))),
  );
  return left.length === 1 ? left[0]! : { kind, of: left };
}

/** The same, without conditions that its own module names. */
export function unnamed(permission: Permission): Permission {
  if (permission.kind === 'named') return unnamed(permission.of);
  if (permission.kind !== 'all' && permission.kind !== 'any') return permission;
  return { kind: permission.kind, of: permission.of.map(unnamed) };
}

/** Whether two permissions are said alike. */
export function isSame(one: Permission, other: Permission): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a permission depends on what a row holds, and not on its user alone. */
export function comparesFields(permission: Permission): boolean {
  switch (permission.kind) {
    case 'all':
    case 'any':
      return permission.of.some(comparesFields);
    case 'named':
      return comparesFields(permission.of);
    default:
      return permission.kind !== 'role';
  }
}

/** What writes a permission in Python. */
export interface Writer {
  readonly Model: PythonSymbol;
  readonly access: Access;
  /** A member of the runtime's module of access. */
  readonly runtime: (name: string) => PythonSymbol;
}

/** A permission as an expression of SQLAlchemy. */
export function permissionSource(permission: Permission, writer: Writer): string {
  switch (permission.kind) {
    case 'all':
    case 'any': {
      if (permission.of.length === 0) {
        return `${alchemy(permission.kind === 'all' ? 'true' : 'false')}()`;
      }
      const parts = permission.of.map((each) => permissionSource(each, writer));
      return `${alchemy(permission.kind === 'all' ? 'and_' : 'or_')}(${parts.join(', ')})`;
    }
    case 'named':
      return `${permission.name}(${permission.hasUser ? 'user' : ''})`;
    case 'role':
      return `${writer.runtime('rows_if')}(${roleSource(permission.role, writer)})`;
    case 'function':
      return `${functionSource(permission.path)}(user)`;
    case 'field':
      return comparisonSource(permission, writer);
  }
}

/** A function of the project: by its module, which may import conditions of the generated ones itself. */
function functionSource(path: string): string {
  const dot = path.lastIndexOf('.');
  const module = path.slice(0, dot);
  const imported = module.includes('.') ? dottedSymbol(module) : moduleSymbol(module, true);
  return `${imported}${path.slice(dot)}`;
}

/** Whether the user has a role. */
export function roleSource(role: string, { access, runtime }: Writer): string {
  return `${runtime('has_role')}(user.${access.roles}, ${literal(role)})`;
}

function comparisonSource(
  { field, test, negated }: Comparison,
  { Model, access, runtime }: Writer,
): string {
  const column = `${Model}.${field}`;
  const isNeverNull = access.neverNull.has(field);
  const value = (plain: Value) => {
    const source = literal(plain);
    return Object.hasOwn(access.enums, field)
      ? `${dottedSymbol(access.enums[field]!)}(${source})`
      : source;
  };
  switch (test.kind) {
    case 'user':
      return `${runtime(negated ? 'differs' : 'same')}(${column}, user.${test.attribute})`;
    case 'null':
      return `${column}.${negated ? 'is_not' : 'is_'}(None)`;
    case 'is':
      if (typeof test.value === 'boolean') {
        return `${column}.${negated ? 'is_not' : 'is_'}(${value(test.value)})`;
      }
      // NULL is another value, where SQL would say that it does not know.
      return negated && !isNeverNull
        ? `${column}.is_distinct_from(${value(test.value)})`
        : `${column} ${negated ? '!=' : '=='} ${value(test.value)}`;
    case 'in': {
      const values = `[${test.values.map(value).join(', ')}]`;
      if (!negated) return `${column}.in_(${values})`;
      return isNeverNull
        ? `${column}.not_in(${values})`
        : `${alchemy('or_')}(${column}.is_(None), ${column}.not_in(${values}))`;
    }
  }
}

function alchemy(name: string): PythonSymbol {
  return symbol('sqlalchemy', name);
}
