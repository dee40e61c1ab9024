import * as z from 'zod';

import { issueText } from '../config/issue-text.js';
import type { OperationEntry } from '../target/entry.js';
import type { AnyOperation } from '../target/operation.js';

const noOptions = z.strictObject({});

/** The schema of an operation's option keys. */
export function optionsSchema(operation: AnyOperation): z.ZodType {
  return operation.options ?? noOptions;
}

/** What the entries of one scope may ask for. */
export interface EntryRules {
  /** The operation that an entry asks for; undefined for an unknown name. */
  find(entry: Readonly<Record<string, unknown>>): AnyOperation | undefined;
  /**
   * When given, an unknown name is a problem of the config like any other. Without it, it becomes an
   * entry without an operation, for the engine to explain.
   */
  explain?(name: string): { readonly message: string; readonly hint?: string };
}

/** The schema of an `operations` list: names, or objects of a name and options. */
export function entriesSchema(rules: EntryRules): z.ZodType<readonly OperationEntry[]> {
  return z
    .array(entrySchema(rules))
    .transform((entries) => entries.map((entry, index) => ({ ...entry, path: [index] })))
    .superRefine((entries, context) => {
      const seen = new Map<string, number>();
      for (const [index, entry] of entries.entries()) {
        const key = JSON.stringify([entry.operation, entry.name]);
        const first = seen.get(key);
        if (first === undefined) seen.set(key, index);
        else {
          const message = `'${entry.name}' is listed twice, here and at [${first}]`;
          context.addIssue({ code: 'custom', path: [index], message });
        }
      }
    });
}

function entrySchema(rules: EntryRules): z.ZodType<OperationEntry> {
  const schema = z.transform((input: unknown, context): OperationEntry => {
    const raise = (issue: object): never => {
      context.issues.push({ input, ...issue } as (typeof context.issues)[number]);
      return z.NEVER;
    };
    const object = typeof input === 'string' ? { name: input } : input;
    if (!isObject(object)) return raise({ code: 'invalid_type', expected: 'operation entry' });
    const { name, ...rest } = object;
    if (typeof name !== 'string') {
      return raise({ code: 'invalid_type', expected: 'string', input: name, path: ['name'] });
    }
    const operation = rules.find(object);
    if (operation === undefined) {
      if (!rules.explain) return { name, operation: undefined, options: {}, path: [] };
      const { message, hint } = rules.explain(name);
      const path = typeof input === 'string' ? [] : ['name'];
      return raise({ code: 'custom', message, path, params: { hint } });
    }
    const parsed = optionsSchema(operation).safeParse(rest, { error: issueText });
    if (parsed.success) {
      return { name, operation: operation.name, options: parsed.data, path: [] };
    }
    for (const issue of parsed.error.issues) raise(issue);
    return z.NEVER;
  });
  return schema as unknown as z.ZodType<OperationEntry>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
