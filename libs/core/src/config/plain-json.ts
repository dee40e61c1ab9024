/** Nested deeper than any config is, and less than what a walk by calls can do. */
const maxDepth = 100;

/**
 * Makes of parsed JSON what the evaluator would, which remembers where everything stands and takes many
 * times as long.
 *
 * @param parsed what `JSON.parse` gives for `text`.
 * @returns the value, fields in the order of their names; undefined for a text that is better left to
 *   the evaluator, because it may have something to say of it: a key that is given twice, a number that
 *   is too large, a text that goes very deep or has keys out of the ordinary.
 */
export function plainJson(parsed: unknown, text: string): { readonly value: unknown } | undefined {
  const found = { members: 0, isPlain: true };
  const value = ordered(parsed, found, 0);
  return found.isPlain && found.members === countColons(text) ? { value } : undefined;
}

interface Found {
  members: number;
  isPlain: boolean;
}

function ordered(value: unknown, found: Found, depth: number): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) found.isPlain = false;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) {
    found.isPlain = false;
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => ordered(item, found, depth + 1));
  const entries = Object.entries(value);
  found.members += entries.length;
  const result: Record<string, unknown> = {};
  for (const [name, item] of entries.sort(byName)) {
    // The evaluator orders names by code points, and `sort` by UTF-16 code units.
    if (name === '__proto__' || /[\ud800-\udfff]/.test(name)) found.isPlain = false;
    else result[name] = ordered(item, found, depth + 1);
  }
  return result;
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

/** The colons outside strings: one for each member, also for those that a later one replaced. */
function countColons(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ':') count++;
  }
  return count;
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
