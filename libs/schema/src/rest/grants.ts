import { SchemaValidationError } from '../errors.js';
import { unregistered } from '../metadata/unregistered-roles.js';
import { ANON_ROLE } from './roles.js';

/** A privilege on a REST view. */
export type RestGrant = 'select' | 'insert' | 'update' | 'delete';

/** The privileges in the order they are written in. */
export const REST_GRANTS: readonly RestGrant[] = ['select', 'insert', 'update', 'delete'];

/**
 * What each role may do.
 *
 * @param isUnknown Whether nobody registers a role.
 * @throws SchemaValidationError with every grant that cannot stand.
 */
export function checkedGrants(
  options: {
    readonly grants?: readonly RestGrant[] | undefined;
    readonly roles?: Readonly<Record<string, readonly RestGrant[]>> | undefined;
  },
  place: string,
  isUnknown: (role: string) => boolean,
): Readonly<Record<string, readonly RestGrant[]>> {
  const { grants = ['select'], roles = {} } = options;
  const problems = grantProblems(`${place}: "grants"`, grants).concat(
    Object.entries(roles).flatMap(([role, list]) =>
      role === ANON_ROLE
        ? [`${place}: "roles" has "${ANON_ROLE}"; what it may do stands in "grants".`]
        : [
            ...(isUnknown(role) ? [`${place}: "roles" has ${unregistered(role)}`] : []),
            ...grantProblems(`${place}: "roles.${role}"`, list),
          ],
    ),
  );
  if (problems.length > 0) throw new SchemaValidationError(problems);
  return { [ANON_ROLE]: grants, ...roles };
}

/** What is wrong with a list of grants; empty when nothing is. */
function grantProblems(option: string, grants: readonly string[]): readonly string[] {
  if (grants.length === 0) {
    return [`${option} is empty. Leave it out for read-only, or name what is granted.`];
  }
  const known: readonly string[] = REST_GRANTS;
  return grants.flatMap((grant, index) => {
    const shown = JSON.stringify(grant);
    if (grants.indexOf(grant) !== index) return [`${option} has ${shown} twice.`];
    if (known.includes(grant)) return [];
    const lower = String(grant).toLowerCase();
    return [
      known.includes(lower)
        ? `${option} has ${shown}; grants are lower case: "${lower}".`
        : `${option} has ${shown}; expected ${known.map((name) => `"${name}"`).join(', ')}.`,
    ];
  });
}
