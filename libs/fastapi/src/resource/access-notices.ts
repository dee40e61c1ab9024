import { formatPath } from '@rowhouse/core';

import type { Comparison, Condition } from '../config/conditions.js';
import { allows, readOperations, type Access } from '../config/access.js';
import type { Project, Resource } from '../config/project.js';
import { routesFile } from '../modules.js';
import { hasParameter, isAboutOneRow, type Route, rowKinds } from '../outputs/index.js';
import {
  everything,
  isSame,
  nothing,
  ofStamps,
  permitted,
  rolesFor,
  rulesFor,
  simplified,
  type Permission,
} from './permission.js';

/** What rules of access say that nobody can have meant: what they never allow. */
export function* accessNotices(project: Project, routes: readonly Route[]): Iterable<string> {
  for (const app of project.apps) {
    for (const resource of app.resources) {
      const { access } = resource;
      if (!access?.hasRules) continue;
      const file = routesFile(app, resource);
      const place = formatPath([...resource.path, 'access']);
      const own = routes.filter((route) => route.file === file);
      yield* ruleNotices(access, own, place);
      yield* routeNotices(resource, access, own, place);
    }
  }
}

function* ruleNotices(access: Access, routes: readonly Route[], place: string): Iterable<string> {
  const tenant = ofStamps(access.tenant);
  const writes = routes.filter(({ rows }) => rowKinds[rows].stores);
  for (const [index, rule] of access.rules.entries()) {
    const { to, where, check } = rule;
    const own = to === 'owner' ? ofStamps(access.owner) : everything;
    const isNeverOf = (condition: Condition) =>
      isNever({ kind: 'all', of: [tenant, own, condition] });
    if (isNeverOf(where)) yield `${place}.rules[${index}].where: no row can match`;
    else if (isNeverOf(check))
      yield `${place}.rules[${index}].check: no row can match after a change`;
    else if (
      !isSame(simplified(check), simplified(where)) &&
      !isSame(simplified(check), everything) &&
      !writes.some(({ operation }) => allows(rule, operation))
    )
      yield `${place}.rules[${index}].check: never used, because the rule allows no create, update or action on a row; 'where' says which rows it is about`;
  }
}

function* routeNotices(
  { modelName }: Resource,
  access: Access,
  routes: readonly Route[],
  place: string,
): Iterable<string> {
  const isVisible = !isSame(permitted(access, readOperations), nothing);
  if (!isVisible && routes.some(isAboutOneRow)) {
    const operations = readOperations.map((name) => `'${name}'`).join(' or ');
    yield `${place}: no rule allows ${operations}: nobody can see any ${modelName}`;
  }
  for (const route of routes.filter(({ combines }) => combines === undefined)) {
    const user = hasParameter(route, 'current_user');
    const { operation, rows } = route;
    if (rulesFor(access, [operation], user).length === 0) {
      const who = user ? '' : " to 'anyone', and its route knows no user";
      yield `${place}: no rule allows '${operation}'${who}: nobody may call it`;
    } else if (rolesFor(access, operation, rows, user)?.length === 0) {
      yield `${place}: the rules that allow '${operation}' apply to single rows, but it works on the collection: nobody may call it`;
    }
  }
}

/** Whether no row fulfils a condition, whatever its user. */
function isNever(condition: Permission): boolean {
  const plain = simplified(condition) as Condition;
  if (plain.kind === 'field') return false;
  if (plain.kind === 'any') return plain.of.every(isNever);
  const fields = plain.of.filter((each): each is Comparison => each.kind === 'field');
  return (
    plain.of.some((each) => each.kind !== 'field' && isNever(each)) ||
    fields.some((one, index) => fields.slice(index + 1).some((two) => isContradiction(one, two)))
  );
}

/** Whether no value of a field passes both. */
function isContradiction(one: Comparison, two: Comparison): boolean {
  if (one.field !== two.field) return false;
  if (one.test.kind === 'user' && two.test.kind === 'user')
    return one.test.attribute === two.test.attribute && one.negated !== two.negated;
  const [left, right] = [valuesOf(one), valuesOf(two)];
  if (left === undefined || right === undefined) return false;
  if (one.negated && two.negated) return false;
  if (one.negated) return right.every((value) => left.includes(value));
  if (two.negated) return left.every((value) => right.includes(value));
  return !left.some((value) => right.includes(value));
}

/** The values that a comparison is about; undefined where its user says them. */
function valuesOf({ test }: Comparison): readonly unknown[] | undefined {
  if (test.kind === 'user') return undefined;
  return test.kind === 'null' ? [null] : test.kind === 'is' ? [test.value] : test.values;
}
