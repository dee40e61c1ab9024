/** The text that a string literal stands for; undefined for bytes and for what is not well formed. */
export function stringValue(literal: string): string | undefined {
  const match = /^([a-zA-Z]*)("""|'''|"|')/.exec(literal);
  if (!match) return undefined;
  const [opening, prefix, quote] = match as unknown as [string, string, string];
  if (
    /b/i.test(prefix) ||
    !literal.endsWith(quote) ||
    literal.length < opening.length + quote.length
  ) {
    return undefined;
  }
  const body = literal.slice(opening.length, -quote.length);
  return /r/i.test(prefix) ? body : unescape(body);
}

const ESCAPE =
  /\\(?:(?<line>\n)|(?<octal>[0-7]{1,3})|x(?<x>[0-9a-fA-F]{2})|u(?<u>[0-9a-fA-F]{4})|U(?<U>[0-9a-fA-F]{8})|(?<one>[^]))/g;
const SINGLE: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** What the escapes in the body of a literal stand for. */
export function unescape(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replace(ESCAPE, (...args: unknown[]) => {
    const whole = args[0] as string;
    const groups = args.at(-1) as Record<string, string | undefined>;
    if (groups['line'] !== undefined) return '';
    if (groups['octal'] !== undefined) return String.fromCharCode(parseInt(groups['octal'], 8));
    const hex = groups['x'] ?? groups['u'] ?? groups['U'];
    if (hex !== undefined) {
      const code = parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    }
    return SINGLE[groups['one'] ?? ''] ?? whole;
  });
}

/** The number that a literal stands for; undefined for complex ones. */
export function numberValue(literal: string): number | undefined {
  const digits = literal.replaceAll('_', '').toLowerCase();
  if (digits.endsWith('j')) return undefined;
  const value = Number(/^0\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : digits);
  return Number.isNaN(value) ? undefined : value;
}
