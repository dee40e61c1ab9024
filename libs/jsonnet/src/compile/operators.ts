import { Fault } from '../errors.js';
import { add, article, finite } from '../runtime/add.js';
import { compare, equals } from '../runtime/compare.js';
import { ObjectValue } from '../runtime/object.js';
import type { Code, Frame, Value } from '../runtime/value.js';
import { typeOf } from '../runtime/value.js';
import type { Span } from '../source.js';
import { formatValue } from '../std/format.js';
import type { Binary, BinaryOperator, Expression, Unary } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';
import { notBoolean } from './control.js';

export function compileUnary(compiler: Compiler, node: Unary): Code {
  const operand = compiler.compile(node.operand);
  const span = compiler.span(node.operand);
  const { operator } = node;
  if (operator === '!') {
    return (frame) => {
      const value = operand(frame);
      if (typeof value === 'boolean') return !value;
      throw notBoolean(value, 'the operand of "!"', span);
    };
  }
  const apply = (value: number): number =>
    operator === '-'
      ? -value
      : operator === '+'
        ? value
        : Number(~bigInteger(value, operator, span));
  return (frame) => {
    const value = operand(frame);
    if (typeof value === 'number') return apply(value);
    const found = article(typeOf(value));
    throw new Fault('type', `the operand of "${operator}" must be a number, got ${found}`, span);
  };
}

/** Applies the rest of a term to its left side. */
type Link = (left: Value, frame: Frame) => Value;

/** A left spine up to this long recurses; a longer one is a loop. */
const MAX_NESTED = 8;

export function compileBinary(compiler: Compiler, node: Binary): Code {
  const spine: Binary[] = [];
  let left: Expression = node;
  while (left.kind === 'binary') {
    spine.push(left);
    left = left.left;
  }
  const first = compiler.compile(left);
  if (spine.length <= MAX_NESTED) {
    return spine.reduceRight((code, term) => compileTerm(compiler, term, code), first);
  }
  const links = spine.reverse().map((term) => compileLink(compiler, term));
  return (frame) => {
    let value = first(frame);
    for (const link of links) value = link(value, frame);
    return value;
  };
}

function compileTerm(compiler: Compiler, node: Binary, left: Code): Code {
  const { operator } = node;
  if (operator === '&&' || operator === '||') {
    const link = compileLogical(compiler, node);
    return (frame) => link(left(frame), frame);
  }
  const right = compiler.compile(node.right);
  const span = compiler.span(node);
  const apply = STRICT[operator];
  return (frame) => apply(left(frame), right(frame), span);
}

function compileLink(compiler: Compiler, node: Binary): Link {
  const { operator } = node;
  if (operator === '&&' || operator === '||') return compileLogical(compiler, node);
  const right = compiler.compile(node.right);
  const span = compiler.span(node);
  const apply = STRICT[operator];
  return (a, frame) => apply(a, right(frame), span);
}

function compileLogical(compiler: Compiler, node: Binary): Link {
  const isAnd = node.operator === '&&';
  const what = `an operand of "${node.operator}"`;
  const right = compiler.compile(node.right);
  const leftSpan = compiler.span(node.left);
  const rightSpan = compiler.span(node.right);
  return (a, frame) => {
    if (typeof a !== 'boolean') throw notBoolean(a, what, leftSpan);
    if (a !== isAnd) return a;
    const b = right(frame);
    if (typeof b !== 'boolean') throw notBoolean(b, what, rightSpan);
    return b;
  };
}

/** An operator that takes both its operands. */
type Operator = (a: Value, b: Value, span: Span) => Value;

const STRICT: Record<Exclude<BinaryOperator, '&&' | '||'>, Operator> = {
  '+': plus,
  '-': arithmetic('-', (a, b) => a - b),
  '*': arithmetic('*', (a, b) => a * b),
  '/': arithmetic('/', (a, b, span) => {
    if (b === 0) throw new Fault('value', 'division by zero', span);
    return a / b;
  }),
  '%': modulo,
  '&': arithmetic('&', (a, b, span) => bitwise(a, b, '&', span)),
  '|': arithmetic('|', (a, b, span) => bitwise(a, b, '|', span)),
  '^': arithmetic('^', (a, b, span) => bitwise(a, b, '^', span)),
  '<<': arithmetic('<<', shiftLeft),
  '>>': arithmetic('>>', shiftRight),
  '==': isEqual,
  '!=': (a, b, span) => !isEqual(a, b, span),
  '<': (a, b, span) => order(a, b, span) < 0,
  '<=': (a, b, span) => order(a, b, span) <= 0,
  '>': (a, b, span) => order(a, b, span) > 0,
  '>=': (a, b, span) => order(a, b, span) >= 0,
  in: isIn,
};

function plus(a: Value, b: Value, span: Span): Value {
  if (typeof a === 'number' && typeof b === 'number') return finite(a + b, span);
  return placed(span, add, a, b);
}

function isEqual(a: Value, b: Value, span: Span): boolean {
  return typeof a === 'object' ? placed(span, equals, a, b) : a === b;
}

function order(a: Value, b: Value, span: Span): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return placed(span, compare, a, b);
}

function arithmetic(
  operator: BinaryOperator,
  compute: (a: number, b: number, span: Span) => number,
): Operator {
  return (a, b, span) => {
    if (typeof a === 'number' && typeof b === 'number') return finite(compute(a, b, span), span);
    throw notNumbers(operator, a, b, span);
  };
}

/** Runs an operator; a fault that has no place yet gets the operator's. */
function placed<T>(
  span: Span,
  apply: (a: Value, b: Value, span: Span) => T,
  a: Value,
  b: Value,
): T {
  try {
    return apply(a, b, span);
  } catch (error) {
    if (error instanceof Fault) error.span ??= span;
    throw error;
  }
}

function isIn(a: Value, b: Value, span: Span): boolean {
  if (typeof a === 'string' && b instanceof ObjectValue) return b.shape.index.has(a);
  const hint = typeOf(b) === 'array' ? 'std.member(array, x) looks into an array' : undefined;
  const found = `${article(typeOf(a))} in ${article(typeOf(b))}`;
  throw new Fault('type', `"in" looks for a string in an object, got ${found}`, span, hint);
}

function modulo(a: Value, b: Value, span: Span): Value {
  if (typeof a === 'string') return placed(span, formatOperand, a, b);
  if (typeof a !== 'number' || typeof b !== 'number') throw notNumbers('%', a, b, span);
  if (b === 0) throw new Fault('value', 'division by zero', span);
  return finite(a % b, span);
}

function formatOperand(format: Value, values: Value): Value {
  return formatValue(format as string, values);
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** The whole part of a number for a bitwise operator; it must be within ±(2^53 - 1). */
function toInteger(value: number, operator: string, span: Span): number {
  if (Math.abs(value) > MAX_SAFE) {
    const problem = `the operands of "${operator}" must be between ±(2^53 - 1), got ${value}`;
    throw new Fault('value', problem, span);
  }
  return Math.trunc(value);
}

function bigInteger(value: number, operator: string, span: Span): bigint {
  return BigInt(toInteger(value, operator, span));
}

function bitwise(a: number, b: number, operator: '&' | '|' | '^', span: Span): number {
  const x = bigInteger(a, operator, span);
  const y = bigInteger(b, operator, span);
  return Number(operator === '&' ? x & y : operator === '|' ? x | y : x ^ y);
}

function shiftCount(by: number, operator: string, span: Span): bigint {
  if (by < 0) throw new Fault('value', `cannot shift by a negative number: ${by}`, span);
  return bigInteger(by, operator, span) % 64n;
}

function shiftRight(a: number, b: number, span: Span): number {
  const shifted = bigInteger(a, '>>', span) >> shiftCount(b, '>>', span);
  return Number(BigInt.asIntN(64, shifted));
}

function shiftLeft(a: number, b: number, span: Span): number {
  const shifted = bigInteger(a, '<<', span) << shiftCount(b, '<<', span);
  if (BigInt.asIntN(64, shifted) !== shifted) {
    throw new Fault('value', `overflow: ${a} << ${b} does not fit in 64 bits`, span);
  }
  return Number(shifted);
}

function notNumbers(operator: string, a: Value, b: Value, span: Span): Fault {
  const found = `${article(typeOf(a))} and ${article(typeOf(b))}`;
  return new Fault('type', `the operands of "${operator}" must be numbers, got ${found}`, span);
}
