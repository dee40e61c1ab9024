import { reserveString } from './limits.js';

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

/** The memory of shorter strings is part of what a step may take. */
const LONG = 1024;

/** A string as a JSON literal, as the reference writes it. */
export function escapeJson(text: string): string {
  if (text.length > LONG) reserveString(text.length);
  return `"${text.replace(SPECIAL, escape)}"`;
}

function escape(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return SHORT.get(character) ?? `\\u${code}`;
}
