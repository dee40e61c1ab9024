/**
 * Makes one object of all that say the same, where they hold nothing but scalars: in configs most often
 * fields of operations, which later steps then look at once. Changes the data in place.
 */
export function shareEqual(value: unknown): void {
  const known = new Map<string, object>();
  const visited = new Set<object>();
  const visit = (container: object): void => {
    if (visited.has(container)) return;
    visited.add(container);
    for (const key of Object.keys(container)) {
      const item: unknown = Reflect.get(container, key);
      if (typeof item !== 'object' || item === null) continue;
      if (!isFlat(item)) visit(item);
      else if (!visited.has(item)) Reflect.set(container, key, theOneLike(item));
    }
  };
  const theOneLike = (item: object): object => {
    const text = JSON.stringify(item);
    const one = known.get(text) ?? item;
    if (one === item) {
      known.set(text, item);
      visited.add(item);
    }
    return one;
  };
  if (typeof value === 'object' && value !== null) visit(value);
}

function isFlat(item: object): boolean {
  if (Array.isArray(item)) return false;
  return Object.values(item).every((member) => typeof member !== 'object' || member === null);
}
