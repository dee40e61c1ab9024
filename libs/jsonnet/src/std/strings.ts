import { Fault } from '../errors.js';
import { reserve, tick } from '../runtime/budget.js';
import {
  REFERENCE_BYTES,
  SUBSTRING_BYTES,
  reserveArray,
  reserveString,
} from '../runtime/limits.js';
import { escapeJson } from '../runtime/escape-json.js';
import { characterAt, characters, lengthOf, substring, inParts } from '../runtime/text.js';
import { force } from '../runtime/thunk.js';
import { toText } from '../runtime/to-text.js';
import type { Slot, Value } from '../runtime/value.js';
import { ArrayValue, typeOf } from '../runtime/value.js';
import { article } from '../runtime/add.js';
import { any, builtin, integer, number, sequence, string } from './builtin.js';
import { formatValue } from './format.js';

/** Strings. Lengths and indexes count code points. */
export const strings = [
  builtin('codepoint', [string('str')], (text) => {
    if (lengthOf(text) !== 1) {
      throw new Fault('value', `std.codepoint: one character, not ${lengthOf(text)}`);
    }
    return text.codePointAt(0)!;
  }),
  builtin('char', [integer('n')], (code) => {
    if (code < 0 || code > 0x10ffff) {
      throw new Fault('value', `std.char: a code point is between 0 and 1114111, got ${code}`);
    }
    return isSurrogate(code) ? '\ufffd' : String.fromCodePoint(code);
  }),
  builtin('substr', [string('str'), integer('from'), integer('len')], (text, from, length) => {
    if (from < 0) throw new Fault('value', `std.substr: "from" must not be negative, got ${from}`);
    if (length < 0)
      throw new Fault('value', `std.substr: "len" must not be negative, got ${length}`);
    return substring(text, from, from + length);
  }),
  builtin('findSubstr', [string('pat'), string('str')], findSubstring),
  builtin('startsWith', [string('a'), string('b')], (text, start) => text.startsWith(start)),
  builtin('endsWith', [string('a'), string('b')], (text, end) => text.endsWith(end)),
  builtin('stripChars', [string('str'), sequence('chars')], (text, chars) =>
    strip(text, chars, true, true),
  ),
  builtin('lstripChars', [string('str'), sequence('chars')], (text, chars) =>
    strip(text, chars, true, false),
  ),
  builtin('rstripChars', [string('str'), sequence('chars')], (text, chars) =>
    strip(text, chars, false, true),
  ),
  builtin('trim', [string('str')], (text) => strip(text, ' \t\n\f\r\u0085\u00a0', true, true)),
  builtin('split', [string('str'), string('c')], (text, separator) =>
    split('split', text, separator, -1),
  ),
  builtin(
    'splitLimit',
    [string('str'), string('c'), number('maxsplits')],
    (text, separator, limit) => split('splitLimit', text, separator, limit),
  ),
  builtin('splitLimitR', [string('str'), string('c'), number('maxsplits')], splitFromRight),
  builtin('strReplace', [string('str'), string('from'), string('to')], (text, from, to) => {
    if (from === '') throw new Fault('value', 'std.strReplace: "from" must not be empty');
    const count = occurrences(text, from);
    reserve(count * SUBSTRING_BYTES);
    reserveString(text.length + count * (to.length - from.length));
    return text.replaceAll(from, () => to);
  }),
  builtin('isEmpty', [string('str')], (text) => text === ''),
  builtin('asciiUpper', [string('str')], asciiUpper),
  builtin('asciiLower', [string('str')], asciiLower),
  builtin(
    'equalsIgnoreCase',
    [string('str1'), string('str2')],
    (a, b) => asciiLower(a) === asciiLower(b),
  ),
  builtin('stringChars', [string('str')], (text) => {
    tick(text.length);
    return new ArrayValue([...characters(text)]);
  }),
  builtin('format', [string('str'), any('vals')], formatValue),
  builtin('escapeStringJson', [any('str_')], (value) => escapeJson(toText(value))),
  builtin('escapeStringPython', [any('str')], (value) => escapeJson(toText(value))),
  builtin('escapeStringBash', [any('str_')], (value) => {
    return `'${inParts(toText(value), (part) => part.replaceAll("'", `'"'"'`))}'`;
  }),
  builtin('escapeStringDollars', [any('str_')], (value) =>
    inParts(toText(value), (part) => part.replaceAll('$', '$$$$')),
  ),
  ...['escapeStringXML', 'escapeStringXml'].map((name) =>
    builtin(name, [any('str_')], (value) => escapeXml(toText(value))),
  ),
  builtin(
    'resolvePath',
    [string('f'), string('r')],
    (file, relative) => file.slice(0, file.lastIndexOf('/') + 1) + relative,
  ),
];

export function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

export function asciiLower(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return inParts(text, (part) => part.replace(/[A-Z]+/g, (run) => run.toLowerCase()));
}

function asciiUpper(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toUpperCase();
  return inParts(text, (part) => part.replace(/[a-z]+/g, (run) => run.toUpperCase()));
}

export function escapeXml(text: string): string {
  const escapes: Record<string, string> = {
    '<': '&lt;',
    '>': '&gt;',
    '&': '&amp;',
    '"': '&quot;',
    "'": '&apos;',
  };
  return inParts(text, (part) => part.replace(/[<>&"']/g, (character) => escapes[character]!));
}

function findSubstring(pattern: string, text: string): Value {
  if (pattern === '') return new ArrayValue([]);
  const found: number[] = [];
  const isPlain = lengthOf(text) === text.length;
  let counted = 0;
  let index = 0;
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) {
    index += isPlain ? at - counted : Array.from(text.slice(counted, at)).length;
    counted = at;
    reserve(REFERENCE_BYTES);
    found.push(index);
  }
  tick(found.length);
  return new ArrayValue(found);
}

function strip(text: string, chars: string | ArrayValue, left: boolean, right: boolean): string {
  const set = new Set<Value>(
    typeof chars === 'string' ? characters(chars) : chars.items.slice(0, chars.length).map(force),
  );
  let from = 0;
  let to = lengthOf(text);
  while (left && from < to && set.has(characterAt(text, from)!)) from++;
  while (right && to > from && set.has(characterAt(text, to - 1)!)) to--;
  return substring(text, from, to);
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/** @param limit how many separators to split at, from the left; -1 for all */
function split(name: string, text: string, separator: string, limit: number): Value {
  if (separator === '') throw new Fault('value', `std.${name}: "c" must not be empty`);
  checkLimit(name, limit);
  reserveParts(text, separator);
  if (limit === -1) return new ArrayValue(text.split(separator));
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(separator); at !== -1 && parts.length < limit;) {
    parts.push(text.slice(from, at));
    from = at + separator.length;
    at = text.indexOf(separator, from);
  }
  parts.push(text.slice(from));
  return new ArrayValue(parts);
}

/** Accounts for a text that is split at each separator, or at some of them. */
function reserveParts(text: string, separator: string): void {
  tick(text.length);
  reserveArray(occurrences(text, separator), SUBSTRING_BYTES);
}

function checkLimit(name: string, limit: number): void {
  if (limit === -1 || limit >= 0) return;
  throw new Fault('value', `std.${name}: "maxsplits" must be -1 or not negative, got ${limit}`);
}

function splitFromRight(text: string, separator: string, limit: number): Value {
  checkLimit('splitLimitR', limit);
  if (limit === -1) return split('splitLimitR', text, separator, -1);
  if (separator === '') throw new Fault('value', 'std.splitLimitR: "c" must not be empty');
  reserveParts(text, separator);
  const parts: string[] = [];
  let to = text.length;
  while (parts.length < limit && to >= separator.length) {
    const at = text.lastIndexOf(separator, to - separator.length);
    if (at === -1) break;
    parts.push(text.slice(at + separator.length, to));
    to = at;
  }
  parts.push(text.slice(0, to));
  return new ArrayValue(parts.reverse());
}

/** The elements of an array, or the characters of a string. */
export function elements(from: ArrayValue | string): readonly Slot[] {
  if (typeof from === 'string') return characters(from);
  return from.items.length === from.length ? from.items : from.items.slice(0, from.length);
}

/** Joins strings, leaving out nulls. */
export function joinStrings(separator: string, items: ArrayValue): string {
  const parts: string[] = [];
  let size = 0;
  tick(items.length);
  for (let index = 0; index < items.length; index++) {
    const item = force(items.items[index]!);
    if (item === null) continue;
    if (typeof item !== 'string') {
      const found = article(typeOf(item));
      throw new Fault(
        'type',
        `std.join: element ${index} must be a string like the separator, got ${found}`,
      );
    }
    size += item.length + separator.length;
    parts.push(item);
  }
  reserveString(size);
  return parts.join(separator);
}
