import { compare, equals } from '../runtime/compare.js';
import { tick } from '../runtime/budget.js';
import type { Slot, Value } from '../runtime/value.js';
import { ArrayValue } from '../runtime/value.js';
import { keyFunction } from './arrays.js';
import { any, array, builtin, sequence } from './builtin.js';
import { elements } from './strings.js';

interface Keyed {
  readonly item: Slot;
  readonly key: Value;
}

/** Sorting, and sets: sorted arrays without duplicates. */
export const sets = [
  builtin('sort', [sequence('arr'), any('keyF', null)], (over, key) =>
    unkeyed(sort('sort', over, key)),
  ),
  builtin('uniq', [sequence('arr'), any('keyF', null)], (over, key) =>
    unkeyed(uniq(keyed('uniq', over, key))),
  ),
  builtin('set', [sequence('arr'), any('keyF', null)], (over, key) =>
    unkeyed(uniq(sort('set', over, key))),
  ),
  builtin('setMember', [any('x'), array('arr'), any('keyF', null)], (x, over, key) => {
    const keyOf = keyFunction('setMember', key);
    const sought = keyOf(x);
    let [low, high] = [0, over.length];
    while (low < high) {
      tick(1);
      const middle = (low + high) >> 1;
      const order = compare(keyOf(over.items[middle]!), sought);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }),
  builtin('setUnion', [sequence('a'), sequence('b'), any('keyF', null)], (a, b, key) =>
    merge(keyed('setUnion', a, key), keyed('setUnion', b, key), {
      left: true,
      both: true,
      right: true,
    }),
  ),
  builtin('setInter', [sequence('a'), sequence('b'), any('keyF', null)], (a, b, key) =>
    merge(keyed('setInter', a, key), keyed('setInter', b, key), {
      left: false,
      both: true,
      right: false,
    }),
  ),
  builtin('setDiff', [sequence('a'), sequence('b'), any('keyF', null)], (a, b, key) =>
    merge(keyed('setDiff', a, key), keyed('setDiff', b, key), {
      left: true,
      both: false,
      right: false,
    }),
  ),
];

function keyed(name: string, over: ArrayValue | string, key: Value): Keyed[] {
  const keyOf = keyFunction(name, key);
  const items = elements(over);
  tick(items.length);
  return items.map((item) => ({ item, key: keyOf(item) }));
}

function unkeyed(items: readonly Keyed[]): ArrayValue {
  return new ArrayValue(items.map(({ item }) => item));
}

function sort(name: string, over: ArrayValue | string, key: Value): Keyed[] {
  const items = keyed(name, over, key);
  tick(items.length * Math.ceil(Math.log2(items.length + 1)));
  return items.sort((a, b) => compare(a.key, b.key));
}

function uniq(items: readonly Keyed[]): Keyed[] {
  const kept: Keyed[] = [];
  for (const item of items) {
    const last = kept.at(-1);
    if (!last || !equals(last.key, item.key)) kept.push(item);
  }
  return kept;
}

/** Walks two sets in step; of elements in both, the left one is taken. */
function merge(
  left: readonly Keyed[],
  right: readonly Keyed[],
  take: { left: boolean; both: boolean; right: boolean },
): ArrayValue {
  const items: Slot[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const order = compare(left[i]!.key, right[j]!.key);
    if (order < 0 ? take.left : order === 0 && take.both) items.push(left[i]!.item);
    if (order > 0 && take.right) items.push(right[j]!.item);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  if (take.left) for (; i < left.length; i++) items.push(left[i]!.item);
  if (take.right) for (; j < right.length; j++) items.push(right[j]!.item);
  return new ArrayValue(items);
}
