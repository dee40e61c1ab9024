import * as z from 'zod';

import { fieldList, type Field } from './field.js';
import { isOrderable } from './field-types.js';
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
      .describe("The field that sorts when the request does not. Default: the resource's `pk`."),
    default_dir: z.enum(['asc', 'desc']).default('asc').describe('The direction of that sort.'),
  })
  .check(
    rule(({ fields }, { report, sound }) => {
      if (!sound('fields')) return;
      const members = new Map<string, string>();
      fields.forEach((name, index) => {
        const other = members.get(name.toUpperCase());
        if (other === undefined) members.set(name.toUpperCase(), name);
        else if (other === name) report(['fields', index], `'${name}' is listed twice`);
        else {
          report(
            ['fields', index],
            `'${name}' and '${other}' are both ${name.toUpperCase()} in the enum of sort fields`,
            'Leave one of them out.',
          );
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
      .describe("The field that orders a keyset walk. Default: the resource's `pk`."),
  })
  .check(
    rule((value, { report, sound }) => {
      if (!sound()) return;
      const { default_page_size: size = 0, max_page_size: most } = value;
      if (size > most) {
        report(['default_page_size'], `found ${size}, expected at most max_page_size, ${most}`);
      }
      if (value.mode === 'offset' && value.cursor_field !== undefined) {
        report(['cursor_field'], 'offset pages have no cursor', "Remove it, or use mode 'keyset'.");
      }
    }),
  )
  .transform(({ default_page_size: size, ...rest }) => ({
    ...rest,
    default_page_size: size ?? Math.min(20, rest.max_page_size),
  }));

/** The option keys of `list`; those that every operation has are added by the operation. */
export const listShape = {
  fields: fieldList.describe('The fields of each item.'),
  filters: filters.optional().describe('Lets requests filter.'),
  ordering: ordering.optional().describe('Lets requests sort.'),
  pagination: pagination.optional().describe('Answers in pages.'),
};

/** The options of `list`, defaults applied. */
export type ListOptions = z.output<z.ZodObject<typeof listShape>>;

/** Names of fields that are not in `fields`, or cannot serve where they stand. */
export function checkListOptions(options: ListOptions, findings: Findings): void {
  if (!findings.sound('fields')) return;
  const byName = new Map(options.fields.map((field) => [field.name, field]));
  const known = (path: readonly (string | number)[], name: string): Field | undefined => {
    const field = byName.get(name);
    if (field === undefined) {
      findings.report(
        path,
        `'${name}' is not one of the operation's fields: ${[...byName.keys()].join(', ')}`,
        `Add it to 'fields', or remove it here.`,
      );
    }
    return field;
  };
  const orderable = (path: readonly (string | number)[], name: string) => {
    const field = known(path, name);
    if (field !== undefined && !isOrderable(field.type)) {
      findings.report(path, `'${name}' is a ${field.type}, which has no order`);
    }
  };
  if (findings.sound('filters')) {
    options.filters?.fields?.forEach((name, index) => known(['filters', 'fields', index], name));
    reportDuplicates(
      options.filters?.fields?.map((name, index) => [name, ['filters', 'fields', index]]) ?? [],
      findings,
      (name) => `'${name}' is listed twice`,
    );
  }
  if (!findings.sound('ordering')) return;
  options.ordering?.fields.forEach((name, index) => {
    orderable(['ordering', 'fields', index], name);
  });
}
