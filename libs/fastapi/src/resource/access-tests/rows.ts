import { stampsIn, type Access, type Rule } from '../../config/access.js';
import { fieldsIn, valuesOf } from '../../config/conditions.js';
import { audienceOf, conditionsOf, type Permission } from '../permission.js';
import { other, type Actor, type Cell, type Row, type World } from './world.js';

/** One condition of a rule. */
type Part = Extract<Permission, { kind: 'field' | 'function' }>;

/**
 * The rows that rules tell apart: one that they are least about; one for each way to meet a rule, and beside it, for
 * those whom the rule is for, the rows that differ in one of its fields.
 *
 * @param after whether what a row may become is asked.
 */
export function rowsOf(
  world: World,
  rules: readonly Rule[],
  actor: Actor,
  after: boolean | undefined = undefined,
): readonly Row[] {
  const cells = cellsOf(world.access);
  const waysOf = (each: Rule, times: readonly boolean[]) =>
    times
      .flatMap((time) => alternatives({ kind: 'all', of: conditionsOf(each, time) }))
      .map((parts) => parts.filter((part) => cells.has(fieldOf(part))));
  const all = world.access.rules.flatMap((rule) => waysOf(rule, [false, true])).flat();
  const met = (field: string, cell: Cell) =>
    all.filter((part) => fieldOf(part) === field && world.holds(part, owner, { [field]: cell }))
      .length;
  const plain: Row = Object.fromEntries(
    [...cells].map(([field, each]) => [
      field,
      each.reduce((least, cell) => (met(field, cell) < met(field, least) ? cell : least)),
    ]),
  );
  const rows = [plain];
  for (const rule of rules) {
    for (const parts of waysOf(rule, after === undefined ? [false, true] : [after])) {
      const row: Record<string, Cell> = { ...plain };
      for (const part of parts) {
        const field = fieldOf(part);
        const meeting = cells
          .get(field)!
          .filter((each) => world.holds(part, owner, { [field]: each }));
        // An enum may have no value that the rules do not mention.
        const cell = meeting.find((each) => each !== other) ?? meeting[0];
        if (cell !== undefined) row[field] = cell;
      }
      rows.push(row);
      if (!world.holds(audienceOf(rule, world.access), actor, {})) continue;
      for (const field of parts.map(fieldOf)) {
        rows.push(...cells.get(field)!.map((cell) => ({ ...row, [field]: cell })));
      }
    }
  }
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

const owner = { name: 'owner', attributes: {}, roles: [] };

function fieldOf(part: Part): string {
  return part.kind === 'field' ? part.field : part.path;
}

/** The ways to meet a condition: in each, all of the parts hold. */
function alternatives(permission: Permission): readonly (readonly Part[])[] {
  switch (permission.kind) {
    case 'any':
      return permission.of.flatMap(alternatives);
    case 'all':
      return permission.of
        .map(alternatives)
        .reduce((one, next) => one.flatMap((a) => next.map((b) => [...a, ...b])), [[]]);
    case 'field':
    case 'function':
      return [[permission]];
    default:
      throw new Error(`The condition of a rule is no ${permission.kind}`);
  }
}

/**
 * What each field may hold that the rules are about; and what each function of
 * the project may say of the row. Whose a row is, is said by who makes it.
 */
function cellsOf(access: Access): ReadonlyMap<string, readonly Cell[]> {
  const stamped = new Set(stampsIn(access).map(({ field }) => field));
  const comparisons = access.rules.flatMap(({ where, check }) => [
    ...fieldsIn(where),
    ...fieldsIn(check),
  ]);
  const found = new Map<string, readonly Cell[]>();
  for (const name of new Set(comparisons.map(({ field }) => field))) {
    if (stamped.has(name)) continue;
    const tests = comparisons.filter(({ field }) => field === name).map(({ test }) => test);
    const values = tests.flatMap(valuesOf);
    const users = tests.flatMap((test) => (test.kind === 'user' ? [test.attribute] : []));
    const isBoolean = values.some((value) => typeof value === 'boolean');
    found.set(name, [
      ...(isBoolean ? [true, false] : [other, ...new Set(values)]),
      ...[...new Set(users)].map((user) => ({ user })),
      ...(access.neverNull.has(name) ? [] : [null]),
    ]);
  }
  for (const { whereFn } of access.rules) {
    if (whereFn !== undefined) found.set(whereFn, [false, true]);
  }
  return found;
}
