import { isSplittable, type Sequence } from './brackets.js';
import {
  fits,
  layoutInside,
  layoutValue,
  parenthesize,
  splitAtOperators,
  splitBrackets,
  widthToBracket,
} from './expressions.js';
import { indentation, lineLength } from './line-length.js';

/** Keywords that an expression follows, which may be put into parentheses. */
const beforeValue = new Set(['return', 'await', 'assert', 'if', 'elif', 'while']);

/**
 * Lays out a statement.
 *
 * @param margin the columns that it is indented by; the text comes without them.
 * @param after characters of a comment behind it.
 */
export function layoutStatement(statement: Sequence, margin: number, after: number): string {
  const [first] = statement.parts;
  if (first === undefined || fits(statement, margin + after)) return statement.text;
  if (statement.indexOf('def') >= 0) return layoutFunction(statement, margin);
  if (beforeValue.has(first.text)) {
    return layoutKeyword(statement, 1, margin, after);
  }
  if (statement.indexOf('for') >= 0) return layoutLoop(statement, margin, after);
  if (first.text === 'from') return layoutImport(statement, margin);
  const manager = statement.indexOf('with') + 1;
  if (manager > 0) {
    // What is bound by `as` keeps the manager out of parentheses.
    if (statement.indexOf('as') < 0) return layoutKeyword(statement, manager, margin, after);
    return splitBrackets(statement, { margin, column: margin, after });
  }
  const equals = statement.indexOf('=');
  if (equals >= 0) return layoutAssignment(statement, equals, margin, after);
  if (statement.parts[1]?.text === ':') return layoutKeyword(statement, 2, margin, after);
  return splitBrackets(statement, { margin, column: margin, after });
}

/** `return value`, `if value:`, `name: annotation`: what stands before `start` is kept on one line. */
function layoutKeyword(statement: Sequence, start: number, margin: number, after: number): string {
  const colon = start < statement.length - 1 && statement.parts.at(-1)!.text === ':' ? ':' : '';
  const head = statement.slice(0, start).text;
  const value = statement.slice(start, statement.length - colon.length);
  const column = margin + head.length + 1;
  return `${head} ${layoutValue(value, { margin, column, after: colon.length + after })}${colon}`;
}

/** `for targets in values:` */
function layoutLoop(statement: Sequence, margin: number, after: number): string {
  const head = statement.indexOf('for') + 1;
  const end = statement.indexOf('in');
  const targets = statement.slice(head, end);
  const values = statement.slice(end + 1, -1);
  const start = statement.slice(0, head).text;
  const needed =
    ' in '.length + (values.hasBracket ? widthToBracket(values, 0) : values.text.length + 1);
  const before = `${start} ${layoutTargets(targets, margin, start.length + 1 + needed)} in`;
  const column = columnAfter(before, margin);
  return `${before} ${layoutValue(values, { margin, column, after: 1 + after })}:`;
}

/** Names that take a value each: on one line with `needed` characters around them, or one a line. */
function layoutTargets(targets: Sequence, margin: number, needed: number): string {
  if (margin + needed + targets.text.length <= lineLength) return targets.text;
  const items = targets.splitBefore((_, index) => targets.parts[index - 1]!.text === ',');
  if (items.length === 1) return targets.text;
  return explode(
    items.map(({ text }) => text.replace(/,$/, '')),
    margin,
  );
}

/** `from module import names` inside of a function. */
function layoutImport(statement: Sequence, margin: number): string {
  const names = statement.indexOf('import') + 1;
  const head = statement.slice(0, names).text;
  const bracket = statement.parts[names];
  const items = isSplittable(bracket)
    ? bracket.items
    : statement
        .slice(names)
        .splitBefore((_, index) => statement.parts[names + index - 1]!.text === ',');
  return `${head} ${explode(
    items.map(({ text }) => text.replace(/,$/, '')),
    margin,
  )}`;
}

function explode(items: readonly string[], margin: number): string {
  const pad = ' '.repeat(margin + indentation);
  return `(\n${items.map((item) => `${pad}${item},\n`).join('')}${' '.repeat(margin)})`;
}

/** The column behind a text and a blank. */
function columnAfter(text: string, margin: number): number {
  const newline = text.lastIndexOf('\n');
  return newline < 0 ? margin + text.length + 1 : text.length - newline;
}

function layoutAssignment(
  statement: Sequence,
  equals: number,
  margin: number,
  after: number,
): string {
  const target = statement.slice(0, equals + 1);
  const value = statement.slice(equals + 1);
  const column = margin + target.text.length + 1;
  const isAnnotated = target.parts[1]?.text === ':';
  if (target.indexOf(',') >= 0 && !target.hasBracket) {
    const before = `${layoutTargets(statement.slice(0, equals), margin, ' = ('.length)} =`;
    return `${before} ${layoutValue(value, { margin, column: columnAfter(before, margin), after })}`;
  }
  const isUnion = isAnnotated && splitAtOperators(target.slice(2, -1)).length > 1;
  if (!target.hasBracket && !isUnion) {
    return `${target.text} ${layoutValue(value, { margin, column, after })}`;
  }
  // An annotation or a subscript is split last.
  const untilSplit = widthToBracket(value, 0);
  if (!target.isForced && value.hasBracket && column + untilSplit <= lineLength) {
    return `${target.text} ${layoutValue(value, { margin, column, after })}`;
  }
  if (!target.isForced && column + 1 <= lineLength) {
    return `${target.text} ${parenthesize(value, margin)}`;
  }
  const rest = splitBrackets(value, { margin, column: margin + indentation, after });
  if (!isAnnotated) {
    return `${splitBrackets(target, { margin, column: margin, after: 1 + untilSplit })} ${rest}`;
  }
  const head = target.slice(0, 2).text;
  const annotation = layoutValue(target.slice(2, -1), {
    margin,
    column: margin + head.length + 1,
    after: 3 + untilSplit,
  });
  return `${head} ${annotation} = ${rest}`;
}

/** The first line of a function: parameters are split before what it returns. */
function layoutFunction(statement: Sequence, margin: number): string {
  const arrow = statement.indexOf('->');
  const opening = statement.parts.findIndex(isSplittable);
  const returned = arrow < 0 ? undefined : statement.slice(arrow + 1, -1);
  const parameters = statement.parts[opening];
  if (returned !== undefined && (opening < 0 || opening > arrow)) {
    const head = statement.slice(0, arrow + 1).text;
    const column = margin + head.length + 1;
    return `${head} ${layoutValue(returned, { margin, column, after: 1 })}:`;
  }
  if (!isSplittable(parameters)) return statement.text;
  const inner = margin + indentation;
  const { items } = parameters;
  const flat = items.map(({ text }) => text).join(', ');
  const isOneLine = items.length > 1 && !parameters.isForced && inner + flat.length <= lineLength;
  const lines = isOneLine ? [flat] : items.map((item) => `${layoutInside(item, inner, 1)},`);
  const pad = ' '.repeat(inner);
  const end =
    returned === undefined
      ? ':'
      : ` -> ${layoutValue(returned, { margin, column: margin + 5, after: 1 })}:`;
  return `${statement.slice(0, opening).text}(\n${lines.map((line) => `${pad}${line}\n`).join('')}${' '.repeat(margin)})${end}`;
}
