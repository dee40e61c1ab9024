import { didYouMean, text, type Issue } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';

import { refuse } from '../errors/errors.js';

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
  subject: string,
  isUnknown: (role: string) => boolean,
): Readonly<Record<string, readonly RestGrant[]>> {
  const { grants = ['select'], roles = {} } = options;
  // A view that requests without a token do not reach, but others do.
  const isForOthersAlone = grants.length === 0 && Object.keys(roles).length > 0;
  const problems = (isForOthersAlone ? [] : grantProblems(['grants'], grants)).concat(
    Object.entries(roles).flatMap(([role, list]): readonly Problem[] => {
      const path = ['roles', role];
      if (role === ANON_ROLE) {
        return [
          {
            code: 'anon-in-roles',
            path,
            message: text`expected the privileges of ${'anon'} in ${'grants'}`,
          },
        ];
      }
      return [
        ...(isUnknown(role) ? [{ path, ...unregistered(role) }] : []),
        ...grantProblems(path, list),
      ];
    }),
  );
  refuse(problems.map((problem): Issue => ({ subject, ...problem })));
  return { ...(isForOthersAlone ? {} : { [ANON_ROLE]: grants }), ...roles };
}

/** What is wrong with a list of grants; empty when nothing is. */
function grantProblems(path: readonly string[], grants: readonly string[]): readonly Problem[] {
  if (grants.length === 0) {
    return [
      {
        code: 'no-grants',
        path,
        found: grants,
        expected: [{ oneOf: REST_GRANTS }],
        fix: text`Omit it for a read-only view, or list the grants. To grant something only to other roles, use ${'roles'}.`,
      },
    ];
  }
  return grants.flatMap((grant, index): readonly Problem[] => {
    const at = [...path, index];
    if (grants.indexOf(grant) !== index) {
      return [{ code: 'duplicate-grant', path: at, message: text`${grant} is listed twice` }];
    }
    const known: readonly string[] = REST_GRANTS;
    if (known.includes(grant)) return [];
    const fix = didYouMean(String(grant), REST_GRANTS);
    return [
      {
        code: 'unknown-privilege',
        path: at,
        found: grant,
        expected: [{ oneOf: REST_GRANTS }],
        ...(fix && { fix }),
      },
    ];
  });
}
