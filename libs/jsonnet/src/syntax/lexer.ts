import { Fault } from '../errors.js';
import type { SourceFile } from '../source.js';
import { decodeEscapes } from './string-escapes.js';
import { readTextBlock } from './text-block.js';
import type { Token, TokenKind } from './token.js';
import { KEYWORDS } from './token.js';

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?/y;
/** More characters than an operator has: a run of unary operators is cut into single ones. */
const OPERATOR = /[!$:~+\-&|^=<>*/%]{1,6}/y;
const BRACKETS = '{}[](),.;';

/** Operators that may not swallow a following unary operator or `$`. */
const OPERATORS = new Set(
  '! $ : :: ::: ~ + - & | ^ = < > * / % +: +:: +::: << >> <= >= == != && ||'.split(' '),
);

/** Cuts a file into tokens. Problems go to `faults`, and the scan goes on after them. */
export function tokenize(file: SourceFile, faults: Fault[]): Token[] {
  const lexer = new Lexer(file, faults);
  lexer.run();
  return lexer.tokens;
}

class Lexer {
  readonly tokens: Token[] = [];
  readonly #file: SourceFile;
  readonly #text: string;
  readonly #faults: Fault[];
  #at = 0;

  constructor(file: SourceFile, faults: Fault[]) {
    this.#file = file;
    this.#text = file.text;
    this.#faults = faults;
  }

  run(): void {
    const text = this.#text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
    while ((this.#skipSpace(), this.#at < text.length)) this.#token(text[this.#at]!);
    this.#push('end', text.length, '');
  }

  #token(first: string): void {
    const text = this.#text;
    const at = this.#at;
    if (BRACKETS.includes(first)) {
      this.#push('symbol', at + 1, first);
    } else if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first === '_') {
      const word = this.#match(NAME)!;
      this.#push(KEYWORDS.has(word) ? 'symbol' : 'name', at + word.length, word);
    } else if (first >= '0' && first <= '9') {
      this.#number();
    } else if (first === '"' || first === "'") {
      this.#string(first, at + 1);
    } else if (first === '@') {
      this.#verbatimString();
    } else if (first === '|' && text.startsWith('|||', at)) {
      this.#textBlock();
    } else {
      this.#operator();
    }
  }

  #number(): void {
    const start = this.#at;
    const digits = this.#match(NUMBER)!;
    const end = start + digits.length;
    const rest = /^(?:[0-9_][A-Za-z0-9_]*|x[0-9A-Fa-f]+|[eE](?![A-Za-z_])|\.(?![A-Za-z_]))/.exec(
      this.#text.slice(end, end + 40),
    )?.[0];
    if (rest !== undefined) {
      const text = digits + rest;
      this.#fault(start, end + rest.length, `not a number: ${text}`, numberHint(text));
    }
    const value = Number(digits.replaceAll('_', ''));
    if (value === Infinity) this.#fault(start, end, `number too large: ${digits}`);
    this.#push('number', end + (rest?.length ?? 0), digits, value);
  }

  #string(quote: string, from: number): void {
    const text = this.#text;
    const start = this.#at;
    let at = from;
    let hasEscapes = false;
    while (at < text.length && text[at] !== quote) {
      if (text[at] === '\\') {
        hasEscapes = true;
        at++;
      }
      at++;
    }
    if (at >= text.length) return this.#unclosed(start, quote);
    const body = text.slice(from, at);
    this.#push('string', at + 1, hasEscapes ? this.#unescape(body, from) : body);
  }

  #unescape(body: string, from: number): string {
    return decodeEscapes(body, (start, end, problem) => {
      this.#fault(from + start, from + end, problem);
    });
  }

  #verbatimString(): void {
    const text = this.#text;
    const start = this.#at;
    const quote = text[start + 1];
    if (quote !== '"' && quote !== "'") {
      this.#fault(
        start,
        start + 1,
        `unexpected character "@"`,
        'a verbatim string is @"…" or @\'…\'',
      );
      this.#at++;
      return;
    }
    let at = text.indexOf(quote, start + 2);
    while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
    if (at === -1) return this.#unclosed(start, quote);
    this.#push('string', at + 1, text.slice(start + 2, at).replaceAll(quote + quote, quote));
  }

  /** Reports a string without its end and goes on at the next line, where the mistake likely ends. */
  #unclosed(start: number, quote: string): void {
    const newline = this.#text.indexOf('\n', start);
    const end = newline === -1 ? this.#text.length : newline;
    this.#fault(start, end, 'unclosed string', `close it with ${quote === '"' ? `"` : `'`}`);
    this.#push('string', end, '');
  }

  #textBlock(): void {
    const start = this.#at;
    const block = readTextBlock(this.#text, start);
    if (block.problem !== undefined) {
      this.#fault(block.start, block.end, block.problem, block.hint);
    }
    this.#push('string', block.next, block.value, 0, true);
  }

  #operator(): void {
    const at = this.#at;
    let run = this.#match(OPERATOR);
    if (run === undefined) {
      const character = String.fromCodePoint(this.#text.codePointAt(at)!);
      const hint = /[“”‘’]/.test(character) ? 'use the straight quotes " or \'' : undefined;
      this.#fault(at, at + character.length, `unexpected character "${character}"`, hint);
      this.#at += character.length;
      return;
    }
    const comment = /\/[/*]|\|\|\|/.exec(run.slice(1));
    if (comment) run = run.slice(0, comment.index + 1);
    while (run.length > 1 && /[+\-~!$]$/.test(run)) run = run.slice(0, -1);
    if (!OPERATORS.has(run)) {
      this.#fault(at, at + run.length, `unknown operator "${run}"`, OPERATOR_HINTS.get(run));
    }
    this.#push('symbol', at + run.length, run);
  }

  #skipSpace(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        this.#at++;
      } else if (code === 0x23 || (code === 0x2f && text[this.#at + 1] === '/')) {
        const end = text.indexOf('\n', this.#at);
        this.#at = end === -1 ? text.length : end;
      } else if (code === 0x2f && text[this.#at + 1] === '*') {
        const end = text.indexOf('*/', this.#at + 2);
        if (end === -1) this.#fault(this.#at, this.#at + 2, 'unclosed comment', 'close it with */');
        this.#at = end === -1 ? text.length : end + 2;
      } else {
        return;
      }
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #push(kind: TokenKind, end: number, value: string, number = 0, isTextBlock = false): void {
    this.tokens.push({ kind, value, number, start: this.#at, end, isTextBlock });
    this.#at = end;
  }

  #fault(start: number, end: number, problem: string, hint?: string): void {
    this.#faults.push(new Fault('syntax', problem, { file: this.#file, start, end }, hint));
  }
}

function numberHint(text: string): string | undefined {
  if (/^0x/.test(text)) return 'hexadecimal is std.parseHex("…")';
  if (/[eE]$/.test(text)) return 'digits must follow the exponent';
  if (/^0[0-9]/.test(text)) return 'a number does not begin with 0; octal is std.parseOctal("…")';
  if (text.includes('_')) return 'an underscore goes between two digits';
  return text.endsWith('.') ? 'digits must follow the point' : undefined;
}

const OPERATOR_HINTS: ReadonlyMap<string, string> = new Map([
  ['===', 'equality is =='],
  ['!==', 'inequality is !='],
  ['**', 'a power is std.pow(x, n)'],
  ['=>', 'a function is function(x) …'],
  ['->', 'a function is function(x) …'],
  ['+=', 'a field is extended with +:'],
]);
