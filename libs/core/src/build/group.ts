import type { BuiltOutput } from './build.js';

/** Groups outputs, in their order. */
export function groupOutputs<Key>(
  outputs: readonly BuiltOutput[],
  keyOf: (made: BuiltOutput) => Key,
): ReadonlyMap<Key, readonly BuiltOutput[]> {
  const groups = new Map<Key, BuiltOutput[]>();
  for (const made of outputs) {
    const key = keyOf(made);
    const group = groups.get(key);
    if (group) group.push(made);
    else groups.set(key, [made]);
  }
  return groups;
}
