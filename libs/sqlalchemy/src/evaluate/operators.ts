import { percentFormat } from './formatting.js';
import { libraryName } from './library.js';
import { truth } from './truth.js';
import type { Constant, Origin, Value } from './values.js';
import { constant, describe, isNone, same, sequence, unknown } from './values.js';

/** Texts and lists longer than this are not followed. */
const MAX_LENGTH = 100_000;

/** What a binary operator makes of two values. */
export function binary(operator: string, one: Value, right: Value, origin: Origin): Value {
  const left = versionOf(one, origin) ?? one;
  if (operator === 'and') return shortcut(left, right, false, origin);
  if (operator === 'or') return shortcut(left, right, true, origin);
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

function shortcut(left: Value, right: Value, when: boolean, origin: Origin): Value {
  const known = truth(left);
  if (known !== undefined) return known === when ? left : right;
  if (same(left, right)) return left;
  return left.kind === 'unknown' ? left : unknown('it depends on an unknown value', origin);
}

function compute(operator: string, left: Value, right: Value): Value | undefined {
  switch (operator) {
    case 'is':
    case '==':
      return equality(left, right, operator === 'is');
    case 'is not':
    case '!=': {
      const equal = equality(left, right, operator === 'is not');
      return equal && constant(!equal.value);
    }
    case 'in':
      return membership(left, right);
    case 'not in': {
      const found = membership(left, right);
      return found && constant(!found.value);
    }
    case '%':
      if (left.kind === 'constant' && typeof left.value === 'string')
        return percentFormat(left.value, right);
      break;
    default:
  }
  if (left.kind === 'sequence' && right.kind === 'sequence')
    return sequences(operator, left, right);
  if (left.kind === 'dict' && right.kind === 'dict' && operator === '|') {
    return {
      kind: 'dict',
      entries: [...left.entries, ...right.entries],
      open: left.open || right.open,
    };
  }
  if (left.kind !== 'constant' || right.kind !== 'constant') return undefined;
  return constants(operator, left.value, right.value);
}

function equality(left: Value, right: Value, identity: boolean): Constant | undefined {
  if (same(left, right)) return constant(true);
  const plain = ['constant', 'class', 'module', 'function', 'member'];
  if (left.kind === 'constant' && right.kind === 'constant')
    return constant(left.value === right.value);
  // A class or a function is never None.
  if (isNone(left) || isNone(right)) {
    const other = isNone(left) ? right : left;
    return identity && isNeverNone(other) ? constant(false) : undefined;
  }
  return plain.includes(left.kind) && plain.includes(right.kind) && identity
    ? constant(false)
    : undefined;
}

/** Of calls, those of a class and of SQLAlchemy. */
function isNeverNone(value: Value): boolean {
  if (value.kind === 'call')
    return value.callee.kind === 'class' || libraryName(value.callee) !== undefined;
  return ['class', 'function', 'sequence', 'dict', 'module'].includes(value.kind);
}

function membership(item: Value, container: Value): Constant | undefined {
  if (container.kind === 'constant' && typeof container.value === 'string') {
    return item.kind === 'constant' && typeof item.value === 'string'
      ? constant(container.value.includes(item.value))
      : undefined;
  }
  const items =
    container.kind === 'sequence'
      ? container.items
      : container.kind === 'dict'
        ? container.entries.map(([key]) => key)
        : undefined;
  if (!items) return undefined;
  if (items.some((other) => same(item, other))) return constant(true);
  const open = (container as { open: boolean }).open;
  const plain = item.kind === 'constant' && items.every(({ kind }) => kind === 'constant');
  return !open && plain ? constant(false) : undefined;
}

type Sequenced = Extract<Value, { kind: 'sequence' }>;

function sequences(operator: string, left: Sequenced, right: Sequenced): Value | undefined {
  if (operator !== '+' && operator !== '|') return compareTuples(operator, left, right);
  if (left.items.length + right.items.length > MAX_LENGTH) return undefined;
  return { ...left, items: [...left.items, ...right.items], open: left.open || right.open };
}

/** `sys.version_info >= (3, 11)`. */
function compareTuples(operator: string, left: Sequenced, right: Sequenced): Value | undefined {
  if (!['<', '<=', '>', '>='].includes(operator)) return undefined;
  for (const [index, one] of left.items.entries()) {
    const other = right.items[index];
    if (!other) break;
    if (one.kind !== 'constant' || other.kind !== 'constant') return undefined;
    if (one.value !== other.value) return constants(operator, one.value, other.value);
  }
  if (left.open || right.open)
    return left.items.length >= right.items.length ? constant(operator.startsWith('>')) : undefined;
  return constants(operator, left.items.length, right.items.length);
}

function constants(
  operator: string,
  left: Constant['value'],
  right: Constant['value'],
): Constant | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    if (operator === '+' && left.length + right.length <= MAX_LENGTH) return constant(left + right);
    return comparison(operator, left, right);
  }
  if (typeof left === 'string' && typeof right === 'number' && operator === '*') {
    return left.length * right <= MAX_LENGTH && right >= 0
      ? constant(left.repeat(right))
      : undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const result = arithmetic(operator, left, right);
  if (result !== undefined) {
    return Number.isFinite(result) && Math.abs(result) <= Number.MAX_SAFE_INTEGER
      ? constant(result)
      : undefined;
  }
  return comparison(operator, left, right);
}

function comparison<T extends string | number>(operator: string, left: T, right: T) {
  switch (operator) {
    case '<':
      return constant(left < right);
    case '<=':
      return constant(left <= right);
    case '>':
      return constant(left > right);
    case '>=':
      return constant(left >= right);
    default:
      return undefined;
  }
}

function arithmetic(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '**':
      return left ** right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '//':
      return right === 0 ? undefined : Math.floor(left / right);
    case '%':
      return right === 0 ? undefined : left - right * Math.floor(left / right);
    case '<<':
      return left * 2 ** right;
    case '>>':
      return Math.floor(left / 2 ** right);
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
  if (value.kind === 'constant' && typeof value.value === 'number') {
    if (operator === '-') return constant(-value.value);
    if (operator === '+') return value;
    if (operator === '~') return constant(~value.value);
  }
  return unknown(`${operator}${describe(value)} is not known`, origin);
}
