import { inParts } from './text.js';

const SPECIAL = /["\\\u0000-\u001f\u007f-\u009f]/g;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A string as a JSON literal, as the reference writes it. */
export function escapeJson(text: string): string {
  return `"${inParts(text, (part) => part.replace(SPECIAL, escape))}"`;
}

function escape(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return SHORT.get(character) ?? `\\u${code}`;
}
