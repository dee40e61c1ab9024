import type { AnyOperation, Surroundings } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';

/** An entry of `operations` as an object, and the operation that it names, if that is known. */
export interface NamedEntry {
  readonly object: Readonly<Record<string, unknown>>;
  readonly operation: AnyOperation | undefined;
}

/** Reads an entry: a name alone is an object with nothing else. Undefined for what is neither. */
export function namedEntry(
  entry: unknown,
  { operations }: Pick<Surroundings, 'operations'>,
): NamedEntry | undefined {
  const object = typeof entry === 'string' ? { name: entry } : entry;
  return isRecord(object) ? { object, operation: operations.find('resource', object) } : undefined;
}
