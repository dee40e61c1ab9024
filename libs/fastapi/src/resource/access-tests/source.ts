import { literal, type PythonSymbol } from '@rowhouse/python';

import { stampsIn, type Access } from '../../config/access.js';
import { fieldsIn, valuesOf } from '../../config/conditions.js';
import type { ResourceContext } from '../../context.js';
import { testingSymbol } from '../../modules.js';
import type { Actor, Cell, Row } from './world.js';

/** Writes a row as the tables of tests have it. */
export function rowSource(context: ResourceContext, access: Access): (row: Row) => string {
  const mentioned = mentionedIn(context, access);
  const cellSource = (field: string, cell: Cell): string => {
    if (cell === null || typeof cell !== 'object') return literal(cell);
    if ('user' in cell) return ownSource(context, cell.user);
    return `${actors(context, 'Other')}(${[...(mentioned.get(field) ?? [])].join(', ')})`;
  };
  return (row) =>
    `{${Object.entries(row)
      .map(([field, cell]) => `${literal(field)}: ${cellSource(field, cell)}`)
      .join(', ')}}`;
}

/** Writes what a user is, and the user of the test is not. */
export function userSource(
  context: ResourceContext,
  access: Access,
  { attributes, roles }: Actor,
): string {
  const fields = fieldsOfAttributes(access);
  const values = Object.entries(attributes).map(([name, value]) => [
    name,
    value === null ? 'None' : `${actors(context, 'Another')}(${literal(fields.get(name)!)})`,
  ]);
  const hasRoles = access.rules.some(({ to }) => typeof to === 'object');
  const held = access.roles === 'roles' ? roles : (roles[0] ?? '');
  if (hasRoles) values.push([access.roles, literal(held)]);
  return `{${values.map(([name, value]) => `${literal(name)}: ${value}`).join(', ')}}`;
}

/** A field that each attribute is compared with. */
function fieldsOfAttributes(access: Access): ReadonlyMap<string, string> {
  const compared = access.rules
    .flatMap(({ where, check }) => [...fieldsIn(where), ...fieldsIn(check)])
    .flatMap(({ field, test }) => (test.kind === 'user' ? [[test.attribute, field] as const] : []));
  const stamps = stampsIn(access).map(({ field, attribute }) => [attribute, field] as const);
  return new Map([...compared, ...stamps]);
}

/** Writes what the rules compare each field with. */
function mentionedIn(
  context: ResourceContext,
  { rules }: Access,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { field, test } of rules.flatMap(({ where, check }) => [
    ...fieldsIn(where),
    ...fieldsIn(check),
  ])) {
    const sources =
      test.kind === 'user'
        ? [ownSource(context, test.attribute)]
        : valuesOf(test).map((value) => literal(value));
    found.set(field, new Set([...(found.get(field) ?? []), ...sources]));
  }
  return found;
}

function ownSource(context: ResourceContext, attribute: string): string {
  return `${actors(context, 'Own')}(${literal(attribute)})`;
}

function actors({ project }: ResourceContext, name: string): PythonSymbol {
  return testingSymbol(project, name, 'actors');
}
