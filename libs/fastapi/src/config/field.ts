import { fixes, text, type Problem } from '@rowhouse/core';
import * as z from 'zod';

import { constraintShape } from './constraints.js';
import { checkField } from './field-checks.js';
import { fieldName } from './field-names.js';
import { fieldTypes, type FieldType } from './field-types.js';
import {
  MAX_DEPTH,
  relationSpecs,
  writtenSpecs,
  type Relation,
  type Written,
} from '../relations/config.js';
import type { RelatedPath } from '../relations/path.js';
import { dottedPath, isClassPath, plainText } from './identifiers.js';
import { foreignTypeFix, nameAloneFix } from './likely-fixes.js';
import { isRecord, refuse, rule } from './rule.js';

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
    // Where a key does not take it, null is as if left out.
    .refine((value): boolean => value !== null)
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
export type Field = Omit<z.output<typeof shape>, 'type'> & {
  readonly type: FieldType;
  /** The related rows that it shows or counts, where it is no column. */
  readonly relation?: Relation;
  /** The related rows that a request makes or links by it, where it is no column. */
  readonly writes?: Written;
  /** What a filter compares of related rows, where it is no column. */
  readonly path?: RelatedPath;
  /** Of a parameter: the attribute of the row that it refers to, as `shop.models.Customer.id`. */
  readonly references?: string;
};

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

/** The model's facts have completed the path of a class by its key. */
function keyAlone(path: string): Problem | undefined {
  if (!isClassPath(path)) return undefined;
  return {
    code: 'unknown-reference',
    found: path,
    message: 'its key is not known, as the model was not read',
    fix: text`Write the attribute of the key, such as ${`${path}.id`}.`,
  };
}

/** The schema of a field as an object: with a type, once the model's facts have completed it. */
export const fieldObject = checkedField(shape);

/** The schema of one field: its name, or an object. What passes is an object with a type. */
export const fieldSpec = z.union([fieldObject, nameAlone]) as unknown as z.ZodType<Field>;

/** The schema of one field of a create or an update: a field, or related rows to make or to link. */
export const requestSpec = z.union([
  checkedField(shape.extend({ fields: z.never().optional(), link: z.never().optional() })),
  ...writtenSpecs(fieldSpec, fieldType),
  nameAlone,
]) as unknown as z.ZodType<Field>;

/**
 * A field that is no relation. What has the keys of one is none, so that mistakes inside a relation are not told as
 * those of a field.
 */
const noRelation = checkedField(
  shape.extend({ fields: z.never().optional(), count: z.never().optional() }),
).meta({ id: 'plain-field' });

/** The schema of one field of a response: a field, or a relation with fields of its own. */
export const responseSpec = responseField(1);

function responseField(depth: number): z.ZodType<Field> {
  const relations = depth > MAX_DEPTH ? [] : relationSpecs(responseField(depth + 1));
  const spec = z.union([noRelation, ...relations, nameAlone]);
  return spec.meta({ id: `response-field-${depth}` }) as unknown as z.ZodType<Field>;
}

/** Of an action's parameter. */
export const parameterSpec = z.union([
  checkedField(
    shape.extend({
      like: dottedPath('Article.author_id')
        .optional()
        .describe(
          'The column to copy, as `Model.attribute`. The model can be a dotted path, or a class name in this config. If it is a foreign key, the parameter refers to a row, too.',
        ),
      references: dottedPath('shop.models.Customer')
        .check(refuse(keyAlone))
        .optional()
        .describe(
          'The model of the row that the parameter refers to by its key, or one of its attributes. A missing or hidden row is a 409, before the function runs. Default: that of the foreign key of `like`.',
        ),
    }),
  ),
  parameterAlone,
]) as unknown as z.ZodType<Field>;

function checkedField(object: z.ZodObject): z.ZodType<Field> {
  const checked = object.check(rule<z.output<typeof shape>>(checkField as never) as never);
  return checkedOnce(checked as unknown as z.ZodType<Field>);
}

/**
 * Lets a schema check equal objects once: most operations of a resource list the same fields, and to check them takes
 * most of the time that a config takes. What does not pass is checked each time, for its place.
 */
function checkedOnce<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const passed = new Map<string, T>();
  const run = schema._zod.run;
  schema._zod.run = (payload, context) => {
    const { value } = payload;
    if (!isRecord(value)) return run(payload, context);
    let key = '';
    // A member that is undefined is a member.
    for (const name in value) key += `${JSON.stringify(name)}:${JSON.stringify(value[name])},`;
    const known = passed.get(key);
    if (known !== undefined) {
      payload.value = known;
      return payload as never;
    }
    const result = run(payload, context);
    if (result instanceof Promise || result.issues.length > 0) return result;
    passed.set(key, result.value as T);
    return result;
  };
  return schema;
}
