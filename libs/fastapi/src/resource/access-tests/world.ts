import { stampsIn, type Access } from '../../config/access.js';
import type { Claim } from '../../config/claims.js';
import { fieldsIn, valuesOf, type Comparison, type Value } from '../../config/conditions.js';
import type { Permission } from '../permission.js';

/** What a row holds in a field: a value, NULL, one that no rule mentions, or that of whoever comes. */
export type Cell = Value | null | Other | { readonly user: string };

/** A value that the rules do not mention. */
export interface Other {
  readonly isMentioned: false;
}
export const other: Other = { isMentioned: false };

/** A row, by the fields that the rules are about; by their dotted paths, what functions of the project say of it. */
export type Row = Readonly<Record<string, Cell>>;

/** Somebody who comes to the rows of one user. */
export interface Actor {
  readonly name: string;
  /** The attributes that are not those of the user whose the rows are; null where there are none. */
  readonly attributes: Readonly<Record<string, Other | null>>;
  readonly roles: readonly string[];
}

/** Who is not logged in. */
export const nobody: Actor = { name: 'nobody', attributes: {}, roles: [] };

/** Whether a cell of a row is NULL for somebody: who comes may lack what it holds. */
export function isNull(cell: Cell | undefined, { attributes }: Actor): boolean {
  if (cell === null || typeof cell !== 'object' || !('user' in cell)) return cell === null;
  return attributes[cell.user] === null;
}

/** What answers whether a permission holds. Values are compared by their names: NULL is null. */
export class World {
  readonly #examples: ReadonlyMap<string, string>;
  /** By field, the attribute that says whose a row is. */
  readonly #stamps: ReadonlyMap<string, string>;

  constructor(
    readonly access: Access,
    claims: readonly Claim[],
  ) {
    this.#stamps = new Map(stampsIn(access).map(({ field, attribute }) => [field, attribute]));
    // Attributes of one type have one value in the tests, and the config may name it, too.
    this.#examples = new Map([
      ...truthsIn(access).map((name) => [name, nameOf(true)] as const),
      ...claims.map(
        ({ name, type, example }) =>
          [name, nameOf((type === 'int' ? Number(example) : example) as Value)] as const,
      ),
    ]);
  }

  /** Whether somebody is permitted. */
  holds(permission: Permission, actor: Actor, row: Row): boolean {
    switch (permission.kind) {
      case 'named':
        return this.holds(permission.of, actor, row);
      case 'role':
        return actor.roles.includes(permission.role);
      case 'function':
        return row[permission.path] === true;
      case 'field':
        return this.#compared(permission, actor, row);
      case 'all':
        return permission.of.every((part) => this.holds(part, actor, row));
      case 'any':
        return permission.of.some((part) => this.holds(part, actor, row));
    }
  }

  #compared({ field, test, negated }: Comparison, actor: Actor, row: Row): boolean {
    const value = this.#valueOf(field, actor, row);
    switch (test.kind) {
      case 'null':
        return (value === null) !== negated;
      case 'is':
        return (value === nameOf(test.value)) !== negated;
      case 'in':
        return test.values.some((each) => value === nameOf(each)) !== negated;
      case 'user': {
        const own = this.#attribute(test.attribute, actor);
        // Nothing equals, or differs from, what somebody lacks.
        return own !== null && (value === own) !== negated;
      }
    }
  }

  #valueOf(field: string, actor: Actor, row: Row): string | null {
    const cell = row[field];
    if (cell === null) return null;
    // The rows are those of the user that others differ from, until somebody gives them away.
    if (cell === undefined) return this.#own(this.#stamps.get(field)!);
    if (typeof cell !== 'object') return nameOf(cell);
    return 'user' in cell ? this.#attribute(cell.user, actor) : `another ${field}`;
  }

  #attribute(name: string, { attributes }: Actor): string | null {
    if (!Object.hasOwn(attributes, name)) return this.#own(name);
    return attributes[name] === null ? null : `another user's ${name}`;
  }

  #own(attribute: string): string {
    return this.#examples.get(attribute) ?? `the user's ${attribute}`;
  }
}

/** The attributes that stand beside true or false: a user of a class has true there, as in every test. */
function truthsIn({ rules }: Access): readonly string[] {
  const comparisons = rules.flatMap(({ where, check }) => [...fieldsIn(where), ...fieldsIn(check)]);
  const isTruth = (value: Value) => typeof value === 'boolean';
  const truths = comparisons.filter(({ test }) => valuesOf(test).some(isTruth));
  const fields = new Set(truths.map(({ field }) => field));
  return comparisons.flatMap(({ field, test }) =>
    test.kind === 'user' && fields.has(field) ? [test.attribute] : [],
  );
}

function nameOf(value: Value): string {
  return `the value ${JSON.stringify(value)}`;
}
