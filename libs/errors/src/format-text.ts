import type { Phrase, Text } from './text.js';

/** Words as they are, values as {@link formatValue} writes them. */
export function formatText(text: Text): string {
  if (typeof text === 'string') return text;
  const values = text.values.map(formatPart);
  return text.words.reduce((start, words, index) => `${start}${values[index - 1]}${words}`);
}

/** A value as a message shows it: scalars as they are written, the rest by its kind. */
export function formatValue(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  if (value === undefined) return 'nothing';
  return String(value as number | boolean);
}

function formatPart(value: unknown): string {
  if (isPhrase(value)) return formatText(value);
  return Array.isArray(value) ? value.map(formatName).join(', ') : formatValue(value);
}

function isPhrase(value: unknown): value is Phrase {
  return typeof value === 'object' && value !== null && 'words' in value && 'values' in value;
}

/** A list of names reads better without quotes. */
function formatName(value: unknown): string {
  return typeof value === 'string' && /^[\w@./-]+$/.test(value) ? value : formatPart(value);
}

function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return /^[^'\\\p{C}]*$/u.test(short) ? `'${short}'` : JSON.stringify(short);
}
