import type { FactLine } from '@rowhouse/core';

import { allows, type Access, type Rule, type Stamp } from '../config/access.js';
import type { Comparison, Condition, Value } from '../config/conditions.js';
import type { Resource } from '../config/project.js';
import { hasParameter, type Route } from '../outputs/index.js';

/** Who may call a route, and of which rows. */
export function accessLines(route: Route, { access, path }: Resource): readonly FactLine[] {
  const hasUser = hasParameter(route, 'current_user');
  const caller = { text: hasUser ? 'needs a user' : 'needs no user' };
  if (access === undefined) return [caller, { text: 'all rows' }];
  const tenant = {
    text: `rows of the tenant: ${stampText(access.tenant)}`,
    path: [...path, 'access'],
  };
  const rules = ruleLines(route, access, hasUser, [...path, 'access']);
  return [caller, ...(access.tenant.length > 0 ? [tenant] : []), ...rules];
}

function ruleLines(
  { operation }: Route,
  access: Access,
  hasUser: boolean,
  path: readonly (string | number)[],
): readonly FactLine[] {
  const lines = access.rules.flatMap((rule, index): readonly FactLine[] => {
    if (!allows(rule, operation) || !(hasUser || rule.to === 'anyone')) return [];
    return [
      { text: ruleText(rule, access), path: access.hasRules ? [...path, 'rules', index] : path },
    ];
  });
  return lines.length > 0 ? lines : [{ text: 'nobody: no rule allows it', path }];
}

function ruleText({ to, where, whereFn, check, checkFn }: Rule, { owner }: Access): string {
  const rows = rowsText(where, whereFn);
  const after = rowsText(check, checkFn);
  const changed = after === rows ? '' : `; after the write: ${after || 'any'}`;
  return `${audienceText(to, owner)}${rows && `, of rows where ${rows}`}${changed}`;
}

function audienceText(to: Rule['to'], owner: readonly Stamp[]): string {
  if (typeof to === 'object') return `users with the role '${to.role}'`;
  if (to === 'owner') return `the owner: ${stampText(owner)}`;
  return to === 'anyone' ? 'anyone' : 'every user';
}

function stampText(stamps: readonly Stamp[]): string {
  return stamps.map(({ field, attribute }) => `${field} is their ${attribute}`).join(' and ');
}

function rowsText(condition: Condition, fn: string | undefined): string {
  const parts = [conditionText(condition), fn && `${fn} says so`];
  return parts.filter(Boolean).join(' and ');
}

/** A condition in words; of all rows, none. */
function conditionText(condition: Condition): string {
  if (condition.kind === 'field') return comparisonText(condition);
  const { kind, of } = condition;
  const parts = of.map((each) =>
    each.kind === 'field' || each.of.length < 2 ? conditionText(each) : `(${conditionText(each)})`,
  );
  return parts.join(kind === 'all' ? ' and ' : ' or ');
}

function comparisonText({ field, test, negated }: Comparison): string {
  const not = negated ? ' not' : '';
  const value = (each: Value) => (typeof each === 'string' ? `'${each}'` : String(each));
  switch (test.kind) {
    case 'is':
      return `${field} is${not} ${value(test.value)}`;
    case 'in':
      return `${field} is${not} one of ${test.values.map(value).join(', ')}`;
    case 'null':
      return `${field} is${not} null`;
    case 'user':
      return `${field} is${not} their ${test.attribute}`;
  }
}
