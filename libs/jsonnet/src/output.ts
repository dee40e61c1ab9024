import { Fault } from './errors.js';
import { deeply, machine, tick } from './runtime/machine.js';
import { ObjectValue } from './runtime/object.js';
import { Thunk, force } from './runtime/thunk.js';
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
  const holder: unknown[] = [];
  const levels: Level[] = [];
  put(root, holder, 0);
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { from, into, slots } = level;
    const index = level.next++;
    if (index >= (slots ?? (from as ArrayValue)).length) {
      levels.pop();
      continue;
    }
    try {
      if (from instanceof ArrayValue) {
        put(element(from, index), into as unknown[], index);
      } else {
        const slot = slots![index]!;
        const { name } = from.shape.fields[slot]!.definition;
        put(field(from, slot), into as Record<string, unknown>, name);
      }
    } catch (error) {
      if (error instanceof Fault) placeFault(error, levels);
      throw error;
    }
  }
  return holder[0];

  function put(
    value: Value,
    into: unknown[] | Record<string, unknown>,
    key: string | number,
  ): void {
    let plain: unknown = value;
    if (value instanceof ArrayValue) {
      plain = enter(value, [], undefined);
    } else if (value instanceof ObjectValue) {
      if (value.shape.hasAssertions) check(value);
      plain = enter(value, {}, value.shape.sorted(false));
    } else if (typeof value === 'object' && value !== null) {
      throw new Fault(
        'output',
        'the result holds a function, which has no JSON form',
        undefined,
        'call it, or hide its field with "::"',
      );
    }
    if (key === '__proto__') {
      const options = { value: plain, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(into, key, options);
    } else {
      (into as Record<string | number, unknown>)[key] = plain;
    }
  }

  function enter(from: Level['from'], into: Level['into'], slots: Level['slots']): Level['into'] {
    tick((slots ?? (from as ArrayValue)).length);
    if (machine.depth + levels.length >= machine.maxStack) {
      throw new Fault(
        'recursion',
        `the result is nested more than ${machine.maxStack} levels deep`,
        undefined,
        'it may have no end; if it only is deep, raise maxStack',
      );
    }
    levels.push({ from, into, slots, next: 0 });
    return into;
  }
}

function element(from: ArrayValue, index: number): Value {
  const item = from.items[index]!;
  if (!(item instanceof Thunk)) return item;
  return item.code === undefined ? item.value : deeply(() => force(item));
}

function field(from: ObjectValue, slot: number): Value {
  return from.evaluated(slot) ?? deeply(() => from.at(slot));
}

function check(value: ObjectValue): void {
  deeply(() => {
    value.check();
  });
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
      const { name, valueSpan } = from.shape.fields[slots![next - 1]!]!.definition;
      path += /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
      span = valueSpan ?? span;
    }
  }
  if (!span) return;
  fault.span ??= span;
  const isKnown = levels.length === 1 && fault.steps.at(-1)?.span === span;
  if (!isKnown && path.length < 400) {
    fault.steps.push({ description: `the result at ${path.replace(/^\./, '')}`, span });
  }
}
