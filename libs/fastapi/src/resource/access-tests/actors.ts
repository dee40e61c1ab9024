import type { Access } from '../../config/access.js';
import type { Claim } from '../../config/claims.js';
import { fieldsIn } from '../../config/conditions.js';
import { nobody, other, type Actor } from './world.js';

/**
 * Those who come to the rows of one user: the owner, a colleague of the same tenant, one with each role and one with all,
 * the owner of another kind, one of another tenant, one without each claim that may be missing, and nobody.
 */
export function actorsOf(access: Access, claims: readonly Claim[]): readonly Actor[] {
  const { tenant, owner } = access;
  const roles = rolesIn(access);
  // An attribute that is no list holds one of them.
  const all = access.roles === 'roles' ? roles : roles.slice(0, 1);
  const attributes = Object.fromEntries(owner.map(({ attribute }) => [attribute, other]));
  const isOwned = owner.length > 0;
  const colleague = { name: 'colleague', attributes, roles: roles.length > 0 ? ['another'] : [] };
  return [
    { name: isOwned ? 'owner' : 'user', attributes: {}, roles: [] },
    ...(isOwned || roles.length > 0 ? [colleague] : []),
    ...roles.map((role) => ({ name: role, attributes, roles: [role] })),
    ...(all.length > 1 ? [{ name: 'of all roles', attributes, roles: all }] : []),
    ...(owner.length > 1 ? owner : []).map(({ field, attribute }) => ({
      name: `other ${field}`,
      attributes: { [attribute]: other },
      roles: [],
    })),
    ...tenant.map(({ attribute, field }) => ({
      name: tenant.length === 1 ? 'other tenant' : `other ${field}`,
      attributes: { [attribute]: other },
      roles: all,
    })),
    ...claims
      .filter(({ nullable }) => nullable)
      .flatMap(({ name }) =>
        [...audiencesOf(access, name)].map((role) => ({
          name: `${role === undefined ? '' : `${role} `}without ${name}`,
          attributes: { ...attributes, [name]: null },
          roles: role === undefined ? [] : [role],
        })),
      ),
    nobody,
  ];
}

function rolesIn({ rules }: Access): readonly string[] {
  return [...new Set(rules.flatMap(({ to }) => (typeof to === 'object' ? [to.role] : [])))];
}

/** The roles whose rules ask for a claim; undefined for those of every user. */
function audiencesOf({ rules }: Access, claim: string): ReadonlySet<string | undefined> {
  const asking = rules.filter(({ where, check }) =>
    [...fieldsIn(where), ...fieldsIn(check)].some(
      ({ test }) => test.kind === 'user' && test.attribute === claim,
    ),
  );
  return new Set(asking.map(({ to }) => (typeof to === 'object' ? to.role : undefined)));
}
