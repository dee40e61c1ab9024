import type { Access } from '../../config/access.js';
import type { Claim } from '../../config/claims.js';
import { fieldsIn, valuesOf, type Comparison, type Condition } from '../../config/conditions.js';
import { other, type Actor, type Cell, type Row } from './world.js';

/** Where the rows are too many to try all of them. */
export const mostRows = 200;

/** Those who come: the owner, one of the same tenant, one of another, one of each role, one without a claim. */
export function actorsOf(access: Access, claims: readonly Claim[]): readonly Actor[] {
  const { tenant, owner } = access;
  const roles = rolesIn(access);
  const noRole = roles.length > 0 ? ['another role'] : [];
  // An attribute that is no list holds one of them.
  const many = access.roles === 'roles' ? roles : roles.slice(0, 1);
  const strangers = strangersTo(access);
  const isOwned = owner.length > 0;
  const withRoles = [
    { name: 'colleague', roles: noRole },
    ...roles.map((role) => ({ name: role, roles: [role] })),
  ];
  return [
    { name: isOwned ? 'owner' : 'user', attributes: {}, roles: [] },
    ...(isOwned || roles.length > 0
      ? withRoles.map((each) => ({ ...each, attributes: strangers }))
      : []),
    ...owner.slice(owner.length > 1 ? 0 : 1).map(({ field, attribute }) => ({
      name: `other ${field}`,
      attributes: { [attribute]: other },
      roles: [],
    })),
    ...tenant.map(({ attribute, field }) => ({
      name: tenant.length === 1 ? 'other tenant' : `other ${field}`,
      attributes: { [attribute]: other },
      roles: many,
    })),
    // At most one role at a time: another may allow what the claim would not.
    ...nullableIn(access, claims).flatMap((name) => lackingActors(access, [name])),
  ];
}

/** Those who lack claims, with each role and without. */
function lackingActors(access: Access, names: readonly string[]): readonly Actor[] {
  const lacked = Object.fromEntries(names.map((name) => [name, null]));
  return [undefined, ...rolesIn(access)].map((role) => ({
    name: `${role === undefined ? '' : `${role} `}without ${names.join(' and ')}`,
    attributes: { ...strangersTo(access), ...lacked },
    roles: role === undefined ? [] : [role],
  }));
}

/** Those who lack all claims that can be missing: with one of them, a rule may allow what the others would not. */
export function actorsWithoutClaims(access: Access, claims: readonly Claim[]): readonly Actor[] {
  const names = nullableIn(access, claims);
  if (names.length < 2) return [];
  return lackingActors(access, names).map((actor) => ({ ...actor, isSpare: true }));
}

/** The claims in rules that can be missing. */
function nullableIn({ rules }: Access, claims: readonly Claim[]): readonly string[] {
  const comparisons = rules.flatMap(({ where, check }) => [...fieldsIn(where), ...fieldsIn(check)]);
  return claims
    .filter(
      ({ name, nullable }) =>
        nullable && comparisons.some(({ test }) => test.kind === 'user' && test.attribute === name),
    )
    .map(({ name }) => name);
}

/** Those with two roles: one sees rows that the other may do something with. */
export function actorsOfTwoRoles(access: Access): readonly Actor[] {
  if (access.roles !== 'roles') return [];
  const roles = rolesIn(access);
  return roles.flatMap((one, index) =>
    roles.slice(index + 1).map((two) => ({
      name: `${one} and ${two}`,
      attributes: strangersTo(access),
      roles: [one, two],
      isSpare: true,
    })),
  );
}

function rolesIn({ rules }: Access): readonly string[] {
  return [...new Set(rules.flatMap(({ to }) => (typeof to === 'object' ? [to.role] : [])))];
}

function strangersTo({ owner }: Access): Actor['attributes'] {
  return Object.fromEntries(owner.map(({ attribute }) => [attribute, other]));
}

/** The rows that the rules can tell apart, plain ones first. */
export function rowsOf(cells: ReadonlyMap<string, readonly Cell[]>): readonly Row[] {
  const fields = [...cells];
  const count = fields.reduce((product, [, each]) => product * each.length, 1);
  const usual = Object.fromEntries(fields.map(([field, each]) => [field, each[0]!]));
  if (count <= mostRows) {
    return fields.reduce(
      (rows: readonly Row[], [field, each]) =>
        rows.flatMap((row) => each.map((cell) => ({ ...row, [field]: cell }))),
      [{}],
    );
  }
  const rows: Row[] = [usual];
  let latest: readonly { readonly row: Row; readonly from: number }[] = [{ row: usual, from: 0 }];
  // One field more is changed each time, later ones only: so no row comes twice.
  while (latest.length > 0 && rows.length < mostRows * 5) {
    latest = latest.flatMap(({ row, from }) =>
      fields.flatMap(([field, each], index) =>
        index < from
          ? []
          : each.slice(1).map((cell) => ({ row: { ...row, [field]: cell }, from: index + 1 })),
      ),
    );
    rows.push(...latest.map(({ row }) => row));
  }
  return rows.slice(0, mostRows * 5);
}

/** What each field may hold that conditions are about, but for those that a user's rows have by themselves. */
export function cellsOf(
  access: Access,
  conditions: readonly Condition[],
): ReadonlyMap<string, readonly Cell[]> {
  const stamped = new Set([...access.tenant, ...access.owner].map(({ field }) => field));
  const found = new Map<string, Set<Comparison['test']>>();
  for (const { field, test } of conditions.flatMap(fieldsIn)) {
    if (stamped.has(field)) continue;
    found.set(field, (found.get(field) ?? new Set()).add(test));
  }
  return new Map(
    [...found].map(([field, tests]): [string, readonly Cell[]] => {
      const values = [...tests].flatMap(valuesOf);
      const users = [...tests].flatMap((test) => (test.kind === 'user' ? [test.attribute] : []));
      const isBoolean = values.some((value) => typeof value === 'boolean');
      return [
        field,
        [
          ...(isBoolean ? [true, false] : new Set(values)),
          ...[...new Set(users)].map((user) => ({ user })),
          ...(isBoolean ? [] : [other]),
          ...(access.neverNull.has(field) ? [] : [null]),
        ],
      ];
    }),
  );
}

/** What the functions of the project may say of a row: a test has them say it. */
export function decisionsOf({ rules }: Access): ReadonlyMap<string, readonly Cell[]> {
  return new Map(
    rules.flatMap(({ whereFn }) => (whereFn === undefined ? [] : [[whereFn, [true, false]]])),
  );
}
