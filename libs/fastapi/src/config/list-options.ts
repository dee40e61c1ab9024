import { didYouMean, text, unquoted, type Problem } from '@rowhouse/core';
import * as z from 'zod';

import { isPlain } from '../relations/config.js';
import { roleName } from './access.js';
import { column, columnsIn, type NamedColumn } from './column.js';
import type { fieldList } from './field-list.js';
import type { Field } from './field.js';
import { isOrderable } from './field-types.js';
import { reportDuplicates, rule, type Findings } from './rule.js';

/** The name of a column. */
export function nameOf(column: string | Field): string {
  return typeof column === 'string' ? column : column.name;
}

/** The name of a column in the enum of sort fields. */
export function sortMember(name: string): string {
  return name.replaceAll('.', '_').toUpperCase();
}

const filters = z.strictObject({
  fields: z
    .array(column({ path: true }))
    .min(1)
    .optional()
    .describe(
      'The fields that requests can filter by, and paths to those of related rows, such as `customer.name`. Default: all `fields`. A field that is not in `fields` needs a type.',
    ),
});

const ordering = z
  .strictObject({
    fields: z
      .array(column({ orderable: true, path: true }))
      .min(1)
      .describe(
        'The fields that requests can sort by, counts of the list, and paths to a field of one related row, such as `customer.name`. A field that is not in `fields` needs a type.',
      ),
    default: column({ orderable: true, path: true, key: true })
      .optional()
      .describe(
        'The field to sort by if the request does not sort. Default: the key of the resource.',
      ),
    default_dir: z
      .enum(['asc', 'desc'])
      .default('asc')
      .describe('The direction of the default sort.'),
  })
  .check(
    rule(({ fields }, { report, sound }) => {
      if (!sound('fields')) return;
      const members = new Map<string, { readonly name: string; readonly index: number }>();
      fields.map(nameOf).forEach((name, index) => {
        const member = sortMember(name);
        const other = members.get(member);
        if (other === undefined) members.set(member, { name, index });
        else if (other.name === name) {
          const first = ['fields', other.index];
          report(['fields', index], { ...listedTwice(name), first });
        } else {
          report(['fields', index], {
            code: 'sort-field-conflict',
            message: text`${name} and ${other.name} both become ${unquoted(member)} in the enum of sort fields`,
            fix: 'Remove one of them.',
          });
        }
      });
    }),
  );

const pagination = z
  .strictObject({
    mode: z
      .enum(['keyset', 'offset'])
      .describe('`keyset` uses a cursor, `offset` a number of rows to skip.'),
    default_page_size: z
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          'The page size if the request does not set one. Default: 20, or `max_page_size` if that is less.',
        examples: [20],
      }),
    max_page_size: z
      .int()
      .min(1)
      .max(10_000)
      .default(100)
      .describe('The largest page size. Larger values in requests are reduced to it.'),
    cursor_field: column({ orderable: true, key: true })
      .optional()
      .describe('The field that the cursor is based on. Default: the key of the resource.'),
  })
  .check(
    rule((value, { report, sound }) => {
      if (!sound()) return;
      const { default_page_size: size = 0, max_page_size: most } = value;
      if (size > most) {
        report(['default_page_size'], {
          code: 'out-of-range',
          found: size,
          expected: [text`at most max_page_size, ${most}`],
        });
      }
      if (value.mode === 'offset' && value.cursor_field !== undefined) {
        report(['cursor_field'], {
          code: 'unused-cursor',
          message: 'offset pages have no cursor',
          fix: "Remove it, or use mode 'keyset'.",
        });
      }
    }),
  )
  .transform(({ default_page_size: size, ...rest }) => ({
    ...rest,
    default_page_size: size ?? Math.min(20, rest.max_page_size),
  }));

/** The option keys of `list`, but for `fields`; those that every operation has are added by the operation. */
export const listShape = {
  filters: filters.optional().describe('Allows requests to filter.'),
  ordering: ordering.optional().describe('Allows requests to sort.'),
  pagination: pagination.optional().describe('Splits the result into pages.'),
  include_deleted: z
    .strictObject({ role: roleName })
    .optional()
    .describe(
      'Allows users with a role to list the rows of a soft delete, too: `{"include_deleted": true}`.',
    ),
};

/** The options of `list`, defaults applied. */
export type ListOptions = z.output<z.ZodObject<{ fields: typeof fieldList } & typeof listShape>>;

const listSchema = z.object(listShape);

/** Every column of a list by its name: its fields, and those that it has a type for elsewhere. */
export function columnsOf({ fields, ...options }: ListOptions): ReadonlyMap<string, Field> {
  const found = new Map(fields.filter(isPlain).map((field) => [field.name, field]));
  for (const { column } of namedColumns(options)) {
    if (typeof column !== 'string' && !found.has(column.name)) found.set(column.name, column);
  }
  return found;
}

function namedColumns(options: Omit<ListOptions, 'fields'>) {
  return columnsIn(options, listSchema) as readonly NamedColumn<string | Field>[];
}

/** The columns of a list that it filters or sorts by without showing them. */
export function hiddenColumns(options: ListOptions): readonly Field[] {
  const shown = new Set(options.fields.map(({ name }) => name));
  return [...columnsOf(options).values()].filter(
    (field) => isPlain(field) && !shown.has(field.name),
  );
}

/** Names of columns of which nothing is known, or that cannot serve where they stand. */
export function checkListOptions(options: ListOptions, findings: Findings): void {
  if (!findings.sound('fields')) return;
  const filtered = options.filters?.fields;
  if (filtered && findings.sound('filters')) {
    const values = filtered.map((column, index) => ({
      value: nameOf(column),
      path: ['filters', 'fields', index],
    }));
    reportDuplicates(values, findings, listedTwice);
  }
  const isWhole = Object.keys(listShape).every((part) => findings.sound(part));
  checkColumns(columnsOf(isWhole ? options : { fields: options.fields }), options, findings);
}

/**
 * Reports the columns that a list names and does not know, or cannot sort by.
 *
 * @param key the columns of the resource's key, to check the places where it may stand; without, the others.
 */
export function checkColumns(
  byName: ReadonlyMap<string, Field>,
  options: ListOptions,
  findings: Findings,
  key?: readonly string[],
): void {
  for (const { column, path, use } of namedColumns(options)) {
    if ((use.key ?? false) !== (key !== undefined) || !findings.sound(path[0]!)) continue;
    const name = nameOf(column);
    if (key?.includes(name)) continue;
    const field = byName.get(name);
    if (field === undefined) {
      const known = new Set([...byName.keys(), ...(key ?? [])]);
      const what = `one of the operation's fields${key ? ', or the key' : ''}`;
      findings.report(path, unknownColumn(name, known, what));
    } else if (typeof column !== 'string' && column.type !== field.type) {
      findings.report([...path, 'type'], {
        code: 'conflicting-type',
        found: column.type,
        expected: [text`${field.type}, as elsewhere in this list`],
      });
    } else if (use.orderable && !isOrderable(field)) findings.report(path, unorderable(field));
  }
}

/** A column of which nothing is known. */
function unknownColumn(name: string, known: Iterable<string>, what: string): Problem {
  const names = [...known];
  const guess = didYouMean(name, names);
  const type = /^id$|_id$/.test(name) ? 'uuid' : 'str';
  const remedy = text`Add it to 'fields', or write { name: ${name}, type: ${type} } to name it without showing it.`;
  return {
    code: 'unknown-field',
    message: text`${name} is not ${unquoted(what)}: ${names}`,
    fix: guess === undefined ? remedy : text`${guess} ${remedy}`,
  };
}

/** A field that no list can be sorted by. */
function unorderable({ name, type, json }: Field): Problem {
  const what = json ? 'part of JSON' : `a ${type}`;
  const message = text`${name} is ${unquoted(what)}, which has no order`;
  return { code: 'unorderable-field', message };
}

function listedTwice(name: string) {
  return { code: 'duplicate-value', message: text`${name} is listed twice` };
}
