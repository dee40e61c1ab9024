/**
 * Whatever a database holds reaches TypeScript through these functions alone: as a literal, or as a
 * name that is made of letters and digits.
 */

/** What must not stand in a source file as it is: controls, and what reorders or hides text. */
const INVISIBLE =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const asEscape = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** `text` as a string literal. */
export function stringLiteral(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(INVISIBLE, asEscape);
  return `'${escaped}'`;
}

/** `text` as a template without a value in it, on as many lines as it has. */
export function templateLiteral(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${')
    // A template reads a carriage return as a line break.

    .replace(/[\u0000-\u0008\u000b-\u001f]/g, asEscape)
    .replace(INVISIBLE, asEscape);
  return `\`${escaped}\``;
}

/** SQL as a literal: a template where it has several lines. */
export function sqlText(sql: string): string {
  return sql.includes('\n') ? templateLiteral(sql) : stringLiteral(sql);
}

/** An SQL expression for drizzle. */
export function sqlExpression(expression: string): string {
  return `sql${templateLiteral(expression)}`;
}

/** Several elements as an array. */
export function arrayOf(elements: readonly string[]): string {
  return `[${elements.join(', ')}]`;
}

/** A key of an object, and the code of its value; without one, the object does not have the key. */
export type Entry = readonly [key: string, value: string | undefined];

/** An object on several lines, as an element of something. */
export function objectOf(entries: readonly Entry[]): string {
  const lines = entries.flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [key === value ? `${key},` : `${propertyKey(key)}: ${value},`];
  });
  if (lines.length === 0) return '{}';
  return `{\n${lines.join('\n')}\n}`;
}

function propertyKey(key: string): string {
  return IDENTIFIER.test(key) ? key : stringLiteral(key);
}

/** Letters and digits of ASCII, so that two names that look alike are not mistaken. */
export const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** An object on one line; the values are code. */
export function inlineObject(entries: readonly (readonly [string, string])[]): string {
  return `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
}
