import { Fault } from './errors.js';
import { asFault, budget, reserveOutput, tick } from './runtime/budget.js';
import { ObjectValue } from './runtime/object.js';
import { force } from './runtime/thunk.js';
import type { Value } from './runtime/value.js';
import { ArrayValue, elementSpan } from './runtime/value.js';
import type { Span } from './source.js';

/** A container whose items are being turned into plain data. */
interface Level {
  readonly from: ArrayValue | ObjectValue;
  readonly into: unknown[] | Record<string, unknown>;
  /** The slots of an object's fields, in the order of their names. */
  readonly slots: readonly number[] | undefined;
  next: number;
}

/**
 * Turns a value into plain data, evaluating all of it. It walks with a stack of its own: each field
 * and element starts with JavaScript's stack empty.
 */
export function toPlain(root: Value): unknown {
  /** The containers that are being filled, each inside the one before. */
  const levels: Level[] = [];
  try {
    const result = isContainer(root) ? enter(root, levels) : root;
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const isFull = level.slots ? fillObject(level, levels) : fillArray(level, levels);
      if (isFull) levels.pop();
    }
    return result;
  } catch (error) {
    const fault = asFault(error);
    if (fault instanceof Fault) placeFault(fault, levels);
    throw fault;
  }
}

/** Fills an array up to its end, or up to an element that is a container: that comes first. */
function fillArray(level: Level, levels: Level[]): boolean {
  const { items, length } = level.from as ArrayValue;
  const into = level.into as unknown[];
  while (level.next < length) {
    const item = items[level.next++]!;
    const value = force(item);
    if (isContainer(value)) {
      into.push(enter(value, levels));
      return false;
    }
    if (typeof value === 'string') reserveOutput(value.length);
    into.push(value);
  }
  return true;
}

/** The same for an object. */
function fillObject(level: Level, levels: Level[]): boolean {
  const from = level.from as ObjectValue;
  const into = level.into as Record<string, unknown>;
  const slots = level.slots!;
  const { fields } = from.shape;
  while (level.next < slots.length) {
    const slot = slots[level.next++]!;
    const known = from.evaluated(slot);
    const value = known === undefined ? from.at(slot) : known;
    const { name } = fields[slot]!;
    if (isContainer(value)) {
      set(into, name, enter(value, levels));
      return false;
    }
    if (typeof value === 'string') reserveOutput(value.length);
    set(into, name, value);
  }
  return true;
}

type Container = Exclude<Value, null | boolean | number | string>;

function isContainer(value: Value): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Makes a container the last of the levels. What it becomes is still empty. */
function enter(value: Container, levels: Level[]): Level['into'] {
  if (value instanceof ArrayValue) {
    return push({ from: value, into: [], slots: undefined, next: 0 }, value.length, levels);
  }
  if (value instanceof ObjectValue) {
    value.check();
    const slots = value.shape.sorted(false);
    const into = value.shape.isShared ? {} : dictionary();
    return push({ from: value, into, slots, next: 0 }, slots.length, levels);
  }
  throw new Fault(
    'output',
    'the result contains a function, which has no JSON form',
    undefined,
    'call it, or hide its field with "::"',
  );
}

/**
 * An ordinary object for names that hardly come up again, as a comprehension makes them: engines
 * keep it as a dictionary, and do not work out a layout for each of its names.
 */
function dictionary(): Record<string, unknown> {
  return Object.setPrototypeOf(Object.create(null), Object.prototype) as Record<string, unknown>;
}

function push(level: Level, size: number, levels: Level[]): Level['into'] {
  tick(size);
  checkDepth(levels.length);
  levels.push(level);
  return level.into;
}

/** @param levels the containers around the one to enter. */
function checkDepth(levels: number): void {
  if (budget.depth + levels < budget.maxStack) return;
  throw new Fault(
    'recursion',
    `the result is nested more than ${budget.maxStack} levels deep`,
    undefined,
    'it may have no end; if it only is deep, raise maxStack',
  );
}

function set(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    const options = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(into, key, options);
  } else {
    into[key] = value;
  }
}

/** Adds where in the output a fault was, and a place for one that has none. */
function placeFault(fault: Fault, levels: readonly Level[]): void {
  let path = '';
  let span: Span | undefined;
  for (const { from, slots, next } of levels) {
    if (from instanceof ArrayValue) {
      path += `[${next - 1}]`;
      span = elementSpan(from, next - 1) ?? span;
    } else {
      const { name, source } = from.shape.fields[slots![next - 1]!]!;
      path += /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
      span = source.valueSpan ?? span;
    }
  }
  if (!span) return;
  fault.span ??= span;
  const isKnown = levels.length === 1 && fault.steps.at(-1)?.span === span;
  if (!isKnown && path.length < 400) {
    fault.steps.push({ description: `the result at ${path.replace(/^\./, '')}`, span });
  }
}
