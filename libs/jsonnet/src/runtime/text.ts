import { reserveArray, reserveString } from './limits.js';

/*
 * Strings are JavaScript strings; their length and indexes count code points. A string without
 * surrogates, nearly every one, is indexed directly. Whether a long string is such a one is
 * remembered for the last few asked about, as programs walk over a string by index.
 */

const SURROGATE = /[\ud800-\udfff]/;
const SHORT = 24;
const REMEMBERED = 4;

interface Known {
  readonly text: string;
  /** The code points, when they are not the UTF-16 units. */
  readonly characters: readonly string[] | undefined;
}
const known: Known[] = [];
const NOTHING: Known = { text: '', characters: undefined };
let last = NOTHING;

function charactersOf(text: string): readonly string[] | undefined {
  if (text === last.text) return last.characters;
  last = text.length <= SHORT ? analyze(text) : recall(text);
  return last.characters;
}

function recall(text: string): Known {
  let entry = known.find((candidate) => candidate.text === text);
  if (!entry) {
    // A string that was put together of others is laid out in memory by the first look into it.
    reserveString(text.length);
    known.unshift((entry = analyze(text)));
    if (known.length > REMEMBERED) known.pop();
  }
  return entry;
}

function analyze(text: string): Known {
  if (!SURROGATE.test(text)) return { text, characters: undefined };
  reserveArray(text.length);
  return { text, characters: Array.from(text) };
}

/** Forgets the remembered strings: they may be large. */
export function forgetTexts(): void {
  known.length = 0;
  last = NOTHING;
}

/** How many code points a string has. */
export function lengthOf(text: string): number {
  if (text.length <= 1) return text.length;
  return charactersOf(text)?.length ?? text.length;
}

/** The code point at an index, as a string; undefined beyond the end. */
export function characterAt(text: string, index: number): string | undefined {
  const characters = charactersOf(text);
  return characters ? characters[index] : text[index];
}

/** The code points from index `from` up to index `to`. */
export function substring(text: string, from: number, to: number): string {
  const characters = charactersOf(text);
  return characters ? characters.slice(from, to).join('') : text.slice(from, to);
}

/** All code points, each as a string. */
export function characters(text: string): readonly string[] {
  const known = charactersOf(text);
  if (known) return known;
  reserveArray(text.length);
  return text.split('');
}

const PART = 2 ** 16;

/**
 * Changes each character of a string. The memory of up to one part is in what a step may take; of a
 * long string it is accounted for, as V8 takes many times that of the result to replace all at once.
 */
export function inParts(text: string, change: (part: string) => string): string {
  if (text.length <= PART) return change(text);
  let result = '';
  for (let at = 0; at < text.length; at += PART) {
    const part = change(text.slice(at, at + PART));
    reserveString(part.length);
    result += part;
  }
  return result;
}

/** Orders strings by their code points. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA !== unitB) return rank(unitA) - rank(unitB);
  }
  return a.length - b.length;
}

/** Sorts strings in place by their code points. */
export function sortStrings(texts: string[]): string[] {
  for (const text of texts) if (SURROGATE.test(text)) return texts.sort(compareStrings);
  return texts.sort();
}

/** UTF-16 puts characters beyond U+FFFF, written with surrogates, before U+E000; code points do not. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
