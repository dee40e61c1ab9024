/** A name as SQL writes it, whatever its letters. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A value as SQL writes it. */
export function literal(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const quoted = `'${value.replaceAll("'", "''")}'`;
  // Whatever standard_conforming_strings says, a backslash is one here.
  return value.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
