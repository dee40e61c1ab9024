import { symbol, type PythonSymbol } from '@rowhouse/python';

import { readOperations, stampsIn, type Access } from '../config/access.js';
import { isForAnyone } from '../config/rules/access-user.js';
import type { ResourceContext } from '../context.js';
import { dottedName } from '../modules.js';
import { type AskedRule, isAboutOneRow, type Route, rowKinds } from '../outputs/index.js';
import { isOpen } from './open-paths.js';
import {
  comparesFields,
  isSame,
  keptRows,
  notDeleted,
  onlyDeleted,
  permitted,
  rolesFor,
  showsOwnRows,
  usable,
  withoutDeleted,
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
  /** For a list: who may see deleted rows, too, and which; all where that is undefined. */
  readonly deleted: RowsOfDeleted | undefined;
}

interface RowsOfDeleted {
  readonly allowed: AccessFunction;
  readonly rows: AccessFunction | undefined;
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

/** Whether the rules of a route's rows are about its user. */
function asksUser(context: ResourceContext, route: Route): boolean {
  return context.resource.access?.isOpen !== true && hasUser(context, route);
}

/** Whether a route knows no user though nobody but users gets at its rows, or can own a new one. */
export function lacksUser(context: ResourceContext, route: Route): boolean {
  const { access } = context.resource;
  if (access === undefined || hasUser(context, route)) return false;
  return !isForAnyone(access) || (rowKinds[route.rows].makes && access.owner.length > 0);
}

/** The rows that somebody may get or list: all others are absent. */
export function readable({ noun }: ResourceContext, access: Access, user = true): AccessFunction {
  if (access.isOpen) {
    return {
      name: keptRows,
      about: `The ${noun.many} that are not deleted.`,
      hasUser: false,
      returns: notDeleted(access.deletedAt!),
    };
  }
  return {
    name: user ? 'readable' : 'public',
    about: user
      ? `The ${noun.many} that a user may see${access.hasRules ? '' : ' and change'}.`
      : `The ${noun.many} that anyone may see.`,
    hasUser: user,
    returns: withoutDeleted(permitted(access, readOperations, { hasUser: user }), access),
  };
}

/** What a route asks; undefined where the rows are open to all. */
export function accessOfRoute(context: ResourceContext, route: Route): RouteAccess | undefined {
  const { operation, rows } = route;
  const { noun } = context;
  const { access } = context.resource;
  if (access === undefined) return undefined;
  const user = asksUser(context, route);
  const who = user ? 'a user' : 'anyone';
  const kind = rowKinds[rows];
  const fn = (name: string, about: string, returns: AccessFunction['returns']): AccessFunction => ({
    name,
    about,
    hasUser: user,
    returns,
  });
  const seen = permitted(access, readOperations, { hasUser: user });
  const visible = kind.restores
    ? fn(
        user || access.isOpen ? 'restorable' : 'restorable_by_anyone',
        `The deleted ${noun.many}${access.isOpen ? '' : ` that ${who} may see`}.`,
        onlyDeleted(seen, access.deletedAt!),
      )
    : readable(context, access, user);
  const own = usable(access, route, user);
  const isOnRow = isAboutOneRow(route);
  const name = names[operation] ?? `may_${operation}`;
  const may =
    (isOnRow || kind.lists || kind.meets) && !isSame(own, seen)
      ? fn(
          name,
          `The ${noun.many} that ${who} may ${operation}.`,
          kind.lists ? withoutDeleted(own, access) : own,
        )
      : undefined;
  const roles = rolesFor(access, operation, rows, user);
  const allowed =
    !isOnRow && roles !== undefined
      ? fn(`allows_${operation}`, `Whether ${who} may ${operation} any ${noun.many}.`, roles)
      : undefined;
  return { visible, may, allowed, after: afterWrite(), deleted: ofDeleted() };

  function afterWrite(): AccessFunction | undefined {
    if (!kind.stores) return undefined;
    const after = permitted(access!, [operation], { hasUser: user, after: true });
    // Its user has a role before and after: a write changes fields alone.
    if (!comparesFields(after)) return undefined;
    // A restore changes nothing that rules are about, unless they have a check of their own.
    if (kind.restores && isSame(after, own)) return undefined;
    if (isSame(after, seen)) return accessible();
    if (kind.makes && !kind.meets)
      return fn(name, `The ${noun.many} that ${who} may ${operation}.`, after);
    if (isSame(after, own)) return may ?? accessible();
    return fn(
      `after_${operation}`,
      `What ${noun.many} may be after ${who} has used ${operation}.`,
      after,
    );
  }

  function ofDeleted(): RowsOfDeleted | undefined {
    const { includesDeleted: role } = route;
    if (role === undefined) return undefined;
    const all = `The ${noun.many} that ${who} may list, deleted or not.`;
    return {
      allowed: {
        name: 'sees_deleted',
        about: `Whether a user may list deleted ${noun.many}.`,
        hasUser: true,
        returns: [role],
      },
      rows: access!.isOpen
        ? undefined
        : isSame(own, seen)
          ? accessible()
          : fn('listable_or_deleted', all, own),
    };
  }

  /** The visible rows, and those that were visible until they were deleted: by a function of an action, for example. */
  function accessible(): AccessFunction {
    if (access!.deletedAt === undefined) return visible;
    const about = `The ${noun.many} that ${who} may see, deleted or not.`;
    return fn(user ? 'accessible' : 'accessible_to_anyone', about, seen);
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
  if (isStamped && asksUser(context, route)) ask('stamp', { name: 'stamp' });
  return asks;
}

/** What tells which models have soft deletes, and in which columns. */
export function deletedAtSymbol({
  app,
  project,
}: Pick<ResourceContext, 'app' | 'project'>): PythonSymbol {
  return symbol(dottedName(project, `${app.module}/access/__init__`), 'DELETED_AT');
}

/** The call that tells the rows which references may lead to, as Python source; false where they may lead to all. */
export function visibleSource(
  { app, project }: Pick<ResourceContext, 'app' | 'project'>,
  user: string | false,
): string | false {
  if (!app.isScoped) return false;
  const module = dottedName(project, `${app.module}/access/__init__`);
  if (!app.knowsUsers) return `${symbol(module, 'visible')}()`;
  return user === false
    ? `${symbol(module, 'visible_to_anyone')}()`
    : `${symbol(module, 'visible')}(${user})`;
}

/** The variables of a route's template by which it keeps to the rows of its user. */
export function accessVariables(context: ResourceContext, route: Route) {
  const { project, resource } = context;
  const user = asksUser(context, route);
  const visible = visibleSource(context, hasUser(context, route) && 'current_user');
  const asked = accessOfRoute(context, route);
  const unlocked = project.rls;
  if (asked === undefined) {
    return { scope: '', found: '', stamp: false, owned: [], visible, unlocked };
  }
  const { module } = context.access;
  const call = (each: AccessFunction | undefined) =>
    each && `${symbol(module, each.name)}(${each.hasUser ? 'current_user' : ''})`;
  const stamps = stampsIn(resource.access!);
  const { deleted } = asked;
  if (deleted !== undefined) {
    const all = call(deleted.rows) ?? `${symbol('sqlalchemy', 'true')}()`;
    const kept = call(asked.may ?? asked.visible)!;
    return {
      scope: `.where(${all} if body.include_deleted else ${kept})`,
      found: '',
      allowed: call(asked.allowed),
      seesDeleted: call(deleted.allowed),
      stamp: false,
      owned: [],
      visible,
      unlocked,
    };
  }
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
    /** The rows that are not deleted. */
    kept: resource.access!.deletedAt !== undefined && `${symbol(module, keptRows)}()`,
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
  return Boolean(asked?.may ?? asked?.allowed ?? asked?.after ?? asked?.deleted);
}

/** The dotted path of the function that tells who may list deleted rows. */
export function ruleOfDeleted(context: ResourceContext, route: Route) {
  const { deleted } = accessOfRoute(context, route)!;
  const { roles } = context.resource.access!;
  return {
    path: `${context.access.module}.${deleted!.allowed.name}`,
    roles,
    role: route.includesDeleted,
  };
}

/** Whether a resource's routes may refer to rows of others that users only see if these meet a condition. */
export function mayReferToUnseen({ app, outputs }: ResourceContext): boolean {
  const writes = outputs.own('route').some(({ rows, refers }) => refers || rowKinds[rows].stores);
  const hidden = app.resources.some((each) => each.access && !showsOwnRows(each.access));
  return writes && hidden;
}
