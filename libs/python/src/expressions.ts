import type { Sequence } from './brackets.js';
import { isSplittable, type Bracket, type Part } from './brackets.js';
import { indentation, lineLength } from './line-length.js';

/** Where an expression is laid out. */
export interface Place {
  /** The columns that its further lines are indented by. */
  readonly margin: number;
  /** The column that it begins at. */
  readonly column: number;
  /** Characters that follow it on its last line. */
  readonly after: number;
}

/** Operators by how tightly they bind: those that bind least are split first. */
const operatorLevels = new Map(
  [
    ['or', 'and'],
    ['in', 'is', '==', '!=', '<', '>', '<=', '>=', 'not'],
    ['|'],
    ['&'],
    ['+', '-'],
    ['*', '/', '//', '%'],
  ].flatMap((operators, level) => operators.map((operator) => [operator, level] as const)),
);

export function fits(sequence: Sequence, column: number): boolean {
  return column + sequence.text.length <= lineLength && !sequence.isForced;
}

/**
 * Lays out the value of a statement: on one line, split at its brackets, or put into parentheses,
 * which it may then be split in at its operators.
 */
export function layoutValue(whole: Sequence, place: Place): string {
  const value = withoutParentheses(whole);
  const { margin, column, after } = place;
  if (fits(value, column + after)) return value.text;
  const opens = value.hasBracket && column + widthToBracket(value, 0) <= lineLength;
  const operands = splitAtOperators(value);
  if (operands.length > 1) {
    const endsInBracket =
      isOpenEnd(value.parts.at(-1)) || (isOpenEnd(value.parts[0]) && !value.parts[0].isTrailer);
    const splits = operands.length === 2 && opens && endsInBracket && fitsOutside(value, place);
    return splits ? splitBrackets(value, place) : parenthesize(value, margin);
  }
  if (splitAtDots(value).length > 1) return parenthesize(value, margin);
  if (opens && fitsOutside(value, place)) return splitBrackets(value, place);
  const inside = parenthesize(value, margin);
  const isBetter = column + 1 <= lineLength && linesFit(inside);
  return isBetter ? inside : splitBrackets(value, place);
}

/** Lays out what stands inside of brackets, where lines may be broken at operators and dots. */
export function layoutInside(sequence: Sequence, margin: number, after: number): string {
  if (fits(sequence, margin + after)) return sequence.text;
  const body = lambdaBody(sequence);
  if (body > 0) {
    const head = sequence.slice(0, body).text;
    const column = margin + head.length + 1;
    return `${head} ${layoutValue(sequence.slice(body), { margin, column, after })}`;
  }
  for (const parts of [splitAtOperators(sequence), splitAtDots(sequence)]) {
    if (parts.length === 1) continue;
    return parts
      .map((part, index) => layoutInside(part, margin, index === parts.length - 1 ? after : 0))
      .join(`\n${' '.repeat(margin)}`);
  }
  return splitBrackets(sequence, { margin, column: margin, after });
}

export function parenthesize(sequence: Sequence, margin: number): string {
  const inner = margin + indentation;
  return `(\n${' '.repeat(inner)}${layoutInside(sequence, inner, 0)}\n${' '.repeat(margin)})`;
}

/** From left to right: a bracket is split if it does not fit with what follows up to the next one. */
export function splitBrackets(sequence: Sequence, { margin, column, after }: Place): string {
  let text = '';
  sequence.parts.forEach((part, index) => {
    const blank = part.spaced && index > 0 ? ' ' : '';
    const flat = blank + part.text;
    const isLast = !sequence.parts.slice(index + 1).some(isSplittable);
    const next = widthToBracket(sequence, index + 1) + (isLast ? after : 0);
    const isFlat =
      !isSplittable(part) || (!part.isForced && column + flat.length + next <= lineLength);
    text += isFlat ? flat : blank + splitBracket(part, margin);
    column = isFlat ? column + flat.length : margin + 1;
  });
  return text;
}

/** A bracket on several lines: all items on one, where that is usual and they fit, or one item a line. */
function splitBracket(bracket: Bracket, margin: number): string {
  const { open, close, items, trailingComma, isTrailer, isForced } = bracket;
  const inner = margin + indentation;
  const loops = items.length === 1 ? splitAtLoops(items[0]!) : [];
  const flat = items.map(({ text }) => text).join(', ');
  let lines: readonly string[];
  if ((isTrailer || loops.length > 1) && !isForced && inner + flat.length <= lineLength) {
    lines = [flat];
  } else if (loops.length > 1) {
    lines = loops.map((loop) => layoutInside(loop, inner, 0));
  } else {
    const comma = items.length > 1 || trailingComma ? ',' : '';
    lines = items.map((item) => layoutInside(item, inner, comma.length) + comma);
  }
  const pad = ' '.repeat(inner);
  return `${open}\n${lines.map((line) => `${pad}${line}\n`).join('')}${' '.repeat(margin)}${close}`;
}

/** What a line has to take from `start` up to the bracket that may be split next. */
export function widthToBracket({ parts }: Sequence, start: number): number {
  let width = 0;
  for (let index = start; index < parts.length; index++) {
    const part = parts[index]!;
    if (part.spaced && index > 0) width++;
    if (isSplittable(part)) return width + 1;
    width += part.text.length;
  }
  return width;
}

/** Whether all that is outside of brackets fits, once each bracket is split. */
function fitsOutside(sequence: Sequence, { margin, column, after }: Place): boolean {
  let start = 0;
  for (;;) {
    const width = widthToBracket(sequence, start);
    const next = sequence.parts.findIndex((part, index) => index >= start && isSplittable(part));
    if (column + width + (next < 0 ? after : 0) > lineLength) return false;
    if (next < 0) return true;
    start = next + 1;
    column = margin + 1;
  }
}

/** At the operators that bind least, or a conditional's `if` and `else`. */
export function splitAtOperators(sequence: Sequence): readonly Sequence[] {
  // The `in` of a loop is no operator.
  if (/^(?:for|async)$/.test(sequence.parts[0]?.text ?? '')) return [sequence];
  const conditional = sequence.splitBefore(({ text }) => text === 'if' || text === 'else');
  if (conditional.length > 2) return conditional;
  const levels = sequence.parts.map(({ text }, index) => {
    const level = index > 0 ? operatorLevels.get(text) : undefined;
    return level !== undefined && isBinary(sequence.parts, index) ? level : Infinity;
  });
  const least = Math.min(...levels);
  if (least === Infinity) return [sequence];
  return sequence.splitBefore((_, index) => levels[index] === least);
}

/** Whether the operator at `index` begins one: not the second word of `is not`, not a sign. */
function isBinary(parts: readonly Part[], index: number): boolean {
  const before = parts[index - 1]!.text;
  const { text, spaced } = parts[index]!;
  if (!spaced || before === 'is' || before === 'not') return false;
  return text !== 'not' || parts[index + 1]?.text === 'in';
}

/** A chain of two calls or more, at the dots behind its calls. */
function splitAtDots(sequence: Sequence): readonly Sequence[] {
  const links = sequence.splitBefore(
    ({ text }, index) => text === '.' && sequence.parts[index - 1]!.items !== undefined,
  );
  return links.length > 2 ? links : [sequence];
}

/** A comprehension at its loops and their conditions; anything else is whole. */
function splitAtLoops(sequence: Sequence): readonly Sequence[] {
  const isLoop = (part: Part | undefined) => part?.text === 'for' || part?.text === 'async';
  const loops = sequence.parts.findIndex(isLoop);
  if (loops < 0) return [sequence];
  return sequence.splitBefore((part, index) => {
    if (index < loops) return false;
    return part.text === 'if' || (isLoop(part) && sequence.parts[index - 1]!.text !== 'async');
  });
}

/** Where the body of a `lambda:` begins, or 0. */
function lambdaBody({ parts }: Sequence): number {
  const lambda = parts.findIndex(
    ({ text }, index) => text === 'lambda' && parts[index + 1]?.text === ':',
  );
  return lambda < 0 ? 0 : lambda + 2;
}

/** Whether a value may end in this part when it is split: a call or a display, but no subscript. */
function isOpenEnd(part: Part | undefined): part is Bracket {
  return isSplittable(part) && !(part.isTrailer && part.open === '[');
}

/** Without the parentheses around all of it, which are put back where a layout needs them. */
function withoutParentheses(sequence: Sequence): Sequence {
  const [part] = sequence.parts;
  if (sequence.length !== 1 || !isSplittable(part) || part.open !== '(') return sequence;
  if (part.items.length !== 1 || part.trailingComma) return sequence;
  return part.items[0]!.indexOf('for') < 0 ? part.items[0]! : sequence;
}

function linesFit(text: string): boolean {
  return text.split('\n').every((line) => line.length <= lineLength);
}
