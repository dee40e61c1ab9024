import {
  endOfComment,
  endOfString,
  endOfWord,
  Kind,
  kindAt,
  openingReference,
} from './characters.js';
import { isKeyword } from './keywords.js';
import { openReference } from './symbols.js';

/** The names that a text holds of its own, without those that references will add. */
export interface Names {
  /** All that it reads or binds; what stands behind a dot or names an argument is no name. */
  readonly mentioned: Set<string>;
  /** Those that it gives a meaning: definitions, parameters, variables, class members. */
  readonly bound: Set<string>;
}

/** Finds the names of a text, in one pass over its characters. */
export function namesOf(text: string): Names {
  const scanner = new NameScanner(text);
  scanner.scan();
  return scanner;
}

/** A text with other names in place of some of its own. */
export function renameIn(text: string, renames: ReadonlyMap<string, string>): string {
  let out = '';
  let copied = 0;
  const scanner = new NameScanner(text, (name, start) => {
    const renamed = renames.get(name);
    if (renamed === undefined) return;
    out += text.slice(copied, start) + renamed;
    copied = start + name.length;
  });
  scanner.scan();
  return out + text.slice(copied);
}

const [newline, dot, comma, opening, star] = [...'\n.,(*'].map((each) => each.charCodeAt(0));
const beforeParameter = new Set([opening, comma, star]);

/** Words whose next word is bound. */
const binders = new Set(['def', 'class', 'as', 'import', 'global', 'nonlocal']);

class NameScanner implements Names {
  readonly mentioned = new Set<string>();
  readonly bound = new Set<string>();
  #depth = 0;
  /** The code of the last character that is no blank; a newline's at the start of a statement. */
  #before = newline;
  /** The keyword right before. */
  #keyword = '';
  /** Whether the statement is the first line of a function. */
  #isHeader = false;
  /** What ends the names that `for` or `lambda` binds; empty elsewhere. */
  #targetsEnd = '';

  constructor(
    private readonly text: string,
    /** Called with each name that is mentioned, and where it begins. */
    private readonly onMention?: (name: string, start: number) => void,
  ) {}

  scan(): void {
    const { text } = this;
    for (let index = 0; index < text.length;) {
      const kind = kindAt(text, index);
      switch (kind) {
        case Kind.blank:
          index++;
          continue;
        case Kind.comment:
          index = endOfComment(text, index);
          continue;
        case Kind.newline:
          index++;
          if (this.#depth === 0) this.#startStatement();
          continue;
        case Kind.word: {
          const end = endOfWord(text, index);
          if (end - index <= 2 && kindAt(text, end) === Kind.quote) {
            index = this.#string(end, text.slice(index, end));
          } else {
            if (this.#before !== dot && text.charCodeAt(index) !== openingReference) {
              this.#word(text.slice(index, end), end);
            }
            index = Math.max(end, index + 1);
          }
          break;
        }
        case Kind.digit:
          index = endOfWord(text, index);
          break;
        case Kind.quote:
          index = this.#string(index, '');
          break;
        default:
          if (kind === Kind.opening) this.#depth++;
          if (kind === Kind.closing) this.#depth--;
          if (this.#targetsEnd !== '' && this.#targetsEnd === text[index]) this.#targetsEnd = '';
          // The parameters end where the return annotation begins.
          if (this.#isHeader && text.startsWith('->', index - 1)) this.#isHeader = false;
          index++;
      }
      this.#before = text.charCodeAt(index - 1);
      if (kind !== Kind.word) this.#keyword = '';
    }
  }

  #startStatement(): void {
    this.#before = newline;
    this.#keyword = '';
    this.#isHeader = false;
    this.#targetsEnd = '';
  }

  #word(word: string, end: number): void {
    if (isKeyword(word)) {
      this.#keyword = word;
      if (word === 'def') this.#isHeader = true;
      else if (word === 'for') this.#targetsEnd = 'in';
      else if (word === 'lambda') this.#targetsEnd = ':';
      else if (word === this.#targetsEnd) this.#targetsEnd = '';
      return;
    }
    const next = this.#nextOperator(end);
    const isTarget = this.#targetsEnd !== '' || (this.#depth === 0 && this.#isTarget(next));
    const isParameter = this.#isHeader && this.#depth === 1 && beforeParameter.has(this.#before);
    // The name of an argument.
    if (next === '=' && this.#depth > 0 && !isTarget && !isParameter) return;
    this.mentioned.add(word);
    this.onMention?.(word, end - word.length);
    if (isTarget || isParameter || next === ':=' || binders.has(this.#keyword)) {
      this.bound.add(word);
    }
    this.#keyword = '';
  }

  /** Whether a word outside of brackets is assigned to, or annotated. */
  #isTarget(next: string): boolean {
    if (this.#keyword !== '' || (this.#before !== newline && this.#before !== comma)) return false;
    return next === '=' || next === ',' || next === ':';
  }

  /** What follows a word, of `=`, `,`, `:` and `:=`. */
  #nextOperator(end: number): string {
    const { text } = this;
    let index = end;
    while (text[index] === ' ') index++;
    const next = text[index] ?? '';
    const after = text[index + 1];
    if (next === '=') return after === '=' ? '==' : '=';
    return next === ':' && after === '=' ? ':=' : next;
  }

  /** Takes the string whose quote stands at an index; returns what is behind it. */
  #string(index: number, prefix: string): number {
    const end = endOfString(this.text, index);
    if (end < 0)
      throw new TypeError(`This string does not end: ${this.text.slice(index, index + 40)}`);
    if (/f/i.test(prefix)) this.#addFormatted(index, end);
    return end;
  }

  /** Adds the names in the replacement fields of an f-string. */
  #addFormatted(start: number, end: number): void {
    const literal = this.text.slice(start, end).replaceAll('{{', '  ');
    for (const field of literal.matchAll(/\{([^{}]*)/g)) {
      for (const { 0: name, index } of field[1]!.matchAll(fieldName)) {
        if (isKeyword(name)) continue;
        this.mentioned.add(name);
        this.onMention?.(name, start + field.index + 1 + index);
      }
    }
  }
}

const fieldName = new RegExp(
  `(?<![\\p{L}\\p{N}_.:${openReference}])[\\p{L}_][\\p{L}\\p{N}_]*`,
  'gu',
);
