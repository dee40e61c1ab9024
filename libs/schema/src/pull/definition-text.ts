/** The parts of what PostgreSQL writes: names, lists, parentheses. */

/** A name, and names with commas between them, as regular expressions. */
export const NAME = String.raw`(?:[a-z_][a-z0-9_$]*|"(?:[^"]|"")+")`;
export const NAMES = String.raw`${NAME}(?:, ${NAME})*`;

/** A name as PostgreSQL writes it, without its quotes. */
export function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/** The names of a list, without their quotes. */
export function namesOf(list: string): string[] {
  return [...list.matchAll(new RegExp(NAME, 'g'))].map(([name]) => unquote(name));
}

/** Where the parenthesis at `open` is closed. */
export function closes(text: string, open: number): number | undefined {
  let depth = 0;
  for (const { at, character } of outsideQuotes(text, open)) {
    if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
  }
  return undefined;
}

/** The elements of a list. */
export function split(list: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { at, character } of outsideQuotes(list, 0)) {
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth === 0) {
      elements.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...elements, list.slice(start).trim()];
}

/** The characters that stand in no string and no quoted name. */
function* outsideQuotes(text: string, start: number) {
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'") {
      // PostgreSQL writes a string with backslashes as E'…'.
      const isEscaped = character === "'" && text[at - 1] === 'E';
      for (at++; at < text.length && text[at] !== character; at++) {
        if (isEscaped && text[at] === '\\') at++;
      }
    } else yield { at, character };
  }
}
