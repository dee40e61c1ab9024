/** A piece of Jsonnet text that carries meaning: space and comments are left out. */
export interface Token {
  readonly kind: 'name' | 'string' | 'text-block' | 'number' | 'symbol';
  /** As written, quotes included. */
  readonly text: string;
  /** UTF-16 offset of its first character. */
  readonly start: number;
  /** UTF-16 offset after its last character. */
  readonly end: number;
}

/**
 * Space and comments match without a group. A text block ends at the first line that is indented
 * less than its first one; an unclosed string or comment runs to the end of the text.
 */
const TOKEN = new RegExp(
  [
    String.raw`\s+|#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`,
    String.raw`(?<block>\|\|\|-?[ \t\r]*\n(?:\r?\n)*([ \t]+)[^\n]*\n(?:\2[^\n]*\n|\r?\n)*[ \t]*\|\|\|)`,
    String.raw`(?<string>@"(?:[^"]|"")*(?:"|$)|@'(?:[^']|'')*(?:'|$)|"(?:[^"\\]|\\[^])*(?:"|$)|'(?:[^'\\]|\\[^])*(?:'|$))`,
    String.raw`(?<name>[A-Za-z_][A-Za-z0-9_]*)`,
    String.raw`(?<number>[0-9][0-9A-Za-z_.]*)`,
    String.raw`(?<symbol>[^])`,
  ].join('|'),
  'y',
);

/**
 * Splits Jsonnet (or JSON) text into tokens. Works on text that does not parse, and never throws:
 * what is no token of the language comes out as symbols of one character each.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < source.length) {
    const start = pattern.lastIndex;
    const groups = pattern.exec(source)!.groups!;
    const kind = kindOf(groups);
    const end = pattern.lastIndex;
    if (kind) tokens.push({ kind, text: source.slice(start, end), start, end });
  }
  return tokens;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token['kind'] | undefined {
  if (groups['name'] !== undefined) return 'name';
  if (groups['symbol'] !== undefined) return 'symbol';
  if (groups['string'] !== undefined) return 'string';
  if (groups['number'] !== undefined) return 'number';
  if (groups['block'] !== undefined) return 'text-block';
  return undefined;
}

/** The value of a string token without escapes; undefined for one that has any. */
export function plainString(token: Token | undefined): string | undefined {
  if (token?.kind !== 'string') return undefined;
  const body = token.text.startsWith('@') ? token.text.slice(2, -1) : token.text.slice(1, -1);
  return /["'\\]/.test(body) ? undefined : body;
}

/** Whether a token is the field name `name`, written bare or quoted. */
export function isField(token: Token | undefined, name: string): boolean {
  return token?.kind === 'name' ? token.text === name : plainString(token) === name;
}
