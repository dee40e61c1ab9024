import { symbol } from '@rowhouse/python';

import { readOperations, stampsIn, type Access } from '../config/access.js';
import { isForAnyone } from '../config/rules/access-user.js';
import type { ResourceContext } from '../context.js';
import { dottedName } from '../modules.js';
import { type AskedRule, isAboutOneRow, type Route, rowKinds } from '../outputs/index.js';
import { isOpen } from './open-paths.js';
import {
  comparesFields,
  isSame,
  permitted,
  rolesFor,
  showsOwnRows,
  usable,
  type Permission,
} from './permission.js';

/** A function of a module of access. */
export interface AccessFunction {
  readonly name: string;
  readonly about: string;
  /** Whether it takes a user; without, it tells what anyone may. */
  readonly hasUser: boolean;
  /** Which rows, or the roles of which a user must have one. */
  readonly returns: Permission | readonly string[];
}

/** What a route asks of the module of access. */
export interface RouteAccess {
  /** The rows that are there for the user. */
  readonly visible: AccessFunction;
  /** Those with which the route may be used, where they are not all that are visible. */
  readonly may: AccessFunction | undefined;
  /** Whether the route is for the user at all, where it is not for all. */
  readonly allowed: AccessFunction | undefined;
  /** What a row may be after the write, whatever made it so: the request, the project's own code, a trigger. */
  readonly after: AccessFunction | undefined;
}

/** What the functions are called; of another operation, `may_close`. */
const names: Readonly<Record<string, string>> = {
  get: 'gettable',
  list: 'listable',
  create: 'creatable',
  update: 'changeable',
  delete: 'deletable',
};

/** Whether a route knows its user. */
export function hasUser({ app, resource }: ResourceContext, route: Route): boolean {
  if (app.auth === undefined) return false;
  return (route.requireAuth ?? resource.requireAuth) && !isOpen(app.auth, route);
}

/** Whether a route knows no user though nobody but users gets at its rows, or can own a new one. */
export function lacksUser(context: ResourceContext, route: Route): boolean {
  const { access } = context.resource;
  if (access === undefined || hasUser(context, route)) return false;
  return !isForAnyone(access) || (rowKinds[route.rows].makes && access.owner.length > 0);
}

/** The rows that somebody may get or list: all others are absent. */
export function readable({ noun }: ResourceContext, access: Access, user = true): AccessFunction {
  return {
    name: user ? 'readable' : 'public',
    about: user
      ? `The ${noun.many} that a user may see${access.hasRules ? '' : ' and change'}.`
      : `The ${noun.many} that anyone may see.`,
    hasUser: user,
    returns: permitted(access, readOperations, { hasUser: user }),
  };
}

/** What a route asks; undefined where the rows are open to all. */
export function accessOfRoute(context: ResourceContext, route: Route): RouteAccess | undefined {
  const { operation, rows } = route;
  const user = hasUser(context, route);
  const { noun } = context;
  const { access } = context.resource;
  if (access === undefined) return undefined;
  const who = user ? 'a user' : 'anyone';
  const visible = readable(context, access, user);
  const fn = (name: string, about: string, returns: AccessFunction['returns']): AccessFunction => ({
    name,
    about,
    hasUser: user,
    returns,
  });
  const own = usable(access, route, user);
  const isOnRow = isAboutOneRow(route);
  const name = names[operation] ?? `may_${operation}`;
  const may =
    (isOnRow || rowKinds[rows].lists || rowKinds[rows].meets) &&
    !isSame(own, visible.returns as Permission)
      ? fn(name, `The ${noun.many} that ${who} may ${operation}.`, own)
      : undefined;
  const roles = rolesFor(access, operation, rows, user);
  const allowed =
    !isOnRow && roles !== undefined
      ? fn(`allows_${operation}`, `Whether ${who} may ${operation} any ${noun.many}.`, roles)
      : undefined;
  return { visible, may, allowed, after: afterWrite() };

  function afterWrite(): AccessFunction | undefined {
    if (!rowKinds[rows].stores) return undefined;
    const after = permitted(access!, [operation], { hasUser: user, after: true });
    // Its user has a role before and after: a write changes fields alone.
    if (!comparesFields(after)) return undefined;
    if (isSame(after, visible.returns as Permission)) return visible;
    if (rowKinds[rows].makes && !rowKinds[rows].meets)
      return fn(name, `The ${noun.many} that ${who} may ${operation}.`, after);
    if (isSame(after, own)) return may ?? visible;
    return fn(
      `after_${operation}`,
      `What ${noun.many} may be after ${who} has used ${operation}.`,
      after,
    );
  }
}

/** What the template of a route has to insert: a rule that it leaves out, nobody asks. */
export function asksOf(context: ResourceContext, route: Route): readonly AskedRule[] {
  const asked = accessOfRoute(context, route);
  if (asked === undefined) return [];
  const { visible, may, allowed, after } = asked;
  const { rows } = route;
  const isOnRow = isAboutOneRow(route);
  const isStamped = rowKinds[rows].makes && stampsIn(context.resource.access!).length > 0;
  const asks: AskedRule[] = [];
  const ask = (variable: AskedRule['variable'], called: { readonly name: string } | undefined) => {
    if (called !== undefined) asks.push({ variable, name: called.name });
  };
  if (isOnRow || rowKinds[rows].meets) ask('scope', visible);
  if (isOnRow || rowKinds[rows].meets) ask('may', may);
  if (rowKinds[rows].lists) ask('scope', may ?? visible);
  ask('allowed', allowed);
  // A rule that is asked before the write and after it may be inserted once, for both.
  if (after?.name !== may?.name) ask('after', after);
  if (isStamped && hasUser(context, route)) ask('stamp', { name: 'stamp' });
  return asks;
}

/** The variables of a route's template by which it keeps to the rows of its user. */
export function accessVariables(context: ResourceContext, route: Route) {
  const { project, app, resource } = context;
  const ofAll = dottedName(project, `${app.module}/access/__init__`);
  const user = hasUser(context, route);
  const visible =
    app.isScoped &&
    `${symbol(ofAll, user ? 'visible' : 'visible_to_anyone')}(${user ? 'current_user' : ''})`;
  const asked = accessOfRoute(context, route);
  const unlocked = project.rls;
  if (asked === undefined) {
    return { scope: '', found: '', stamp: false, owned: [], visible, unlocked };
  }
  const { module } = context.access;
  const call = (each: AccessFunction | undefined) =>
    each && `${symbol(module, each.name)}(${each.hasUser ? 'current_user' : ''})`;
  const stamps = stampsIn(resource.access!);
  // A list shows those alone that it may; a row that is found is either visible, or not there.
  const conditions = rowKinds[route.rows].lists ? [asked.may ?? asked.visible] : [asked.visible];
  const strict = rowKinds[route.rows].lists || !asked.may ? conditions : [...conditions, asked.may];
  return {
    /** Behind a statement: no row is left with which the route may not be used. */
    scope: `.where(${strict.map(call).join(', ')})`,
    /** The same, for a statement that has other ways to restrict its rows. */
    changeable: `[${strict.map(call).join(', ')}]`,
    /** Behind one that finds a row, where `may` tells the visible one with which it may not. */
    found: `.where(${conditions.map(call).join(', ')})`,
    may: call(asked.may),
    allowed: call(asked.allowed),
    after: call(asked.after),
    /** Whether the rule before a write is the one after it. */
    isAskedTwice: asked.may !== undefined && asked.may === asked.after,
    stamp: user && stamps.length > 0 && `${symbol(module, 'stamp')}(current_user)`,
    owned: stamps.map(({ field }) => field),
    visible,
    /** Whether a row is to be found without its lock, too: policies keep locks from what one may not change. */
    unlocked,
  };
}

/** What says what a row may be after a route has written it, if it asks that. */
export function ruleAfter(context: ResourceContext, route: Route) {
  const { visible, may, after } = accessOfRoute(context, route) ?? {};
  if (after === undefined) return undefined;
  const found = route.rows === 'changed' ? (may ?? visible) : undefined;
  return {
    /** The dotted path of its function. */
    path: `${context.access.module}.${after.name}`,
    /** Whether the row is found by it, too. */
    isAskedFirst: found?.name === after.name,
  };
}

/** The statuses that a route answers because of its rules. */
export function isRefusing(asked: RouteAccess | undefined): boolean {
  return Boolean(asked?.may ?? asked?.allowed ?? asked?.after);
}

/** Whether a resource's routes may refer to rows of others that users only see if these meet a condition. */
export function mayReferToUnseen({ app, outputs }: ResourceContext): boolean {
  const writes = outputs.own('route').some(({ rows, refers }) => refers || rowKinds[rows].stores);
  const hidden = app.resources.some((each) => each.access && !showsOwnRows(each.access));
  return writes && hidden;
}
