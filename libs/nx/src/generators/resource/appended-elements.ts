import { isDeepStrictEqual } from 'node:util';

/**
 * The elements that lists of one value have at their end beyond those of another.
 *
 * @returns undefined when the values differ in any other way.
 */
export function appendedElements(before: unknown, after: unknown): readonly unknown[] | undefined {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const extra: unknown[] = after.slice(before.length);
    return collect(before, after, before.keys(), extra);
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  const keys = Object.keys(before);
  if (!isDeepStrictEqual(keys, Object.keys(after))) return undefined;
  return collect(before, after, keys, []);
}

function collect(
  before: object,
  after: object,
  keys: Iterable<string | number>,
  extra: readonly unknown[],
): readonly unknown[] | undefined {
  const found = [...extra];
  for (const key of keys) {
    const inside = appendedElements(before[key as never], after[key as never]);
    if (!inside) return undefined;
    found.push(...inside);
  }
  return found;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
