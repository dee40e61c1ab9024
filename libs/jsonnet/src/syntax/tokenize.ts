import { tick } from '../runtime/budget.js';
import { decodeEscapes } from './string-escapes.js';
import { readTextBlock } from './text-block.js';
import type { Token, TokenKind, TokenProblem } from './token.js';
import { KEYWORDS } from './token.js';

/** What the characters of ASCII may begin or go on with. */
const [LETTER, DIGIT, SPACE, BRACKET, OPERATOR_SIGN] = [1, 2, 4, 8, 16];
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) CLASSES[code] = LETTER;
  else if (/[0-9]/.test(character)) CLASSES[code] = DIGIT;
  else if (/[ \n\r\t]/.test(character)) CLASSES[code] = SPACE;
  else if (/[{}[\](),.;]/.test(character)) CLASSES[code] = BRACKET;
  else if (/[!$:~+\-&|^=<>*/%]/.test(character)) CLASSES[code] = OPERATOR_SIGN;
}

const NUMBER = /(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?/y;
/** More characters than an operator has: a run of unary operators is cut into single ones. */
const OPERATOR = /[!$:~+\-&|^=<>*/%]{1,6}/y;

/** Operators that may not swallow a following unary operator or `$`. */
const OPERATORS = new Set(
  '! $ : :: ::: ~ + - & | ^ = < > * / % +: +:: +::: << >> <= >= == != && ||'.split(' '),
);

/** What {@link tokenize} takes. */
export interface TokenizeOptions {
  /** Whether spaces and comments are tokens as well, so that the tokens together are the text. */
  readonly trivia?: boolean;
}

/** A text as tokens, and what is wrong with them, in the order of the text. */
export interface Tokenized {
  readonly tokens: readonly Token[];
  readonly problems: readonly TokenProblem[];
}

/**
 * Splits Jsonnet text into tokens. It never throws: a text that is broken gives the problems found and,
 * around them, the tokens that were most likely meant.
 */
export function tokenize(text: string, { trivia = false }: TokenizeOptions = {}): Tokenized {
  const tokenizer = new Tokenizer(text, trivia);
  tokenizer.run();
  return tokenizer;
}

class Tokenizer implements Tokenized {
  readonly tokens: Token[] = [];
  readonly problems: TokenProblem[] = [];
  readonly #text: string;
  readonly #keepsTrivia: boolean;
  /** Quotes that have no closing one in the rest of the text: looking again would take quadratic time. */
  readonly #unclosedQuotes = new Set<string>();
  #at = 0;
  /** How many problems there were before the token that is being read. */
  #problemsBefore = 0;

  constructor(text: string, keepsTrivia: boolean) {
    this.#text = text;
    this.#keepsTrivia = keepsTrivia;
  }

  run(): void {
    const text = this.#text;
    if (text.charCodeAt(0) === 0xfeff) this.#trivia('space', 1);
    while ((this.#skipTrivia(), this.#at < text.length)) this.#token(text[this.#at]!);
    this.#push('end', text.length, '');
  }

  #token(first: string): void {
    const text = this.#text;
    const at = this.#at;
    const kind = this.#class(at);
    if (kind === LETTER) {
      let end = at + 1;
      while (this.#class(end) & (LETTER | DIGIT)) end++;
      const word = text.slice(at, end);
      this.#push(KEYWORDS.has(word) ? 'symbol' : 'name', end, word);
    } else if (kind === BRACKET) {
      this.#push('symbol', at + 1, first);
    } else if (first === '"' || first === "'") {
      this.#string(first, at + 1);
    } else if (kind === DIGIT) {
      this.#number();
    } else if (first === '@') {
      this.#verbatimString();
    } else if (kind === OPERATOR_SIGN) {
      if (text.startsWith('|||', at)) this.#textBlock();
      else this.#operator(first);
    } else {
      this.#unknown();
    }
  }

  /** Undefined beyond ASCII counts as 0. */
  #class(at: number): number {
    return CLASSES[this.#text.charCodeAt(at)] ?? 0;
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
      this.#report(start, end + rest.length, `not a number: ${text}`, numberHint(text));
    }
    if (Number(digits.replaceAll('_', '')) === Infinity) {
      this.#report(start, end, `number too large: ${digits}`);
    }
    this.#push('number', end + (rest?.length ?? 0), digits);
  }

  #string(quote: string, from: number): void {
    const text = this.#text;
    const start = this.#at;
    if (this.#unclosedQuotes.has(quote)) return this.#unclosed(start, quote);
    let at = text.indexOf(quote, from);
    while (at !== -1 && isEscaped(text, at, from)) at = text.indexOf(quote, at + 1);
    if (at === -1) {
      this.#unclosedQuotes.add(quote);
      return this.#unclosed(start, quote);
    }
    const body = text.slice(from, at);
    this.#push('string', at + 1, body.includes('\\') ? this.#unescape(body, from) : body);
  }

  #unescape(body: string, from: number): string {
    return decodeEscapes(body, (start, end, problem) => {
      this.#report(from + start, from + end, problem);
    });
  }

  #verbatimString(): void {
    const text = this.#text;
    const start = this.#at;
    const quote = text[start + 1];
    if (quote !== '"' && quote !== "'") {
      this.#report(
        start,
        start + 1,
        `unexpected character "@"`,
        'a verbatim string is @"…" or @\'…\'',
      );
      return this.#push('unknown', start + 1, '@');
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
    this.#report(start, end, 'unclosed string', `close it with ${quote === '"' ? `"` : `'`}`);
    this.#push('string', end, '');
  }

  #textBlock(): void {
    const start = this.#at;
    const block = readTextBlock(this.#text, start);
    if (block.problem !== undefined) {
      this.#report(block.start, block.end, block.problem, block.hint);
    }
    this.#push('textBlock', block.next, block.value);
  }

  #unknown(): void {
    const at = this.#at;
    const character = String.fromCodePoint(this.#text.codePointAt(at)!);
    const hint = /[“”‘’]/.test(character) ? 'use the straight quotes " or \'' : undefined;
    this.#report(at, at + character.length, `unexpected character "${character}"`, hint);
    this.#push('unknown', at + character.length, character);
  }

  #operator(first: string): void {
    const at = this.#at;
    if (this.#class(at + 1) !== OPERATOR_SIGN && OPERATORS.has(first)) {
      return this.#push('symbol', at + 1, first);
    }
    let run = this.#match(OPERATOR)!;
    const comment = /\/[/*]|\|\|\|/.exec(run.slice(1));
    if (comment) run = run.slice(0, comment.index + 1);
    while (run.length > 1 && /[+\-~!$]$/.test(run)) run = run.slice(0, -1);
    if (!OPERATORS.has(run)) {
      this.#report(at, at + run.length, `unknown operator "${run}"`, OPERATOR_HINTS.get(run));
    }
    this.#push('symbol', at + run.length, run);
  }

  #skipTrivia(): void {
    const text = this.#text;
    for (;;) {
      const start = this.#at;
      let at = start;
      while (this.#class(at) === SPACE) at++;
      if (at > start) this.#trivia('space', at);
      const code = text.charCodeAt(at);
      if (code === HASH || (code === SLASH && text.charCodeAt(at + 1) === SLASH)) {
        const end = text.indexOf('\n', at);
        this.#trivia('comment', end === -1 ? text.length : end);
      } else if (code === SLASH && text[at + 1] === '*') {
        const end = text.indexOf('*/', at + 2);
        if (end === -1) this.#report(at, at + 2, 'unclosed comment', 'close it with */');
        this.#trivia('comment', end === -1 ? text.length : end + 2);
      } else {
        return;
      }
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #trivia(kind: 'space' | 'comment', end: number): void {
    if (this.#keepsTrivia) return this.#push(kind, end, this.#text.slice(this.#at, end));
    this.#at = end;
    this.#problemsBefore = this.problems.length;
  }

  #push(kind: TokenKind, end: number, value: string): void {
    tick(1); // so that a long text has the memory limit of an evaluation
    const { length } = this.problems;
    const isMalformed = length > this.#problemsBefore;
    this.#problemsBefore = length;
    this.tokens.push({ kind, value, start: this.#at, end, isMalformed });
    this.#at = end;
  }

  #report(start: number, end: number, problem: string, hint?: string): void {
    this.problems.push({ problem, hint, start, end });
  }
}

const HASH = 0x23;
const SLASH = 0x2f;

/** Whether an odd number of backslashes stands before a quote, within a string's content from `from` on. */
function isEscaped(text: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
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
