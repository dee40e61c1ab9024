import { text } from '@rowhouse/core';
import * as z from 'zod';

import { parameterSpec, requestSpec, responseSpec, type Field } from './field.js';
import { reportDuplicates, rule, type Findings } from './rule.js';

/** What the fields of a list are for; an action has parameters and a result. */
export type Role = 'read' | 'create' | 'update' | 'parameters' | 'result';

/** What a list of fields leaves to the model, by its schema. */
export const fieldLists = z.registry<{
  readonly role: Role;
  /** Whether the model gives the whole list where it is left out. */
  readonly fromModel?: boolean;
}>();

/** The schema of a `fields` option: at least one field, no two under one name or JSON key. */
export const fieldList = z
  .array(responseSpec)
  .min(1)
  .check(rule(checkFields))
  .register(fieldLists, { role: 'read' });

/** The fields of an action's result. */
export const resultFields = z
  .array(responseSpec)
  .min(1)
  .check(rule(checkFields))
  .register(fieldLists, { role: 'result' });

/** An action's `params`, which may be empty. */
export const parameterList = z
  .array(parameterSpec)
  .check(rule(checkFields))
  .register(fieldLists, { role: 'parameters' });

/**
 * The options of an operation that has `fields`. Where a config leaves them out, they come from the
 * model before this schema sees it, as do the parts of each field.
 */
export function optionsWithFields<Shape extends z.core.$ZodLooseShape>(
  role: Role,
  description: string,
  shape: Shape,
) {
  const fields = z
    .array(role === 'read' ? responseSpec : requestSpec)
    .min(1)
    .check(rule(checkFields))
    .optional()
    .describe(`${description} Default: those of the model.`)
    .register(fieldLists, { role, fromModel: true });
  const options = z.strictObject({ fields, ...shape }).check(rule(requireFields as never));
  return options as unknown as z.ZodObject<{ fields: typeof fieldList } & Shape, z.core.$strict>;
}

function requireFields({ fields }: { readonly fields?: unknown }, findings: Findings): void {
  if (fields !== undefined || !findings.sound('fields')) return;
  findings.report(['fields'], { code: 'missing', expected: [{ type: 'array' }] });
}

/** The key of a field in JSON. */
function jsonKey(field: Field): string {
  return field.alias ?? field.name;
}

function checkFields(fields: readonly Field[], findings: Findings): void {
  // There are many lists, and next to none has a field twice.
  const isPlain = !fields.some((field) => field?.relation !== undefined);
  if (findings.sound() && isPlain && areDistinct(fields, nameOf) && areDistinct(fields, jsonKey))
    return;
  reportDuplicates(
    fields.map((field, index) => ({
      value: findings.sound(index, 'name') ? field.name : undefined,
      path: [index, 'name'],
      owner: [index],
    })),
    findings,
    (name) => ({ code: 'duplicate-field', message: text`a second field named ${name}` }),
  );
  fields.forEach((field, index) => {
    const { relation } = field ?? {};
    if (relation?.kind !== 'embed' || relation.more === undefined) return;
    const { more } = relation;
    const others = fields.filter((each) => findings.sound(fields.indexOf(each)));
    if (!others.some((each) => each.name === more || jsonKey(each) === more)) return;
    const message = text`a second field named ${more}`;
    findings.report([index, 'more'], { code: 'duplicate-field', message });
  });
  const names = new Set<string>();
  reportDuplicates(
    fields.map((field, index) => {
      // Two fields of one name are reported already.
      const isFirst = findings.sound(index) && !names.has(field.name);
      if (isFirst) names.add(field.name);
      return {
        value: isFirst ? jsonKey(field) : undefined,
        path: [index, field?.alias ? 'alias' : 'name'],
        owner: [index],
      };
    }),
    findings,
    (key) => ({
      code: 'duplicate-json-key',
      message: text`a second field with the JSON key ${key}`,
    }),
  );
}

function nameOf({ name }: Field): string {
  return name;
}

function areDistinct(fields: readonly Field[], key: (field: Field) => string): boolean {
  return new Set(fields.map(key)).size === fields.length;
}
