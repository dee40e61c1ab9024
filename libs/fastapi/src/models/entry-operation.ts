import type { AnyOperation, Surroundings } from '@rowhouse/core';

import type { EffectiveEntry } from '../config/effective.js';
import { isRecord } from '../config/rule.js';
import type { Role } from '../config/field-list.js';
import { fieldListsOf } from './field-lists.js';

/** An entry of `operations` as an object, and the operation that it names, if that is known. */
export interface NamedEntry {
  /** As the config writes it. */
  readonly said: unknown;
  readonly object: Readonly<Record<string, unknown>>;
  readonly operation: AnyOperation | undefined;
}

/** An entry of a resource, and where it is told of. */
export type WrittenEntry = EffectiveEntry<NamedEntry>;

/** Reads an entry: a name alone is an object with nothing else, and what is neither has no operation. */
export function namedEntry(
  said: unknown,
  { operations }: Pick<Surroundings, 'operations'>,
): NamedEntry {
  const object = typeof said === 'string' ? { name: said } : isRecord(said) ? said : {};
  return { said, object, operation: operations.find('resource', object) };
}

/** An entry with other options. */
export function withOptions<Entry extends NamedEntry>(
  entry: Entry,
  changed: Readonly<Record<string, unknown>>,
): Entry {
  if (Object.keys(changed).length === 0) return entry;
  const object = { ...entry.object, ...changed };
  return { ...entry, said: object, object };
}

/** A list of fields of an entry. */
export interface WrittenList {
  readonly key: string;
  readonly role: Role;
  /** Undefined where the entry has none, or something else. */
  readonly fields: readonly unknown[] | undefined;
  /** Whether the whole list is left to the model. */
  readonly isLeft: boolean;
}

/** The lists of fields that an entry may have. */
export function listsIn({ object, operation }: NamedEntry): readonly WrittenList[] {
  return fieldListsOf(operation).map(([key, { role, fromModel = false }]) => {
    const said = object[key] ?? undefined;
    return {
      key,
      role,
      fields: Array.isArray(said) ? said : undefined,
      isLeft: fromModel && said === undefined,
    };
  });
}

/** What a field of a list is called, or a column; undefined for what is none. */
export function nameOf(field: unknown): string | undefined {
  const name = isRecord(field) ? field['name'] : field;
  return typeof name === 'string' ? name : undefined;
}
