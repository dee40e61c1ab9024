import * as z from 'zod';
import { text, type Issue } from '@rowhouse/errors';

import { check, customIssue } from '../config/check.js';

import type { OperationEntry } from '../target/entry.js';
import type { AnyOperation } from '../target/operation.js';

const noOptions = z.strictObject({});

/**
 * The schema of an operation's option keys. One that says nothing of unknown keys refuses them; an
 * operation without a schema has none.
 */
export function optionsSchema({ options = noOptions }: AnyOperation): z.ZodType {
  const isSilent = options instanceof z.ZodObject && options.def.catchall === undefined;
  return isSilent ? options.strict() : options;
}

/** What the entries of one scope may ask for. */
export interface EntryRules {
  /** The operation that an entry asks for; undefined for an unknown name. */
  find(entry: Readonly<Record<string, unknown>>): AnyOperation | undefined;
  /**
   * When given, an unknown name is a problem of the config like any other. Without it, it becomes an
   * entry without an operation, for the engine to explain.
   */
  explain?(name: string): Issue;
}

/** The schema of an `operations` list: names, or objects of a name and options. */
export function entriesSchema(rules: EntryRules): z.ZodType<readonly OperationEntry[]> {
  return z
    .array(entrySchema(rules))
    .transform((entries) => entries.map((entry, index) => ({ ...entry, path: [index] })))
    .superRefine((entries, context) => {
      const seen = new Map<string, number>();
      for (const [index, { operation, name }] of entries.entries()) {
        const key = JSON.stringify([operation, name]);
        const first = seen.get(key);
        if (first === undefined) seen.set(key, index);
        else {
          const message = text`${name} is listed twice`;
          const issue = { code: 'duplicate-entry', path: [index], message, first: [first] };
          context.addIssue(customIssue(issue));
        }
      }
    });
}

function entrySchema(rules: EntryRules): z.ZodType<OperationEntry> {
  const schema = z.transform((input: unknown, context): OperationEntry => {
    const raise = (...issues: readonly Issue[]): never => {
      for (const issue of issues) context.issues.push({ input, ...customIssue(issue) });
      return z.NEVER;
    };
    const object = typeof input === 'string' ? { name: input } : input;
    if (!isObject(object)) {
      const expected = ["an operation's name, or an object with its 'name' and options"];
      return raise({ code: 'wrong-type', found: input, expected });
    }
    const { name, ...rest } = object;
    if (typeof name !== 'string') {
      const expected = [{ type: 'string' }];
      return raise(
        name === undefined
          ? { code: 'missing', path: ['name'], expected }
          : { code: 'wrong-type', path: ['name'], found: name, expected },
      );
    }
    // Of a broken entry, what other parts of the config say of it by its name is still checked.
    const named: OperationEntry = { name, operation: undefined, options: {}, path: [] };
    const operation = rules.find(object);
    if (operation === undefined) {
      if (!rules.explain) return named;
      raise({ ...rules.explain(name), path: typeof input === 'string' ? [] : ['name'] });
      return named;
    }
    const checked = check(optionsSchema(operation), rest);
    if (checked.issues) {
      raise(...checked.issues);
      return named;
    }
    return { name, operation: operation.name, options: checked.value, path: [] };
  });
  return schema as unknown as z.ZodType<OperationEntry>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
