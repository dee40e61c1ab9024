import { libraryName } from './library.js';
import { percentFormat } from './text.js';
import { truth } from './truth.js';
import type { Constant, Origin, Sequence, Value } from './values.js';
import { constant, describe, isNone, isString, same, sequence, unknown } from './values.js';

/** Texts longer than this are not followed. */
const MAX_LENGTH = 100_000;

/** What a binary operator makes of two values. */
export function binary(operator: string, one: Value, right: Value, origin: Origin): Value {
  const left = versionOf(one, origin) ?? one;
  if (operator === 'and' || operator === 'or') {
    const known = truth(left);
    if (known !== undefined) return known === (operator === 'or') ? left : right;
    return left.kind === 'unknown' ? left : unknown('it depends on an unknown value', origin);
  }
  if (left.kind === 'unknown') return left;
  if (right.kind === 'unknown') return right;
  const known = compute(operator, left, right);
  if (known) return known;
  const lost = unknown(`${describe(left)} ${operator} ${describe(right)} is not known`, origin);
  return isData(left) || isData(right) ? { ...lost, plain: true } : lost;
}

/** Whether no operator makes a column of a value: plain data, or an expression of SQL. */
function isData(value: Value): boolean {
  switch (value.kind) {
    case 'constant':
    case 'sequence':
    case 'dict':
      return true;
    case 'call':
      return isData(value.callee);
    case 'attribute':
      return value.base.kind === 'class' || isData(value.base);
    case 'symbol':
      return value.path.startsWith('sqlalchemy.');
    default:
      return false;
  }
}

/** `sys.version_info`, when the environment says which Python it has. */
function versionOf(value: Value, origin: Origin): Value | undefined {
  if (value.kind !== 'symbol' || value.path !== 'sys.version_info') return undefined;
  const version = origin.source.pythonVersion;
  return version && { ...sequence(version.map(constant)), open: true };
}

function compute(operator: string, left: Value, right: Value): Value | undefined {
  switch (operator) {
    case 'is':
    case '==':
      return equality(left, right);
    case 'is not':
    case '!=': {
      const equal = equality(left, right);
      return equal && constant(!equal.value);
    }
    case '%':
      if (isString(left)) return percentFormat(left.value, right);
      break;
    default:
  }
  if (left.kind === 'sequence' && right.kind === 'sequence') {
    if (operator !== '+') return compareTuples(operator, left, right);
    return { ...left, items: [...left.items, ...right.items], open: left.open || right.open };
  }
  if (left.kind !== 'constant' || right.kind !== 'constant') return undefined;
  return constants(operator, left.value, right.value);
}

function equality(left: Value, right: Value): Constant | undefined {
  if (same(left, right)) return constant(true);
  if (left.kind === 'constant' && right.kind === 'constant') return constant(false);
  const other = isNone(left) ? right : isNone(right) ? left : undefined;
  return other && isNeverNone(other) ? constant(false) : undefined;
}

/** A class or a function is never None; of calls, those of a class and of SQLAlchemy. */
function isNeverNone(value: Value): boolean {
  if (value.kind === 'call')
    return value.callee.kind === 'class' || libraryName(value.callee) !== undefined;
  return ['class', 'function', 'sequence', 'dict', 'module'].includes(value.kind);
}

/** `sys.version_info >= (3, 11)`. */
function compareTuples(operator: string, left: Sequence, right: Sequence): Value | undefined {
  for (const [index, one] of left.items.entries()) {
    const other = right.items[index];
    if (!other) break;
    if (one.kind !== 'constant' || other.kind !== 'constant') return undefined;
    if (one.value !== other.value) return constants(operator, one.value, other.value);
  }
  if (left.open && left.items.length < right.items.length) return undefined;
  return /[<>]/.test(operator) ? constant(operator.startsWith('>')) : undefined;
}

function constants(
  operator: string,
  left: Constant['value'],
  right: Constant['value'],
): Constant | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    const isShort = left.length + right.length <= MAX_LENGTH;
    return operator === '+' && isShort ? constant(left + right) : undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const result = arithmetic(operator, left, right);
  return typeof result === 'boolean' || Math.abs(result ?? NaN) <= Number.MAX_SAFE_INTEGER
    ? constant(result!)
    : undefined;
}

function arithmetic(operator: string, left: number, right: number): number | boolean | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '**':
      return left ** right;
    case '//':
      return Math.floor(left / right);
    case '<<':
      return left * 2 ** right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

/** `not x`, `-x`. */
export function unary(operator: string, value: Value, origin: Origin): Value {
  if (operator === 'not') {
    const known = truth(value);
    return known === undefined
      ? unknown('it depends on an unknown value', origin)
      : constant(!known);
  }
  if (value.kind === 'constant' && typeof value.value === 'number' && operator === '-')
    return constant(-value.value);
  return unknown(`${operator}${describe(value)} is not known`, origin);
}
