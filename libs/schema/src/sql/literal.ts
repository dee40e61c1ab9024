/**
 * `value` as an SQL literal. Strings are safe whatever `standard_conforming_strings` says; a negative
 * number is put in parentheses, so that no `--` comment arises.
 *
 * @throws TypeError for what PostgreSQL cannot hold: a NUL character, an invalid date, a symbol.
 */
export function sqlLiteral(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return stringLiteral(value);
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) return `'${value}'`;
      return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
    case 'bigint':
      return value < 0n ? `(${value})` : String(value);
    case 'object':
      return objectLiteral(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be used in SQL.`);
  }
}

/** `text` as an SQL string literal. */
export function stringLiteral(text: string): string {
  if (text.includes('\0')) {
    throw new TypeError(`The text ${JSON.stringify(text)} contains a NUL character.`);
  }
  const quoted = text.replaceAll("'", "''");
  return text.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}

/** `body` of a function or `DO` block, in dollar quotes that it cannot end early. */
export function dollarQuoted(body: string): string {
  let tag = '$body$';
  for (let n = 1; body.includes(tag); n++) tag = `$body${n}$`;
  return `${tag}\n${body}\n${tag}`;
}

function objectLiteral(value: object | null): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime()))
      throw new TypeError('An invalid Date cannot be used in SQL.');
    return `'${value.toISOString()}'`;
  }
  if (value instanceof Uint8Array) return `E'\\\\x${Buffer.from(value).toString('hex')}'`;
  if (Array.isArray(value)) return stringLiteral(arrayText(value));
  return stringLiteral(JSON.stringify(value));
}

/** PostgreSQL's own notation of an array: `{1,"two",NULL,{3}}`. */
function arrayText(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    if (Array.isArray(value)) return arrayText(value);
    return `"${elementText(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${elements.join(',')}}`;
}

function elementText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
