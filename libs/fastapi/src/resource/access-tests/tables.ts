import type { Access } from '../../config/access.js';
import type { Claim } from '../../config/claims.js';
import { rolesFor } from '../permission.js';
import {
  actorsOf,
  actorsOfTwoRoles,
  actorsWithoutClaims,
  cellsOf,
  decisionsOf,
  mostRows,
  rowsOf,
} from './candidates.js';
import { chosen, type Answered } from './choose.js';
import { questionOf, type Answer, type Asked } from './judge.js';
import { isNull, other, World, type Actor, type Cell, type Row } from './world.js';

/** Who comes to which row, and the answers of all routes. */
export interface AnswerCase {
  readonly actor: Actor;
  readonly row: Row;
  readonly answers: readonly Answer[];
}

/** Who makes a row of which fields, or changes one. */
export interface WriteCase {
  readonly actor: Actor;
  readonly row: Row;
  readonly operation: string;
  readonly sent: Row;
  readonly answer: NonNullable<Answer>;
}

/** The tables of a resource's tests. */
export interface Tables {
  readonly actors: readonly Actor[];
  readonly answers: readonly AnswerCase[];
  readonly changes: readonly WriteCase[];
  readonly creations: readonly WriteCase[];
  /** The users for whom the route that creates rows is at all; undefined where it is for all of them. */
  readonly makers: readonly Actor[] | undefined;
}

type Cells = ReadonlyMap<string, readonly Cell[]>;

const nobody: Actor = { name: 'anonymous', attributes: {}, roles: [] };

/**
 * Cases that tell the rules from the same rules with any one mistake.
 *
 * @param created the one of the routes that creates rows, if there is one.
 */
export function tablesOf(
  access: Access,
  claims: readonly Claim[],
  routes: readonly Asked[],
  created: Asked | undefined,
): Tables {
  const world = new World(access, claims);
  const actors = [
    ...actorsOf(access, claims),
    ...actorsOfTwoRoles(access),
    ...actorsWithoutClaims(access, claims),
  ];
  const cells = cellsOf(
    access,
    access.rules.flatMap(({ where, check }) => [where, check]),
  );
  const rows = rowsOf(new Map([...cells, ...decisionsOf(access)]));
  const met = actors.flatMap((actor) =>
    rows.filter((row) => canBe(row, actor, access)).map((row) => ({ actor, row, sent: {} })),
  );
  // What a row becomes is tried of the plainest ones only: there are too many.
  const plain = new Set(rows.slice(0, mostRows));
  const changed = met.filter(({ row }) => plain.has(row));
  // Who makes what is in a table of its own.
  const questions = routes.map((route) =>
    route.rows === 'made' ? { own: () => undefined, wrong: [] } : questionOf(access, route, claims),
  );
  const answers = withEverybody(
    chosen(met, questions, ({ actor, row }, judge) => judge(world, actor, row)),
    met,
    actors,
    (one) => questions.map(({ own }) => own(world, one.actor, one.row)),
  );
  const changes = routes
    .filter((route) => route.rows === 'changed')
    .flatMap((route) => changesOf(route, changed, cells, world, claims));
  const creations = created ? creationsOf(created, access, cells, actors, claims) : [];
  const roles = created && rolesFor(access, created.operation, created.rows, created.hasUser);
  const coming = new Set([...answers, ...changes, ...creations].map(({ actor }) => actor));
  return {
    actors: actors.filter((actor) => !actor.isSpare || coming.has(actor)),
    answers,
    changes,
    creations,
    makers: roles && actors.filter((actor) => actor.roles.some((role) => roles.includes(role))),
  };
}

function changesOf(
  route: Asked,
  met: readonly { readonly actor: Actor; readonly row: Row }[],
  cells: Cells,
  world: World,
  claims: readonly Claim[],
): readonly WriteCase[] {
  const question = questionOf(world.access, route, claims);
  const changes = [...sendable(cells, route), ...ownersOf(world.access, route)].flatMap(
    ([field, values]) => values.map((cell): Row => ({ [field]: cell })),
  );
  const steps = met
    .filter(({ actor, row }) => question.own(world, actor, row) !== 'absent')
    .flatMap(({ actor, row }) =>
      changes
        .filter((sent) => canBe(sent, actor, world.access))
        .map((sent) => ({ actor, row, sent, becomes: { ...row, ...sent } })),
    );
  return chosen(steps, [question], ({ actor, row, becomes }, judge) =>
    judge(world, actor, row, becomes),
  ).flatMap((step) => writeCase(step, route));
}

/** Whether columns can hold a row, whoever comes: they may not be NULL for want of what somebody lacks. */
function canBe(row: Row, actor: Actor, { neverNull }: Access): boolean {
  return Object.entries(row).every(
    ([field, cell]) => !neverNull.has(field) || !isNull(cell, actor),
  );
}

/** Another owner, to whom an action of the project may give a row. */
function ownersOf({ tenant, owner }: Access, { settable }: Asked): Cells {
  const stamps = settable === undefined ? [...tenant, ...owner] : [];
  return new Map(stamps.map(({ field }) => [field, [other]]));
}

function creationsOf(
  route: Asked,
  access: Access,
  cells: Cells,
  actors: readonly Actor[],
  claims: readonly Claim[],
): readonly WriteCase[] {
  // Whose a new row is, nobody says: it is that of who makes it.
  const unstamped = { ...access, tenant: [], owner: [] };
  const world = new World(unstamped, claims);
  const question = questionOf(unstamped, route, claims);
  const who = route.hasUser ? actors : [nobody];
  const bodies = rowsOf(new Map([...sendable(cells, route), ...decisionsOf(access)]));
  const made = who.flatMap((actor) =>
    bodies.filter((sent) => canBe(sent, actor, access)).map((sent) => ({ actor, row: {}, sent })),
  );
  return withEverybody(
    chosen(made, [question], ({ actor, sent }, judge) => judge(world, actor, sent)),
    made,
    who,
    ({ actor, sent }) => [question.own(world, actor, sent)],
  ).flatMap((one) => writeCase(one, route));
}

/** The cases in the order of the users; who is in none, comes to the first row of which something is known, but for spare ones. */
function withEverybody<C extends { readonly actor: Actor }>(
  found: readonly Answered<C>[],
  cases: readonly C[],
  actors: readonly Actor[],
  answers: (one: C) => readonly Answer[],
): readonly Answered<C>[] {
  return actors.flatMap((actor) => {
    const own = found.filter((one) => one.actor === actor);
    if (own.length > 0 || actor.isSpare) return own;
    const first = cases
      .filter((one) => one.actor === actor)
      .map((one) => ({ ...one, answers: answers(one) }))
      .find((one) => one.answers.some((answer) => answer !== undefined));
    return first ? [first] : [];
  });
}

function writeCase(
  { actor, row, sent, answers: [answer] }: Answered<Pick<WriteCase, 'actor' | 'row' | 'sent'>>,
  { operation }: Asked,
): readonly WriteCase[] {
  return answer === undefined ? [] : [{ actor, row, operation, sent, answer }];
}

/** What a request can set, of the fields that rules are about. */
function sendable(cells: Cells, { settable }: Asked): Cells {
  if (settable === undefined) return cells;
  return new Map(
    [...cells]
      .filter(([field]) => settable.has(field))
      .map(([field, values]) => [
        field,
        values.filter((cell) => cell !== null || settable.get(field)!.nullable),
      ]),
  );
}
