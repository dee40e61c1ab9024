import { dottedSymbol, literal } from '@rowhouse/python';

import { constraintRows } from '../config/constraints.js';
import type { Field } from '../config/field.js';
import { valueRow } from '../config/field-types.js';
import type { Project } from '../config/project.js';
import type { ResourceContext } from '../context.js';
import { testingSymbol } from '../modules.js';
import type { RouteTests } from '../outputs/index.js';
import type { WrittenField } from '../relations/config.js';
import { attributeSymbol } from '../relations/joins.js';
import { writtenSource } from '../relations/test-fields.js';
import { typeAnnotation } from './annotations.js';
import { inJson } from './examples.js';

/** The key of a field in JSON. */
export function jsonKey({ alias, name }: Field): string {
  return alias ?? name;
}

/** What a field is when it is not sent, in JSON. */
export function jsonDefault({ type, default: value = null, writes }: Field): unknown {
  if (writes !== undefined) return [];
  return value === null ? null : inJson(type, value);
}

/**
 * The table of a resource's fields, by their keys in JSON. A field is there as a request has it, with
 * its constraints. Where operations differ in a field, the first one's stands in the table, and the
 * tests of the others bring their own.
 */
export function fieldTable(
  context: ResourceContext,
  tests: readonly RouteTests[],
): ReadonlyMap<string, string> {
  const { resource, project } = context;
  const source = (field: Field): string =>
    field.writes === undefined
      ? fieldSource(field, project)
      : writtenSource(field as WrittenField, context, (fields) =>
          tableSource(new Map(fields.map((each) => [jsonKey(each), source(each)]))),
        );
  const crud = tests.filter(({ variables }) => !('slug' in variables));
  const sent = crud.flatMap(({ accepts }) => accepts);
  const table = new Map<string, Field>();
  for (const { answers } of crud) for (const field of answers) setIfNew(table, field);
  // In the order of the answers, and with the constraints of the requests.
  const answered = new Map(table);
  for (const field of [...sent].reverse()) {
    const shown = answered.get(jsonKey(field));
    if (shown === undefined || isShownAlike(shown, field)) table.set(jsonKey(field), field);
  }
  for (const { names } of crud) for (const field of names) setIfNew(table, field);
  for (const { name, type } of resource.key) {
    const isThere = [...table.values()].some((field) => field.name === name);
    if (!isThere) setIfNew(table, { name, type, nullable: false });
  }
  const sources = new Map([...table].map(([key, field]) => [key, source(field)]));
  for (const test of tests) {
    const own = new Map<string, string>();
    for (const field of test.answers) {
      const common = table.get(jsonKey(field));
      if (common === undefined || !isShownAlike(common, field))
        own.set(jsonKey(field), source(field));
    }
    for (const field of test.accepts) {
      const ownSource = source(field);
      // Of several keys of one attribute, the operation's own one has to be known.
      const isOfOthers = [...table].some(
        ([key, { name }]) => name === field.name && key !== jsonKey(field),
      );
      if (isOfOthers || sources.get(jsonKey(field)) !== ownSource)
        own.set(jsonKey(field), ownSource);
    }
    test.ownFields = tableSource(own);
  }
  return sources;
}

function setIfNew(table: Map<string, Field>, field: Field): void {
  if (!table.has(jsonKey(field))) table.set(jsonKey(field), field);
}

function isShownAlike(one: Field, other: Field): boolean {
  return (
    one.name === other.name &&
    one.type === other.type &&
    one.nullable === other.nullable &&
    one.enum?.join('\n') === other.enum?.join('\n') &&
    one.class === other.class
  );
}

/** A dict of fields; empty where there are none. */
function tableSource(fields: ReadonlyMap<string, string>): string {
  if (fields.size === 0) return '';
  return `{${[...fields].map(([key, value]) => `${literal(key)}: ${value}`).join(', ')}}`;
}

/**
 * By model, the fields without which rows that others refer to could have values that a check of their
 * table refuses: numbers with an upper bound, and texts or numbers of a few values.
 */
export function boundedFields(
  tests: readonly RouteTests[],
  project: Project,
): ReadonlyMap<unknown, ReadonlyMap<string, string>> {
  const models = new Map<unknown, Map<string, string>>();
  for (const { answers, accepts, variables } of tests) {
    for (const field of [...answers, ...accepts]) {
      const isBounded =
        field.le !== undefined || field.lt !== undefined || field.enum !== undefined;
      if (!isBounded || field.class !== undefined) continue;
      const fields = models.get(variables['Model']) ?? new Map<string, string>();
      fields.set(field.name, `${literal(field.name)}: ${fieldSource(field, project)}`);
      models.set(variables['Model'], fields);
    }
  }
  return models;
}

function fieldSource(field: Field, project: Project): string {
  const values: string[] = [typeAnnotation(field.type, 'request', project)];
  const add = (name: string, value: unknown) => values.push(`${name}=${literal(value)}`);
  const { texts } = valueRow(field.type);
  if (texts !== undefined) add('texts', texts);
  if (field.type === 'json' && field.class !== undefined) {
    values.push(`document=${dottedSymbol(field.class)}`);
  }
  if (field.alias !== undefined) add('attribute', field.name);
  if (field.references !== undefined) {
    values.push(`refers_to=${attributeSymbol(field.references)}`);
  }
  if (field.nullable) add('nullable', true);
  if (field.enum !== undefined) add('enum', field.enum);
  for (const [key, { argument }] of constraintRows) {
    if (field[key] !== undefined) add(argument, field[key]);
  }
  return `${testingSymbol(project, 'Field')}(${values.join(', ')})`;
}
