import { describeValue } from '@rowhouse/core';
import * as z from 'zod';

import { defaultProblem } from './field-default.js';
import { fieldName } from './field-names.js';
import { fieldTypes, isNumeric, isText, itemType, type FieldType } from './field-types.js';
import { patternProblem } from './pattern.js';
import { parsedOnce } from './once.js';
import { reportDuplicates, rule, type Findings } from './rule.js';
import { bareNameHint, foreignNameHint } from './type-hints.js';
import { plainText } from './words.js';

const textConstraints = ['min_length', 'max_length', 'pattern'] as const;
const numberConstraints = ['ge', 'gt', 'le', 'lt'] as const;

const length = z.int().min(0);

const shape = z
  .strictObject({
    name: fieldName.describe("The attribute of the model, and the field's JSON key."),
    type: z
      .enum(fieldTypes as [FieldType, ...FieldType[]])
      .check(foreignNameHint(fieldTypes))
      .describe("The type of the field's value."),
    nullable: z.boolean().default(false).describe('Whether null is a value of the field.'),
    default: z
      .unknown()
      .optional()
      .describe('What a create or an action takes when the field is not sent.'),
    description: plainText.optional().describe('What the API documentation says about it.'),
    min_length: length.optional().describe('Fewest characters, bytes or items.'),
    max_length: length.optional().describe('Most characters, bytes or items.'),
    pattern: z
      .string()
      .min(1)
      .optional()
      .describe('A regular expression that occurs in the text; anchor it with ^ and $.'),
    ge: z.number().optional().describe('The least value.'),
    gt: z.number().optional().describe('The value must be greater.'),
    le: z.number().optional().describe('The greatest value.'),
    lt: z.number().optional().describe('The value must be less.'),
    enum: z
      .array(z.union([plainText, z.int()]))
      .min(1)
      .optional()
      .describe('The only values; for `str` and `int`.'),
    alias: plainText.optional().describe('The JSON key, where it is not the name.'),
  })
  .check(bareNameHint(), rule(checkField));

/** One field of a request or a response, as the config writes it, defaults applied. */
export type Field = z.output<typeof shape>;

/** The schema of one field. */
export const fieldSpec: z.ZodType<Field> = parsedOnce(shape);

/** The schema of a `fields` option: at least one field, no two under one name or JSON key. */
export const fieldList = z.array(fieldSpec).min(1).check(rule(checkFields));

/** A `fields` option that may be empty, as an action's `params`. */
export const optionalFieldList = z.array(fieldSpec).check(rule(checkFields));

/** The key of a field in JSON. */
export function jsonKey(field: Field): string {
  return field.alias ?? field.name;
}

/** Whether a request may leave the field out. */
export function isOmittable(field: Field): boolean {
  return field.nullable || 'default' in field;
}

function checkFields(fields: readonly Field[], findings: Findings): void {
  if (findings.sound() && areDistinct(fields, nameOf) && areDistinct(fields, jsonKey)) return;
  reportDuplicates(
    fields.map((field, index) => [
      findings.sound(index, 'name') ? field.name : undefined,
      [index, 'name'],
    ]),
    findings,
    (name, first) => `a second field named '${name}': the first is [${String(first[0])}]`,
  );
  const names = new Set<string>();
  reportDuplicates(
    fields.map((field, index) => {
      // Two fields of one name are reported already.
      const fresh = findings.sound(index) && !names.has(field.name);
      if (fresh) names.add(field.name);
      return [fresh ? jsonKey(field) : undefined, [index, field?.alias ? 'alias' : 'name']];
    }),
    findings,
    (key, first) => `a second field with the JSON key '${key}': the first is [${String(first[0])}]`,
  );
}

function nameOf({ name }: Field): string {
  return name;
}

function areDistinct(fields: readonly Field[], key: (field: Field) => string): boolean {
  return new Set(fields.map(key)).size === fields.length;
}

function checkField(field: Field, findings: Findings): void {
  if (!findings.sound('type')) return;
  const { type } = field;
  for (const key of ['min_length', 'max_length'] as const) {
    if (field[key] !== undefined && !isText(type) && type !== 'bytes' && !itemType(type)) {
      findings.report([key], `a field of type '${type}' has no length`);
    }
  }
  for (const key of numberConstraints) {
    if (field[key] === undefined) continue;
    if (!isNumeric(type)) findings.report([key], `only numbers are bounded, not '${type}'`);
    else if (type === 'int' && findings.sound(key) && !Number.isInteger(field[key])) {
      findings.report(
        [key],
        `found ${field[key]}, expected a whole number, as the field is an int`,
      );
    }
  }
  checkBounds(field, findings);
  checkPattern(field, findings);
  checkEnum(field, findings);
  if (!findings.sound() || !('default' in field)) return;
  const problem = defaultProblem(field);
  if (problem !== undefined) findings.report(['default'], problem);
}

function checkBounds(field: Field, findings: Findings): void {
  for (const [one, other] of [
    ['ge', 'gt'],
    ['le', 'lt'],
  ] as const) {
    if (field[one] !== undefined && field[other] !== undefined) {
      findings.report(
        [other],
        `'${one}' and '${other}' exclude each other`,
        `Keep one of the two.`,
      );
    }
  }
  const least = field.ge ?? field.gt;
  const greatest = field.le ?? field.lt;
  const strict = field.gt !== undefined || field.lt !== undefined;
  if (least !== undefined && greatest !== undefined && findings.sound()) {
    if (least > greatest || (strict && least === greatest)) {
      findings.report([], `no value is between ${least} and ${greatest}`);
    }
  }
  if ((field.min_length ?? 0) > (field.max_length ?? Infinity)) {
    findings.report(
      ['min_length'],
      `found ${field.min_length}, expected at most max_length, ${field.max_length}`,
    );
  }
}

function checkPattern(field: Field, findings: Findings): void {
  if (field.pattern === undefined || !findings.sound('pattern')) return;
  if (field.type !== 'str') {
    findings.report(['pattern'], `only 'str' fields have a pattern, not '${field.type}'`);
    return;
  }
  const problem = patternProblem(field.pattern);
  if (problem !== undefined) findings.report(['pattern'], problem);
}

function checkEnum(field: Field, findings: Findings): void {
  if (field.enum === undefined || !findings.sound('enum')) return;
  if (field.type !== 'str' && field.type !== 'int') {
    findings.report(['enum'], `only 'str' and 'int' fields have an enum, not '${field.type}'`);
    return;
  }
  const expected = field.type === 'str' ? 'string' : 'number';
  field.enum.forEach((value, index) => {
    if (typeof value !== expected) {
      findings.report(
        ['enum', index],
        `found ${describeValue(value)}, expected ${field.type === 'str' ? 'a string' : 'a whole number'}, as the field is of type '${field.type}'`,
      );
    }
  });
  reportDuplicates(
    field.enum.map((value, index) => [JSON.stringify(value), ['enum', index]]),
    findings,
    (value) => `${value} is listed twice`,
  );
  const idle = field.type === 'str' ? textConstraints : numberConstraints;
  for (const key of idle) {
    if (field[key] === undefined) continue;
    findings.report([key], `'${key}' adds nothing to an enum`, 'Remove it, or the enum.');
  }
}
