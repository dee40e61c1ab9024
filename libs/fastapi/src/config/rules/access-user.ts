import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { rolesAttribute, type Access } from '../access.js';
import type { AuthConfig } from '../auth.js';
import type { ClaimsConfig } from '../claims.js';
import type { EffectiveApp } from '../effective.js';
import type { ResourceConfig } from '../resource.js';
import type { Findings } from '../rule.js';
import { usesIn, type UserUse } from '../user-uses.js';

/** Whether somebody without a user may get at rows: by a rule for anyone, and in no tenant. */
export function isForAnyone({ tenant, rules }: Access): boolean {
  return tenant.length === 0 && rules.some(({ to }) => to === 'anyone');
}

/** There is a user, and it has the attributes that `access` names. */
export function checkUser(
  resource: ResourceConfig,
  access: Access,
  { auth, at }: EffectiveApp,
  path: ConfigPath,
  { report, sound }: Findings,
): void {
  if (!sound(...at.auth)) return;
  if (auth === undefined) {
    report([...path, 'access'], {
      code: 'access-without-user',
      message: "there is no 'auth', which says who the user is",
      fix: "Add 'auth' with 'claims', or write access: 'open'.",
    });
    return;
  }
  if (!resource.require_auth && !isForAnyone(access)) {
    report([...path, 'require_auth'], {
      code: 'access-without-user',
      message: "'access' needs a user",
      fix: "Remove it, or write access: 'open'.",
    });
  }
  const problem = userProblem(auth);
  if (problem !== undefined) {
    report([...path, 'access'], { code: 'access-without-user', ...problem });
    return;
  }
  if (auth.claims === undefined) return;
  for (const use of resource.access === 'open' ? [] : usesIn(resource.access ?? {})) {
    checkAttribute(use, auth.claims, [...path, 'access', ...use.path], report);
  }
}

/** The user of an app has roles. */
export function checkHasRoles(
  { auth, at }: EffectiveApp,
  place: ConfigPath,
  { report, sound }: Findings,
): void {
  if (!sound(...at.auth)) return;
  const problem =
    auth === undefined
      ? { message: "there is no 'auth', which says who the user is", fix: "Add 'auth'." }
      : userProblem(auth);
  if (problem !== undefined) report(place, { code: 'access-without-user', ...problem });
  else if (auth?.claims !== undefined) checkRoles(auth.claims, place, report);
}

export function checkAttribute(
  { attribute, kind }: Pick<UserUse, 'attribute' | 'kind'>,
  claims: ClaimsConfig,
  place: ConfigPath,
  report: Findings['report'],
): void {
  if (kind === 'roles') return checkRoles(claims, place, report);
  const type = typeOf(claims, attribute);
  if (type === undefined) {
    const names = Object.keys(claims);
    report(place, {
      code: 'unknown-attribute',
      found: attribute,
      message: 'the current user has no such attribute',
      fix: didYouMean(attribute, names) ?? text`Its attributes: ${names}.`,
    });
  } else if (type.startsWith('list[') || (kind === 'stamp' && type.endsWith(' | None'))) {
    report(place, {
      code: 'unfit-claim',
      found: attribute,
      message: text`the claim has type ${type}: expected a single value${unquoted(kind === 'stamp' ? ' that is never null' : '')}`,
      ...(kind === 'stamp' && {
        fix: "Remove '| None' from the claim. Tokens without it then get a 401.",
      }),
    });
  }
}

/** Roles are in an attribute of their own. */
function checkRoles(claims: ClaimsConfig, place: ConfigPath, report: Findings['report']): void {
  const name = rolesAttribute({ claims } as AuthConfig);
  const type = typeOf(claims, name)?.replace(' | None', '');
  const expected = name === 'roles' ? 'list[str]' : 'str';
  if (type === expected) return;
  if (type === undefined) {
    report(place, {
      code: 'unknown-attribute',
      message: text`the current user has no attribute ${'roles'} or ${'role'}, which roles are compared with`,
      fix: "Add roles: 'list[str]' to the claims.",
    });
    return;
  }
  report(place, {
    code: 'unfit-claim',
    message: text`the claim ${name} has type ${type}: expected ${expected}`,
  });
}

function typeOf(claims: ClaimsConfig, attribute: string): string | undefined {
  const spec = Object.hasOwn(claims, attribute) ? claims[attribute] : undefined;
  return typeof spec === 'object' ? spec.type : spec;
}

/** Why a user has no attributes that a config could name. */
export function userProblem(auth: AuthConfig) {
  if (auth.claims !== undefined) return undefined;
  const isOwn = auth.type !== 'jwks' && auth.get_current_user_fn !== undefined;
  const type = auth.type === 'jwks' ? undefined : auth.current_user_type;
  if (isOwn && type !== undefined && !/^dict\b/.test(type)) return undefined;
  return {
    message: 'the current user is a dict, which has no attributes',
    fix: isOwn
      ? 'Annotate what get_current_user_fn returns, or set current_user_type.'
      : "Set 'claims' in auth.",
  };
}
