/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The first of many names, and how many more there are. */
export function shortened(names: readonly string[]): readonly string[] {
  return names.length <= 5 ? names : [...names.slice(0, 3), `${names.length - 3} more`];
}
