import { text } from '@rowhouse/core';
import * as z from 'zod';

import type { Field } from '../config/field.js';
import { fieldName } from '../config/field-names.js';
import { dottedPath, fileName, plainText } from '../config/identifiers.js';
import { refuse, rule } from '../config/rule.js';

/** How many relations can be inside each other. */
export const MAX_DEPTH = 3;

/** The most rows that a list of related rows can have. */
const MAX_LIMIT = 1000;

const columnPairs = z.record(fieldName, fieldName);

const via = z.union([fieldName, z.array(fieldName).min(1), columnPairs]).meta({
  description:
    'The columns of the foreign key. If there is none, an object: the columns of the model to those of the related one. Default: those of the only foreign key.',
  examples: ['author_id'],
});

const way = {
  of: dottedPath('blog.models.Comment')
    .optional()
    .describe('The related model. Default: that of the relationship, or of the foreign key.'),
  via: via.optional(),
  through: z
    .union([
      dottedPath('blog.models.ArticleTag'),
      z.strictObject({
        of: dottedPath('blog.models.ArticleTag').describe('The model or the table.'),
        via: columnPairs.meta({
          description: 'The columns of the model to those of the table between.',
          examples: [{ id: 'article_id' }],
        }),
        to: columnPairs.meta({
          description: 'The columns of the table between to those of the related model.',
          examples: [{ tag_id: 'id' }],
        }),
        table: z.boolean().default(false).describe('Whether it is a `Table` and not a model.'),
      }),
    ])
    .optional()
    .describe('Many to many: the model or the `Table` between. Default: that of the relationship.'),
  many: z
    .boolean()
    .optional()
    .describe('Whether there can be several related rows. Default: as the foreign keys say.'),
  resource: fileName.optional().meta({
    description:
      'The name of the resource whose `access` decides which related rows are visible. Default: the only one with the model.',
    examples: ['customer'],
  }),
};

const source = {
  ...way,
  access: z
    .literal('open')
    .optional()
    .describe(
      "`'open'` if everyone can see the related rows. Default: the `access` of the resource.",
    ),
};

const shown = {
  name: fieldName.meta({
    description: 'The name of the relationship, and the key in JSON.',
    examples: ['author'],
  }),
  alias: plainText.optional().meta({
    description: 'The key in JSON, if it differs from the name.',
    examples: ['writtenBy'],
  }),
  description: plainText.optional().meta({
    description: 'The description in the API documentation.',
    examples: ['Who wrote the article.'],
  }),
};

function embedShape(fields: z.ZodType<readonly Field[]>) {
  return z.strictObject({
    ...shown,
    fields: fields.describe('The fields of the related rows.'),
    ...source,
    nullable: z
      .boolean()
      .default(false)
      .describe('Whether the columns of the foreign key can be NULL. Default: as in the model.'),
    order: z
      .union([z.string(), z.array(z.string()).min(1)])
      .optional()
      .meta({
        description:
          'The fields to sort a list by, with `-` in front for descending. The key comes last. Default: the key.',
        examples: ['-created_at'],
      }),
    limit: z
      .int()
      .min(1)
      .max(MAX_LIMIT)
      .optional()
      .meta({ description: 'How many rows a list has at most. Default: 20.', examples: [100] }),
    more: fieldName.optional().meta({
      description: 'The name of a boolean field that says whether there are more rows.',
      examples: ['has_more_comments'],
    }),
  });
}

const maxItems = z.int().min(1).max(MAX_LIMIT).default(100);

function nestedShape(fields: z.ZodType<readonly Field[]>) {
  // Their access is that of a resource: what it sets from the user, no request may set.
  return z
    .strictObject({
      ...shown,
      fields: fields.describe('The fields of each row. The key of the new row is set for each.'),
      ...way,
      min_items: z.int().min(0).default(0).describe('How many rows a request has at least.'),
      max_items: maxItems.describe('How many rows a request has at most.'),
    })
    .check(
      rule(({ min_items: least, max_items: most }, { report, sound }) => {
        if (!sound('min_items') || !sound('max_items') || least <= most) return;
        const expected = [text`at most max_items, ${most}`];
        report(['min_items'], { code: 'out-of-range', found: least, expected });
      }),
    );
}

function linkShape(type: z.ZodType) {
  return z.strictObject({
    ...shown,
    link: z.literal(true).describe('The field is a list of the keys of related rows.'),
    ...source,
    type: type.optional().describe('The type of the list. Default: as in the model.'),
    max_items: maxItems.describe('How many keys a request has at most.'),
  });
}

const countShape = z.strictObject({
  ...shown,
  count: z
    .union([fieldName, z.strictObject(source)])
    .describe('The relation whose visible rows are counted.'),
});

/** The related rows of a row: how they are found. */
export interface Source {
  /** The path of the related model. */
  readonly of: string;
  /** The columns of the model to those of the related one, unless a table is between. */
  readonly via: Readonly<Record<string, string>>;
  readonly through?: {
    readonly of: string;
    readonly via: Readonly<Record<string, string>>;
    readonly to: Readonly<Record<string, string>>;
    readonly table: boolean;
  };
  readonly many: boolean;
  readonly resource?: string;
  readonly access?: 'open';
}

/** A relation that an answer embeds. */
export interface Embed extends Source {
  readonly kind: 'embed';
  readonly fields: readonly Field[];
  /** Whether a column of its key can be NULL. */
  readonly nullable: boolean;
  /** The fields that a list is sorted by, the key among them. */
  readonly order: readonly string[];
  readonly limit: number;
  readonly more: string | undefined;
}

/** The number of related rows. */
export interface Count extends Source {
  readonly kind: 'count';
}

export type Relation = Embed | Count;

/** Rows that a request makes with the row that they refer to. */
export interface Nested extends Source {
  readonly kind: 'nested';
  readonly fields: readonly Field[];
  readonly min_items: number;
  readonly max_items: number;
}

/** Rows that a request links by their keys. */
export interface Link extends Source {
  readonly kind: 'link';
}

export type Written = Nested | Link;

type Embedded = z.output<ReturnType<typeof embedShape>>;

/** What is left of a relation where no model has told how it is found. */
const unresolved = z.superRefine<Partial<Record<keyof Source, unknown>>>((value, context) => {
  if (typeof value.of === 'string' && typeof value.many === 'boolean') return;
  context.addIssue({
    code: 'custom',
    path: [],
    params: {
      issue: {
        code: 'unknown-relation',
        path: [],
        message: 'the relation is not known, as the model was not read',
        fix: text`Write of: ${'blog.models.Author'}, via: {author_id: 'id'} and many: false.`,
      },
    },
  });
});

/** The schemas of relations, with the schema of a field inside. */
export function relationSpecs(field: z.ZodType<Field>) {
  const fields = z.array(field).min(1);
  return [
    embedShape(fields as never)
      .check(unresolved as never)
      .transform(embedded),
    countShape.check(refuseCount as never).transform(counted),
  ] as const;
}

const refuseCount = refuse(({ count }: z.output<typeof countShape>) =>
  typeof count === 'object' && count.of !== undefined && count.many !== undefined
    ? undefined
    : {
        code: 'unknown-relation',
        message: 'the relation is not known, as the model was not read',
        fix: text`Write count: {of: ${'blog.models.Comment'}, via: {id: 'article_id'}, many: true}.`,
      },
);

function embedded({ name, alias, description, ...rest }: Embedded): Field {
  const { fields, nullable, order = [], limit = 20, more, ...found } = rest;
  const relation: Embed = {
    kind: 'embed',
    ...(found as unknown as Source),
    fields,
    nullable,
    order: typeof order === 'string' ? [order] : order,
    limit,
    more,
  };
  return { name, alias, description, type: 'json', nullable: false, relation };
}

function counted({ name, alias, description, count }: z.output<typeof countShape>): Field {
  const relation: Count = { kind: 'count', ...(count as unknown as Source) };
  return { name, alias, description, type: 'int', nullable: false, relation };
}

/** The schemas of related rows that a request writes, with those of a field inside and of a type. */
export function writtenSpecs(field: z.ZodType<Field>, type: z.ZodType) {
  const untyped = refuse(({ type }: { readonly type?: unknown }) =>
    type === undefined
      ? {
          code: 'untyped-field',
          message: 'the type of the keys is not known, as the model was not read',
          fix: text`Write their type: ${'list[int]'}.`,
        }
      : undefined,
  );
  return [
    nestedShape(z.array(field).min(1))
      .check(unresolved as never)
      .transform(nested),
    linkShape(type)
      .check(unresolved as never, untyped as never)
      .transform(linked),
  ] as const;
}

function nested({
  name,
  alias,
  description,
  ...rest
}: z.output<ReturnType<typeof nestedShape>>): Field {
  const writes: Nested = { kind: 'nested', ...(rest as unknown as Omit<Nested, 'kind'>) };
  return { name, alias, description, type: 'json', nullable: false, writes };
}

function linked({
  name,
  alias,
  description,
  type,
  max_items: max_length,
  link: _,
  ...rest
}: z.output<ReturnType<typeof linkShape>>): Field {
  const writes: Link = { kind: 'link', ...(rest as unknown as Source) };
  const field = { name, alias, description, nullable: false, default: [], max_length, writes };
  return { ...field, type: type as Field['type'] };
}

/** The forms of a relation, for the config reference. */
export const relationForms = {
  embed: embedShape(z.array(z.never()) as never),
  count: countShape,
  nested: nestedShape(z.array(z.never()) as never),
  link: linkShape(z.string()),
};

/** Whether a field is a column of the row, or another attribute of it, and no relation. */
export function isPlain({ relation, path, writes }: Field): boolean {
  return relation === undefined && path === undefined && writes === undefined;
}

/** A field by which a request writes related rows. */
export type WrittenField = Field & { readonly writes: Written };

/** The fields by which a request writes related rows. */
export function writtenIn(fields: readonly Field[]): readonly WrittenField[] {
  return fields.filter((field): field is WrittenField => field.writes !== undefined);
}

/** A field that is a relation. */
export type RelationField = Field & { readonly relation: Relation };

/** The relations among fields. */
export function relationsIn(fields: readonly Field[]): readonly RelationField[] {
  return fields.filter((field): field is RelationField => field.relation !== undefined);
}
