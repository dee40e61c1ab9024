import { readOperations, stampsIn, type Access } from '../../config/access.js';
import type { Claim } from '../../config/claims.js';
import { isAboutOneRow, rowKinds, type Route } from '../../outputs/index.js';
import { comparesFields, permitted, rolesFor, rulesFor, usable } from '../permission.js';
import { actorsOf } from './actors.js';
import { rowsOf } from './rows.js';
import { isNull, nobody, other, World, type Actor, type Row } from './world.js';

/** A route, as the rules see it. */
export interface Asked {
  /** What tests call it. */
  readonly name: string;
  /** What rules call it: in a bulk, it is the operation of a row. */
  readonly operation: string;
  readonly rows: Route['rows'];
  readonly hasUser: boolean;
  /** Whether a test can make a row another one while this writes it. */
  readonly isWritable: boolean;
  /** Of an upsert, the columns of its unique key. */
  readonly unique: readonly string[];
}

/** `taken`: there is such a row, which the user may not change. */
export type Answer = 'done' | 'absent' | 'refused' | 'unknown' | 'taken';

/** Who comes to which row, and the answers of all routes but those that make rows. */
export interface AnswerCase {
  readonly actor: Actor;
  readonly row: Row;
  readonly answers: readonly (Answer | undefined)[];
}

/** Who changes a row to what, or makes one. */
export interface WriteCase {
  readonly actor: Actor;
  /** Undefined where it is new. */
  readonly row: Row | undefined;
  readonly operation: string;
  readonly becomes: Row;
  readonly answer: Answer;
}

/** The tables of a resource's tests. */
export interface Matrix {
  readonly actors: readonly Actor[];
  readonly answers: readonly AnswerCase[];
  readonly writes: readonly WriteCase[];
}

/** What the rules say of everybody, every operation and every row that they tell apart. */
export function matrixOf(
  access: Access,
  claims: readonly Claim[],
  routes: readonly Asked[],
): Matrix {
  const world = new World(access, claims);
  const actors = actorsOf(access, claims);
  const rows = new Map(actors.map((actor) => [actor, rowsOf(world, access.rules, actor)]));
  const isPublic = routes.some(({ hasUser }) => !hasUser);
  const answers = actors.flatMap((actor) =>
    rows
      .get(actor)!
      .filter(
        (row, index) => canBe(row, actor, access) && (actor !== nobody || isPublic || index === 0),
      )
      .map((row) => ({
        actor,
        row,
        answers: routes.map((route) =>
          makesAnother(route, actor, access) ? undefined : answerOf(world, route, actor, row),
        ),
      })),
  );
  const writes = routes
    .filter(({ rows, isWritable }) => rowKinds[rows].stores && isWritable)
    .flatMap((route) =>
      actors
        .filter((actor) => (actor === nobody) !== route.hasUser)
        .flatMap((actor) => writesOf(world, route, actor, rows.get(actor)!)),
    );
  return { actors, answers, writes };
}

/** Whether a route makes a row beside the one that is there: in an upsert, a tenant may be a part of the key. */
function makesAnother({ rows, unique }: Asked, actor: Actor, access: Access): boolean {
  const { makes, meets } = rowKinds[rows];
  const isOwnKey = stampsIn(access).some(
    ({ field, attribute }) => unique.includes(field) && attribute in actor.attributes,
  );
  return makes && (!meets || isOwnKey);
}

/** What a route answers somebody who asks for a row: the rules of access in one place. */
function answerOf(world: World, route: Asked, actor: Actor, row: Row): Answer {
  const { access } = world;
  const { operation, rows, hasUser } = route;
  if (hasUser && actor === nobody) return 'unknown';
  if (!isAboutOneRow(route)) {
    if (!isAllowed(access, route, actor)) return 'refused';
    if (rowKinds[rows].meets) {
      const met = [readOperations, [operation]].map((each) => permitted(access, each, { hasUser }));
      if (!met.every((each) => world.holds(each, actor, row))) return 'taken';
      return afterwards(world, route, actor, row);
    }
    const isListed =
      !rowKinds[rows].lists || world.holds(usable(access, route, hasUser), actor, row);
    return isListed ? 'done' : 'absent';
  }
  const visible = permitted(access, readOperations, { hasUser });
  if (!world.holds(visible, actor, row)) return 'absent';
  if (!world.holds(permitted(access, [operation], { hasUser }), actor, row)) return 'refused';
  return rowKinds[rows].stores ? afterwards(world, route, actor, row) : 'done';
}

/** Whether a route is for somebody at all, whatever the row. */
function isAllowed(access: Access, { operation, rows, hasUser }: Asked, actor: Actor): boolean {
  const roles = rolesFor(access, operation, rows, hasUser);
  return roles === undefined || actor.roles.some((role) => roles.includes(role));
}

/** What a route answers that has made a row what it is. */
function afterwards(world: World, { operation, hasUser }: Asked, actor: Actor, row: Row): Answer {
  const after = permitted(world.access, [operation], { hasUser, after: true });
  return !comparesFields(after) || world.holds(after, actor, row) ? 'done' : 'refused';
}

/** What somebody makes of a row that they may write, or of a new one: every row that the rules tell apart, and rows of others. */
function writesOf(
  world: World,
  route: Asked,
  actor: Actor,
  rows: readonly Row[],
): readonly WriteCase[] {
  const { access } = world;
  const { name, operation, hasUser } = route;
  const stamps = stampsIn(access);
  const { makes } = rowKinds[route.rows];
  // Who lacks what a new row needs, makes none.
  if (makes && stamps.some(({ attribute }) => actor.attributes[attribute] === null)) return [];
  const row = makes
    ? undefined
    : rows.find(
        (each) => canBe(each, actor, access) && answerOf(world, route, actor, each) === 'done',
      );
  if (!makes && row === undefined) return [];
  const own = Object.fromEntries(
    stamps.map(({ field, attribute }) => [field, { user: attribute }]),
  );
  const write = (becomes: Row): WriteCase => ({
    actor,
    row,
    operation: name,
    becomes,
    answer:
      makes && !isAllowed(access, route, actor)
        ? 'refused'
        : afterwards(world, route, actor, makes ? { ...own, ...becomes } : { ...row, ...becomes }),
  });
  const written = rowsOf(world, rulesFor(access, [operation], hasUser), actor, true)
    .map((each) => (row === undefined ? each : changed(row, each)))
    .filter((each) => canBe(each, actor, access))
    .map(write);
  const done = written.find(({ answer }) => answer === 'done');
  const given = stamps.map(({ field }) => write({ ...done?.becomes, [field]: other }));
  return [
    ...written.filter(({ becomes }) => makes || Object.keys(becomes).length > 0),
    ...(done === undefined ? [] : given),
  ];
}

/** The fields of a row that another one has otherwise; what functions say of a row, they say before and after. */
function changed(row: Row, other: Row): Row {
  const differs = ([field, cell]: [string, unknown]) =>
    !field.includes('.') && JSON.stringify(cell) !== JSON.stringify(row[field]);
  return Object.fromEntries(Object.entries(other).filter(differs));
}

/** Whether columns can hold a row, whoever comes: they may not be NULL for want of what somebody lacks. */
function canBe(row: Row, actor: Actor, { neverNull }: Access): boolean {
  return Object.entries(row).every(
    ([field, cell]) => !neverNull.has(field) || !isNull(cell, actor),
  );
}
