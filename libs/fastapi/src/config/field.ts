import { fixes, text, unquoted, type Problem } from '@rowhouse/core';
import * as z from 'zod';

import { constraintRows, constraintShape, type ConstraintName } from './constraints.js';
import { fieldName } from './field-names.js';
import {
  fieldTypes,
  isPartOfJson,
  itemType,
  partsOfJson,
  rowOf,
  type FieldType,
} from './field-types.js';
import { dottedPath, plainText } from './identifiers.js';
import { foreignTypeFix, nameAloneFix } from './likely-fixes.js';
import { isRecord, refuse, reportDuplicates, rule, type Findings } from './rule.js';

const fieldType = z
  .enum(fieldTypes as [FieldType, ...FieldType[]])
  .describe("The type of the field. Default: the type of the model's column.")
  .register(fixes, foreignTypeFix(fieldTypes));

const shape = z.strictObject({
  name: fieldName.meta({
    description: 'The attribute of the model, and the key in JSON.',
    examples: ['title'],
  }),
  type: fieldType.optional(),
  nullable: z
    .boolean()
    .default(false)
    .describe('Whether the field can be null. Default: as in the model.'),
  timezone: z
    .boolean()
    .optional()
    .describe('Whether a `datetime` has a time zone. Default: as in the model, otherwise true.'),
  json: z
    .boolean()
    .optional()
    .describe(
      'Whether the column is JSON, which can contain values of other types. Default: as in the model, otherwise false.',
    ),
  required: z
    .boolean()
    .optional()
    .describe(
      'Whether a create or an action requires the field. Default: true, unless it is nullable or has a default, here or in the model.',
    ),
  default: z
    .unknown()
    .optional()
    .meta({
      description: 'The value in a create or an action if the request omits the field.',
      examples: ['draft', 0, null],
    }),
  description: plainText.optional().meta({
    description: 'The description in the API documentation.',
    examples: ['The title, as it is printed.'],
  }),
  example: z
    .unknown()
    .optional()
    .meta({
      description:
        'The example in the API documentation. Default: the `default`, or a value of the type.',
      examples: ['On engines'],
    }),
  ...constraintShape,
  enum: z
    .array(z.union([plainText, z.int()]))
    .min(1)
    .optional()
    .meta({
      description: 'The allowed values, for `str` and `int`.',
      examples: [['draft', 'published']],
    }),
  class: dottedPath('blog.models.Status')
    .optional()
    .describe(
      'The Python class of the values: an enum for `str` and `int`, a TypedDict or a Pydantic model for `json`. Default: the enum of the column.',
    ),
  alias: plainText.optional().meta({
    description: 'The key in JSON, if it differs from the name.',
    examples: ['publishedAt'],
  }),
});

/** One field of a request or a response, with what the model says of it, defaults applied. */
export type Field = Omit<z.output<typeof shape>, 'type'> & { readonly type: FieldType };

/** What the fields of a list are for; an action has parameters and a result. */
export type Role = 'read' | 'create' | 'update' | 'parameters' | 'result';

/** What a list of fields leaves to the model, by its schema. */
export const fieldLists = z.registry<{
  readonly role: Role;
  /** Whether the model gives the whole list where it is left out. */
  readonly fromModel?: boolean;
}>();

/** Those that the model's facts have completed are objects by now: one that is left has no type. */
const nameAlone = fieldName.check(
  refuse((name) => ({
    code: 'untyped-field',
    found: name,
    message: 'its type is not known, as the model was not read',
    ...nameAloneFix(name),
  })),
);

/** A parameter is of no column, unless it says of which. */
const parameterAlone = fieldName.check(
  refuse((name) => ({
    code: 'untyped-field',
    found: name,
    message: 'the parameter has no type',
    fix: text`Write { name: ${name}, type: ${'str'} }, or copy the type of a column: { name: ${name}, like: ${'Article.title'} }.`,
  })),
);

/** The schema of a field as an object: with a type, once the model's facts have completed it. */
export const fieldObject = checkedField(shape);

/** The schema of one field: its name, or an object. What passes is an object with a type. */
export const fieldSpec = z.union([fieldObject, nameAlone]) as unknown as z.ZodType<Field>;

/** Of an action's parameter. */
const parameterSpec = z.union([
  checkedField(
    shape.extend({
      like: dottedPath('Article.author_id')
        .optional()
        .describe(
          'The column to copy, as `Model.attribute`. The model can be a dotted path, or a class name in this config.',
        ),
    }),
  ),
  parameterAlone,
]) as unknown as z.ZodType<Field>;

function checkedField(object: z.ZodObject): z.ZodType<Field> {
  const checked = object.check(rule<z.output<typeof shape>>(checkField as never) as never);
  return checked as unknown as z.ZodType<Field>;
}

/** The schema of a `fields` option: at least one field, no two under one name or JSON key. */
export const fieldList = z
  .array(fieldSpec)
  .min(1)
  .check(rule(checkFields))
  .register(fieldLists, { role: 'read' });

/** The fields of an action's result. */
export const resultFields = z
  .array(fieldSpec)
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
    .array(fieldSpec)
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
  if (findings.sound() && areDistinct(fields, nameOf) && areDistinct(fields, jsonKey)) return;
  reportDuplicates(
    fields.map((field, index) => ({
      value: findings.sound(index, 'name') ? field.name : undefined,
      path: [index, 'name'],
      owner: [index],
    })),
    findings,
    (name) => ({ code: 'duplicate-field', message: text`a second field named ${name}` }),
  );
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

function checkField(field: Field, findings: Findings): void {
  if (!findings.sound('type')) return;
  const { type } = field as { readonly type?: FieldType };
  if (type === undefined) {
    findings.report(['type'], { code: 'missing', expected: [{ oneOf: fieldTypes }] });
    return;
  }
  for (const [key, constraint] of constraintRows) {
    const limit = field[key];
    if (limit === undefined) continue;
    if (!constraint.appliesTo(type)) {
      findings.report([key], { code: 'misfit-constraint', message: constraint.misfit(type) });
    } else if (findings.sound(key)) {
      const problem = constraint.limitProblem?.(limit, type);
      if (problem !== undefined) findings.report([key], problem);
    }
  }
  if (field.timezone !== undefined && !type.includes('datetime')) {
    findings.report(['timezone'], {
      code: 'misfit-constraint',
      message: text`only ${'datetime'} fields have a time zone, not ${type}`,
    });
  }
  if (field.json !== undefined && !isPartOfJson(type)) {
    findings.report(['json'], {
      code: 'misfit-constraint',
      message: text`it is for fields of type ${partsOfJson}, and for lists of these, not for ${type}`,
    });
  }
  checkRange(field, findings);
  checkEnum(field, findings);
  checkClass(field, findings);
  if (!findings.sound()) return;
  for (const { key, code } of valueKeys) {
    const problem = key in field ? valueProblem(field, key) : undefined;
    if (problem !== undefined) findings.report([key], { code, found: field[key], ...problem });
  }
}

/** The keys that give a value of the field, and the code of one that it would not accept. */
const valueKeys = [
  { key: 'default', code: 'invalid-default' },
  { key: 'example', code: 'invalid-example' },
] as const;

/** A least and a greatest value, or length, between which there is none. */
function checkRange(field: Field, findings: Findings): void {
  for (const [name, { excludes }] of constraintRows) {
    if (excludes === undefined || field[name] === undefined) continue;
    if (field[excludes as ConstraintName] === undefined) continue;
    findings.report([name], {
      code: 'exclusive-keys',
      message: text`${excludes} and ${name} cannot be used together`,
      fix: 'Keep one of the two.',
    });
  }
  const least = field.ge ?? field.gt;
  const greatest = field.le ?? field.lt;
  const isOpen = field.gt !== undefined || field.lt !== undefined;
  if (least !== undefined && greatest !== undefined && findings.sound()) {
    if (least > greatest || (isOpen && least === greatest)) {
      findings.report([], {
        code: 'empty-range',
        message: text`no value is between ${least} and ${greatest}`,
      });
    }
  }
  const { min_length: shortest = 0, max_length: longest = Infinity } = field;
  if (shortest > longest) {
    findings.report(['min_length'], {
      code: 'empty-range',
      found: shortest,
      expected: [text`at most max_length, ${longest}`],
    });
  }
}

function checkClass(field: Field, { report }: Findings): void {
  if (field.class === undefined || ['str', 'int', 'json'].includes(field.type)) return;
  report(['class'], {
    code: 'misfit-constraint',
    message: text`only ${'str'}, ${'int'} and ${'json'} fields have a class, not ${field.type}`,
  });
}

function checkEnum(field: Field, findings: Findings): void {
  const { type, enum: values } = field;
  if (values === undefined || !findings.sound('enum')) return;
  if (type !== 'str' && type !== 'int') {
    findings.report(['enum'], {
      code: 'misfit-constraint',
      message: text`only ${'str'} and ${'int'} fields have an enum, not ${type}`,
    });
    return;
  }
  const [kind, expected] = type === 'str' ? ['string', 'a string'] : ['number', 'a whole number'];
  values.forEach((value, index) => {
    if (typeof value === kind) return;
    findings.report(['enum', index], {
      code: 'wrong-type',
      found: value,
      expected: [text`${unquoted(expected!)}, as the field is of type ${type}`],
    });
  });
  reportDuplicates(
    values.map((value, index) => ({ value: JSON.stringify(value), path: ['enum', index] })),
    findings,
    (value) => ({ code: 'duplicate-value', message: text`${JSON.parse(value)} is listed twice` }),
  );
  for (const [key, constraint] of constraintRows) {
    if (field[key] === undefined || !constraint.appliesTo(type)) continue;
    findings.report([key], {
      code: 'redundant-constraint',
      message: text`${key} has no effect with an enum`,
      fix: 'Remove it, or the enum.',
    });
  }
}

/** What is wrong with a field's default or example, or undefined when the field itself would accept it. */
function valueProblem(
  field: Field,
  key: 'default' | 'example',
): Omit<Problem, 'code' | 'found'> | undefined {
  const found = field[key];
  if (found === null) {
    if (key === 'example') return { message: 'null is not a useful example' };
    return field.nullable ? undefined : { message: 'the field is not nullable' };
  }
  const isLocal = field.timezone === false;
  // With a zone it would be one of the type.
  const zoned = expectedForm(field.type, isLocal ? withZone(found) : found);
  const form = isLocal
    ? zoned?.replaceAll('Z"', '"').replace('with an offset', 'without an offset')
    : zoned;
  if (form !== undefined) return { expected: [form] };
  if (field.enum !== undefined && !field.enum.includes(found as string | number)) {
    return { expected: [{ oneOf: field.enum }] };
  }
  for (const [key, constraint] of constraintRows) {
    const limit = field[key];
    if (limit === undefined || constraint.accepts(found, limit)) continue;
    return { expected: [constraint.expected(limit)] };
  }
  return undefined;
}

/** Local dates and times, with an offset. */
function withZone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withZone);
  if (!isRecord(value)) return typeof value === 'string' ? `${value}Z` : value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withZone(each)]));
}

/** What a value of the type looks like in a config, when `value` does not; undefined when it does. */
function expectedForm(type: FieldType, value: unknown): string | undefined {
  const item = itemType(type);
  if (item === undefined) {
    const { form, accepts } = rowOf(type)!;
    return accepts(value) ? undefined : form;
  }
  if (!Array.isArray(value)) return 'a list';
  const form = value.map((entry) => expectedForm(item, entry)).find(Boolean);
  return form && `a list, each item ${form}`;
}
