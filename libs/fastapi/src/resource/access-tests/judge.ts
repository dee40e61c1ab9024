import { readOperations, type Access } from '../../config/access.js';
import type { Claim } from '../../config/claims.js';
import { isAboutOneRow, type Route } from '../../outputs/index.js';
import {
  comparesFields,
  isSame,
  nothing,
  permitted,
  rolesFor,
  usable,
  type Permission,
} from '../permission.js';
import { defectsOf } from './defects.js';
import type { Actor, Row, World } from './world.js';

/** A route, as the rules see it. */
export interface Asked {
  readonly operation: string;
  readonly rows: Route['rows'];
  readonly hasUser: boolean;
  /** What a request of it sets, of the fields that rules are about; undefined where that may be any. */
  readonly settable: ReadonlyMap<string, { readonly nullable: boolean }> | undefined;
}

/** Found, absent or refused; undefined where that depends on what is not known. */
export type Answer = 'done' | 'absent' | 'refused' | undefined;

/** What a route asks of whom, before and after. */
interface Parts {
  readonly visible: Permission;
  readonly own: Permission;
  /** Undefined where no write can make another row of it. */
  readonly after: Permission | undefined;
  readonly roles: readonly string[] | undefined;
}

/** The answer to somebody's request of a row, which becomes another. */
export type Judge = (world: World, actor: Actor, row: Row, becomes?: Row) => Answer;

/** A route's own judge, and those with one mistake each. */
export interface Question {
  readonly own: Judge;
  readonly wrong: readonly Judge[];
}

/** What a route answers, and what it would with a mistake in one of the functions that it calls. */
export function questionOf(access: Access, route: Asked, claims: readonly Claim[]): Question {
  const { operation, rows, hasUser } = route;
  const after = permitted(access, [operation], { hasUser, after: true });
  const isWritten = rows === 'changed' || rows === 'made';
  const parts: Parts = {
    visible: permitted(access, readOperations, { hasUser }),
    own: usable(access, route, hasUser),
    after: isWritten && comparesFields(after) ? after : undefined,
    roles: rolesFor(access, operation, rows, hasUser),
  };
  const wrong = [...wrongParts(parts, rows, claims)];
  // Somebody has to be allowed something, if anybody is.
  if (rows !== 'none') wrong.push({ ...parts, own: nothing, after: parts.after && nothing });
  return { own: judge(parts, rows), wrong: wrong.map((each) => judge(each, rows)) };
}

function* wrongParts(parts: Parts, rows: Route['rows'], claims: readonly Claim[]): Iterable<Parts> {
  const { visible, own, after, roles } = parts;
  if (roles !== undefined) yield { ...parts, roles: undefined };
  for (const role of roles ?? []) {
    yield { ...parts, roles: roles!.filter((each) => each !== role) };
  }
  if (rows === 'none') return;
  const isOne = isSame(own, visible);
  if (isAboutOneRow({ rows })) {
    for (const changed of defectsOf(visible, claims)) {
      yield { ...parts, visible: changed, ...(isOne && { own: changed }) };
    }
  }
  const isLast = after !== undefined && isSame(after, own);
  if (rows !== 'made' && (!isOne || rows === 'listed')) {
    for (const changed of defectsOf(own, claims)) {
      yield { ...parts, own: changed, ...(isLast && { after: changed }) };
    }
    if (isLast)
      yield* [
        { ...parts, after: undefined },
        { ...parts, own: visible },
      ];
  }
  if (after === undefined || (isLast && rows !== 'made')) return;
  yield { ...parts, after: undefined };
  for (const changed of defectsOf(after, claims)) yield { ...parts, after: changed };
}

function judge({ visible, own, after, roles }: Parts, rows: Route['rows']): Judge {
  const before = (world: World, actor: Actor, row: Row): Answer => {
    if (rows === 'listed' || rows === 'made' || rows === 'none') {
      if (roles && !actor.roles.some((role) => roles.includes(role))) return 'refused';
      return rows === 'listed' ? answered(world.holds(own, actor, row), 'absent') : 'done';
    }
    const isThere = world.holds(visible, actor, row);
    if (isThere !== true) return isThere === undefined ? undefined : 'absent';
    return answered(world.holds(own, actor, row), 'refused');
  };
  // A row is asked for again and again, with what it becomes.
  const known = new WeakMap<Row, Map<Actor, Answer>>();
  return (world, actor, row, becomes = row) => {
    let answers = known.get(row);
    if (answers === undefined) known.set(row, (answers = new Map<Actor, Answer>()));
    if (!answers.has(actor)) answers.set(actor, before(world, actor, row));
    const first = answers.get(actor);
    if (first !== 'done' || after === undefined || rows === 'listed' || rows === 'none')
      return first;
    return answered(world.holds(after, actor, becomes), 'refused');
  };
}

function answered(holds: boolean | undefined, not: Answer): Answer {
  return holds === undefined ? undefined : holds ? 'done' : not;
}
