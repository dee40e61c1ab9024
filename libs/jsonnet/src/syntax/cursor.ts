import { Fault } from '../errors.js';
import type { SourceFile } from '../source.js';
import type { Token } from './token.js';
import { KEYWORDS } from './token.js';

/** More problems than this are not worth a reader's time. */
export const MAX_FAULTS = 10;

/** How deeply brackets, functions and operators may nest: the reference's own limit. */
export const MAX_NESTING = 500;

/** The parser's place in the tokens of a file, and what it found wrong so far. */
export class Cursor {
  readonly faults: Fault[] = [];
  /** The objects around the place; parsing marks those whose inside speaks of them. */
  readonly objects: { isReflexive: boolean }[] = [];
  readonly #file: SourceFile;
  readonly #tokens: readonly Token[];
  #at = 0;
  #nesting = 0;

  constructor(file: SourceFile, tokens: readonly Token[]) {
    this.#file = file;
    this.#tokens = tokens;
  }

  get token(): Token {
    return this.#tokens[this.#at]!;
  }

  get previous(): Token {
    return this.#tokens[Math.max(0, this.#at - 1)]!;
  }

  peek(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)]!;
  }

  advance(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  get isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** Whether the place is at this keyword, operator or bracket. */
  at(symbol: string): boolean {
    const token = this.token;
    return token.kind === 'symbol' && token.value === symbol;
  }

  accept(symbol: string): boolean {
    if (!this.at(symbol)) return false;
    this.#at++;
    return true;
  }

  expect(symbol: string, where: string, hint?: string): Token {
    if (this.at(symbol)) return this.advance();
    throw this.fault(`expected "${symbol}" ${where}, found ${describe(this.token)}`, hint);
  }

  expectName(what: string): Token {
    if (this.token.kind === 'name') return this.advance();
    const isKeyword = this.token.kind === 'symbol' && KEYWORDS.has(this.token.value);
    throw this.fault(
      `expected ${what}, found ${describe(this.token)}`,
      isKeyword
        ? `"${this.token.value}" is a word of the language; choose another name`
        : undefined,
    );
  }

  fault(problem: string, hint?: string, at: { start: number; end: number } = this.token): Fault {
    return new Fault('syntax', problem, { file: this.#file, start: at.start, end: at.end }, hint);
  }

  /** Runs `parse` one level deeper. */
  nested<T>(parse: () => T): T {
    if (++this.#nesting > MAX_NESTING) {
      throw this.fault(`nested more than ${MAX_NESTING} levels deep`);
    }
    const result = parse();
    this.#nesting--;
    return result;
  }

  /**
   * Runs `parse`. When it fails, notes the fault, skips to the next comma or closing bracket around
   * it, and returns false.
   */
  recovering(parse: () => void): boolean {
    const nesting = this.#nesting;
    const objects = this.objects.length;
    try {
      parse();
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.note(error);
      this.#nesting = nesting;
      this.objects.length = objects;
      this.skip();
      return false;
    }
  }

  /** Keeps a fault and goes on; the parse ends when there are too many. */
  note(fault: Fault): void {
    this.faults.push(fault);
    if (this.faults.length >= MAX_FAULTS) throw GIVE_UP;
  }

  /** Skips to the next comma or closing bracket around the place. */
  skip(): void {
    let depth = 0;
    for (; this.token.kind !== 'end'; this.advance()) {
      if (this.token.kind !== 'symbol') continue;
      const { value } = this.token;
      if (value === '{' || value === '[' || value === '(') depth++;
      else if (value === '}' || value === ']' || value === ')') {
        if (depth-- === 0) return;
      } else if (value === ',' && depth === 0) return;
    }
  }
}

/** Ends a parse that has its faults in the cursor and could only guess at more. */
export const GIVE_UP = Symbol('give up');

/** A token as an error names it. */
export function describe(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'the end of the file';
    case 'string':
      return 'a string';
    case 'textBlock':
      return 'a text block';
    case 'number':
      return `the number ${token.value}`;
    default:
      return `"${token.value}"`;
  }
}
