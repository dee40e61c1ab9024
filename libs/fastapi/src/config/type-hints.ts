import { describeValue } from '@rowhouse/core';
import * as z from 'zod';

/** What other languages and tools call the types. */
const foreignNames: ReadonlyMap<string, string> = new Map([
  ['string', 'str'],
  ['text', 'str'],
  ['varchar', 'str'],
  ['integer', 'int'],
  ['bigint', 'int'],
  ['number', 'float'],
  ['double', 'float'],
  ['boolean', 'bool'],
  ['timestamp', 'datetime'],
  ['date-time', 'datetime'],
  ['interval', 'timedelta'],
  ['numeric', 'decimal'],
  ['object', 'json'],
  ['jsonb', 'json'],
]);

/** Adds to the refusal of a type's name which one of `types` goes by that name elsewhere. */
export function foreignNameHint<T>(types: readonly string[]): z.core.$ZodCheck<T> {
  return hintForText((found) => {
    const name = found.toLowerCase();
    const item = /^list\[(.*)\]$/.exec(name)?.[1];
    const meant = foreignNames.get(item ?? name);
    if (meant === undefined) return undefined;
    const type = item === undefined ? meant : `list[${meant}]`;
    return types.includes(type) ? `Did you mean '${type}'?` : undefined;
  });
}

/** Adds to the refusal of a text in place of a field how the field is written. */
export function bareNameHint<T>(): z.core.$ZodCheck<T> {
  return hintForText((found) => {
    const type = /^id$|_id$/.test(found) ? 'uuid' : 'str';
    return `Write { name: ${describeValue(found)}, type: '${type}' }, with the field's type.`;
  });
}

/** Gives the problem of a value that is a text, but not one that the schema takes, a hint. */
function hintForText<T>(hintOf: (found: string) => string | undefined): z.core.$ZodCheck<T> {
  return z.superRefine<T>(
    (value, context) => {
      const hint = typeof value === 'string' ? hintOf(value) : undefined;
      if (hint === undefined) return;
      for (const issue of context.issues) Object.assign(issue, { params: { hint } });
    },
    // A refinement runs on values that are sound already; this one is about those that are not.
    { when: (payload) => payload.issues.length > 0 },
  );
}
