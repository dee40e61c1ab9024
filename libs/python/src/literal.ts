/**
 * Writes a value of a config as a Python literal: the only way that anything but a validated
 * identifier reaches generated source. `ast.literal_eval` reads back an equal value. The text is
 * ASCII, on one line, and laid out as ruff formats it.
 *
 * @throws TypeError for a value that no config holds (a function, a symbol, NaN, an infinity):
 *   a defect of the caller.
 */
export function literal(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return stringLiteral(value);
    case 'number':
      return numberLiteral(value);
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'True' : 'False';
    case 'object':
      if (value === null) return 'None';
      if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
      return `{${Object.entries(value)
        .map(([key, item]) => `${stringLiteral(key)}: ${literal(item)}`)
        .join(', ')}}`;
    default:
      throw new TypeError(`A ${typeof value} has no Python literal.`);
  }
}

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no Python literal.`);
  if (Object.is(value, -0)) return '-0.0';
  // Past 2^53 every digit counts: JavaScript would print the shortest number that is near.
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value).toString();
  return String(value).replace('e+', 'e');
}

/** Writes a number that Python is to hold as a `float`: `1` becomes `1.0`. */
export function floatLiteral(value: number): string {
  const text = literal(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A character that cannot stand in a literal as it is: anything but printable ASCII. */

const unsafe = /[^\x20-\x7e]/u;

/** Writes a string, in the quotes that ruff prefers: double ones unless single ones escape less. */
function stringLiteral(value: string): string {
  if (!/["\\]/.test(value) && !unsafe.test(value)) return `"${value}"`;
  const quote = count(value, '"') > count(value, "'") ? "'" : '"';
  let text = '';
  for (const character of value) text += escaped(character, quote);
  return quote + text + quote;
}

function count(value: string, character: string): number {
  return value.split(character).length - 1;
}

function escaped(character: string, quote: string): string {
  if (character === quote || character === '\\') return `\\${character}`;
  if (!unsafe.test(character)) return character;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
