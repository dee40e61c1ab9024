import { didYouMean, text, unquoted, type ConfigPath, type Problem } from '@rowhouse/core';
import * as z from 'zod';

import type { Field, fieldList } from './field.js';
import { isOrderable, type FieldType } from './field-types.js';
import { reportDuplicates, rule, type Findings } from './rule.js';

const names = z.array(z.string()).min(1);

const filters = z.strictObject({
  fields: names.optional().describe('The fields that a filter may name. Default: all of `fields`.'),
});

const ordering = z
  .strictObject({
    fields: names.describe('The fields that a sort may name.'),
    default: z
      .string()
      .optional()
      .describe("The field that sorts when the request does not. Default: the resource's key."),
    default_dir: z.enum(['asc', 'desc']).default('asc').describe('The direction of that sort.'),
  })
  .check(
    rule(({ fields }, { report, sound }) => {
      if (!sound('fields')) return;
      const members = new Map<string, { readonly name: string; readonly index: number }>();
      fields.forEach((name, index) => {
        const member = name.toUpperCase();
        const other = members.get(member);
        if (other === undefined) members.set(member, { name, index });
        else if (other.name === name) {
          const first = ['fields', other.index];
          report(['fields', index], { ...listedTwice(name), first });
        } else {
          report(['fields', index], {
            code: 'sort-field-conflict',
            message: text`${name} and ${other.name} are both ${unquoted(member)} in the enum of sort fields`,
            fix: 'Leave one of them out.',
          });
        }
      });
    }),
  );

const pagination = z
  .strictObject({
    mode: z
      .enum(['keyset', 'offset'])
      .describe('`keyset` pages by a cursor, `offset` by a number of rows to skip.'),
    default_page_size: z
      .int()
      .min(1)
      .optional()
      .describe(
        'Rows of a page when the request names no number. Default: 20, or `max_page_size` if that is less.',
      ),
    max_page_size: z
      .int()
      .min(1)
      .max(10_000)
      .default(100)
      .describe('A greater number in a request is cut to this.'),
    cursor_field: z
      .string()
      .optional()
      .describe("The field that orders a keyset walk. Default: the resource's key."),
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
  filters: filters.optional().describe('Lets requests filter.'),
  ordering: ordering.optional().describe('Lets requests sort.'),
  pagination: pagination.optional().describe('Answers in pages.'),
};

/** The options of `list`, defaults applied. */
export type ListOptions = z.output<z.ZodObject<{ fields: typeof fieldList } & typeof listShape>>;

/** Names of fields that are not in `fields`, or cannot serve where they stand. */
export function checkListOptions(options: ListOptions, findings: Findings): void {
  if (!findings.sound('fields')) return;
  const byName = new Map(options.fields.map((field) => [field.name, field]));
  const known = (path: ConfigPath, name: string): Field | undefined => {
    const field = byName.get(name);
    if (field !== undefined) return field;
    const guess = didYouMean(name, byName.keys());
    const remedy = "Add it to 'fields', or remove it here.";
    findings.report(path, {
      code: 'unknown-field',
      message: text`${name} is not one of the operation's fields: ${[...byName.keys()]}`,
      fix: guess === undefined ? remedy : text`${guess} ${unquoted(remedy)}`,
    });
    return undefined;
  };
  if (findings.sound('filters')) {
    const filtered = options.filters?.fields ?? [];
    filtered.forEach((name, index) => known(['filters', 'fields', index], name));
    reportDuplicates(
      filtered.map((value, index) => ({ value, path: ['filters', 'fields', index] })),
      findings,
      listedTwice,
    );
  }
  if (!findings.sound('ordering')) return;
  options.ordering?.fields.forEach((name, index) => {
    const path = ['ordering', 'fields', index];
    const field = known(path, name);
    if (field !== undefined && !isOrderable(field.type)) {
      findings.report(path, unorderable(name, field.type));
    }
  });
}

/** A field that no list can be sorted by. */
export function unorderable(name: string, type: FieldType): Problem {
  const message = text`${name} is a ${unquoted(type)}, which has no order`;
  return { code: 'unorderable-field', message };
}

function listedTwice(name: string) {
  return { code: 'duplicate-value', message: text`${name} is listed twice` };
}
