import { endOfComment, endOfString, Kind, kindAt } from './characters.js';
import { indentation, lineLength } from './line-length.js';

/** A statement's first line, or a whole simple statement: newlines inside brackets do not end it. */
export interface LogicalLine {
  readonly start: number;
  /** Behind its newline. */
  readonly end: number;
  /** Whether it certainly has its layout already. */
  readonly isSettled: boolean;
}

/** The logical lines of a text. */
export function logicalLines(text: string): LogicalLine[] {
  return new LineScanner(text).lines();
}

/**
 * Finds logical lines in one pass over the characters, and whether each has the layout that ruff gives
 * it: most have, and to know so is a hundred times cheaper than to lay them out. The rules take only what
 * is plain, and are on the side of doubt: a line of at most 88 columns without a trailing comma before a
 * closing bracket; or brackets with one item a line, each with a comma, whose statement is a simple call,
 * display or function header.
 */
class LineScanner {
  readonly #lines: LogicalLine[] = [];
  /** Where the logical line and the physical one begin. */
  #start = 0;
  #lineStart = 0;
  #isSettled = true;
  /** How many brackets are open, and how many of them since an earlier physical line. */
  #depth = 0;
  #broken = 0;

  constructor(private readonly text: string) {}

  lines(): LogicalLine[] {
    const { text } = this;
    for (let index = 0; index < text.length; index++) {
      switch (kindAt(text, index)) {
        case Kind.newline:
          this.#newline(index);
          break;
        case Kind.opening:
          this.#depth++;
          break;
        case Kind.closing:
          this.#close(index);
          break;
        case Kind.quote:
          index = this.#behindString(index) - 1;
          break;
        case Kind.comment:
          index = endOfComment(text, index) - 1;
          if (this.#depth > 0) this.#isSettled = false;
          break;
        case Kind.operator:
          if (this.#depth > 0 && this.#depth === this.#broken && text[index] === ',') {
            this.#isSettled &&= text[index + 1] === '\n';
          }
      }
    }
    if (this.#start < text.length) this.#endLogicalLine(text.length);
    return this.#lines;
  }

  #close(index: number): void {
    const { text } = this;
    const before = this.#before(index);
    const beginsLine = this.#broken === this.#depth && before !== '' && this.#isFirst(index);
    // A comma behind the last item goes with a line of its own for the bracket.
    if (beginsLine !== (before === ',')) this.#isSettled = false;
    this.#depth--;
    if (this.#broken <= this.#depth) return;
    this.#broken = this.#depth;
    if (this.#depth > 0 && !text.startsWith(',\n', index + 1)) this.#isSettled = false;
  }

  /** The last character before an index that is no blank; empty at the start of a logical line. */
  #before(index: number): string {
    for (let before = index - 1; before >= this.#start; before--) {
      const kind = kindAt(this.text, before);
      if (kind !== Kind.blank && kind !== Kind.newline) return this.text[before]!;
    }
    return '';
  }

  #isFirst(index: number): boolean {
    return this.#firstOfLine() === index;
  }

  #behindString(index: number): number {
    const end = endOfString(this.text, index);
    return end < 0 ? index + 1 : end;
  }

  #newline(end: number): void {
    const { text } = this;
    if (end - this.#lineStart > lineLength) this.#isSettled = false;
    if (this.#depth === 0) {
      if (this.#lineStart > this.#start && this.#isSettled) this.#isSettled = this.#endsSimply(end);
      this.#endLogicalLine(end + 1);
      return;
    }
    if (this.#isSettled) this.#isSettled = this.#breaksSimply(end);
    this.#broken = this.#depth;
    this.#lineStart = end + 1;
    if (!this.#isSettled) return;
    const first = this.#firstOfLine();
    const depth = this.#depth - (kindAt(text, first) === Kind.closing ? 1 : 0);
    this.#isSettled = first - this.#lineStart === this.#margin() + depth * indentation;
  }

  /** Whether a line inside of brackets ends behind an item, or opens one bracket in the usual way. */
  #breaksSimply(end: number): boolean {
    if (this.#before(end) === ',') return this.#depth === this.#broken;
    if (this.#depth !== this.#broken + 1) return false;
    return simpleOpening.test(this.text.slice(this.#lineStart, end));
  }

  /** Whether a statement of several lines ends in the usual way. */
  #endsSimply(end: number): boolean {
    return simpleEnd.test(this.text.slice(this.#lineStart, end));
  }

  #margin(): number {
    let index = this.#start;
    while (this.text[index] === ' ') index++;
    return index - this.#start;
  }

  #firstOfLine(): number {
    let index = this.#lineStart;
    while (this.text[index] === ' ') index++;
    return index;
  }

  #endLogicalLine(end: number): void {
    this.#lines.push({ start: this.#start, end, isSettled: this.#isSettled });
    this.#start = this.#lineStart = end;
    this.#isSettled = true;
    this.#depth = this.#broken = 0;
  }
}

/**
 * `name = call(`, `name = call(argument).method(`, `"key": [`, `async def name(`: no operators, which could ask
 * for parentheses, but the one of `assert call() == [`.
 */
const simpleOpening =
  /^ *(?:assert [\w.]+\(\)(?:\["\w+"\])? == \[|\w+ = \w+\([\w., ]*\)\.\w+\(|(?:@|async def |def |class |return |(?:return |[\w.]+ = )?await |[\w.]+(?:: [\w.]+)? = |[\w.]+: |\w+=|"[^"\\]*": |\*\*?)?(?:[\w.]+[([]|[[{])|from [\w.]+ import \()$/;

/** A closing bracket, what a function returns, or a default value. */
const simpleEnd = /^ *[)\]}](?: -> [\w.]+(?:\[[\w., ]+\])?)?(?::| = \w+)?$/;
