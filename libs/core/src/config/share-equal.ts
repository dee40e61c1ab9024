type Container = Record<string, unknown>;

/**
 * Makes one object of all that say the same, where they hold nothing but scalars: in configs most often
 * fields of operations, which later steps then look at once. Changes the data in place.
 */
export function shareEqual(value: unknown): void {
  const known = new Map<string, Container>();
  const visited = new Set<Container>();
  const visit = (container: Container): void => {
    visited.add(container);
    for (const key of Object.keys(container)) {
      const item = container[key];
      if (!isContainer(item) || visited.has(item)) continue;
      if (!isFlat(item)) {
        visit(item);
        continue;
      }
      const text = JSON.stringify(item);
      const one = known.get(text);
      if (one !== undefined) container[key] = one;
      else {
        known.set(text, item);
        visited.add(item);
      }
    }
  };
  if (isContainer(value)) visit(value);
}

/** An object or a list. */
function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function isFlat(item: Container): boolean {
  return !Array.isArray(item) && !Object.values(item).some(isContainer);
}
