import { didYouMean } from '../did-you-mean.js';
import { Fault } from '../errors.js';
import { LAYER_SLOT, SELF_SLOT } from '../resolve/scope.js';
import { article } from '../runtime/add.js';
import { ObjectValue } from '../runtime/object.js';
import type { Shape } from '../runtime/shape.js';
import { slice } from '../runtime/slice.js';
import { characterAt, lengthOf } from '../runtime/text.js';
import { Thunk, force, known } from '../runtime/thunk.js';
import type { Body, Code, DelayedCode, Slot, Value } from '../runtime/value.js';
import { ArrayValue, isFunction, typeOf } from '../runtime/value.js';
import type { Span } from '../source.js';
import type { Address, InSuper, Index, Slice, SuperIndex } from '../syntax/ast.js';
import type { Compiler } from './compiler.js';
import { outward } from './variables.js';

export function compileIndex(compiler: Compiler, node: Index): Code {
  const { target, index } = node;
  if (index.kind === 'literal' && typeof index.value === 'string') {
    if (target.kind === 'variable' && !target.address && target.name === 'std') {
      return compileStandard(compiler, index.value, compiler.span(index));
    }
    return compileField(compiler.compile(target), index.value, compiler.span(index));
  }
  const of = compiler.compile(target);
  const at = compiler.compile(index);
  const span = compiler.span(index);
  const targetSpan = compiler.span(target);
  return (frame) => {
    const value = of(frame);
    if (typeof value === 'string') return character(value, at(frame), span);
    if (value instanceof ArrayValue) return element(value, at(frame), span);
    if (value instanceof ObjectValue) {
      const name = at(frame);
      if (typeof name !== 'string') {
        const found = article(typeOf(name));
        throw new Fault('type', `the name of a field must be a string, got ${found}`, span);
      }
      return value.get(name) ?? orMissing(value, name, span);
    }
    throw notIndexable(value, targetSpan);
  };
}

/**
 * `text[index]` or `array[index]` where its value may never be needed. When both variables have their
 * values, and the element is there, taking it is less than delaying it.
 */
export function delayElement(target: Address, index: Address, body: Body): DelayedCode {
  return (frame) => {
    const at = known(outward(frame, index.hops)[index.slot] as Slot | undefined);
    if (typeof at === 'number' && at >= 0) {
      const of = known(outward(frame, target.hops)[target.slot] as Slot | undefined);
      const found =
        typeof of === 'string'
          ? characterAt(of, at)
          : of instanceof ArrayValue && at < of.length
            ? of.items[at]
            : undefined;
      if (found !== undefined) return found;
    }
    return new Thunk(body, frame);
  };
}

/** A field with a fixed name. The place of the name in the last shape seen is kept. */
function compileField(target: Code, name: string, span: Span): Code {
  let shape: Shape | undefined;
  let slot = 0;
  return (frame) => {
    const value = target(frame);
    if (!(value instanceof ObjectValue)) throw noFields(value, name, span);
    if (value.shape !== shape) {
      const found = value.shape.index.get(name);
      if (found === undefined) throw missingField(value, name, span);
      shape = value.shape;
      slot = found;
    }
    return value.at(slot);
  };
}

function compileStandard(compiler: Compiler, name: string, span: Span): Code {
  return () => {
    const library = compiler.program.standardLibrary(compiler.file);
    return library.get(name) ?? orMissing(library, name, span, 'the standard library');
  };
}

/** `get` answers undefined for no field, and null is a value: `??` must tell them apart. */
function orMissing(object: ObjectValue, name: string, span: Span, what?: string): Value {
  if (object.shape.index.has(name)) return null;
  throw missingField(object, name, span, what);
}

function missingField(object: ObjectValue, name: string, span: Span, what = 'the object'): Fault {
  const names = [...object.shape.index.keys()];
  const problem = `${what} has no field ${JSON.stringify(name)}`;
  const hint =
    didYouMean(name, names) ??
    (names.length === 0
      ? 'the object is empty'
      : names.length <= 12
        ? `it has ${names.sort().join(', ')}`
        : undefined);
  return new Fault('field', problem, span, hint);
}

function noFields(value: Value, name: string, span: Span): Fault {
  const hint =
    value === null
      ? 'the value before the dot is null'
      : isFunction(value)
        ? 'call the function first'
        : undefined;
  const found = article(typeOf(value));
  return new Fault('type', `cannot take the field "${name}" of ${found}`, span, hint);
}

function notIndexable(value: Value, span: Span): Fault {
  const found = article(typeOf(value));
  return new Fault('type', `only objects, arrays and strings have elements, got ${found}`, span);
}

function element(array: ArrayValue, index: Value, span: Span): Value {
  const at = checkIndex(index, array.length, 'array', span);
  return force(array.items[at]!);
}

function character(text: string, index: Value, span: Span): Value {
  const found = typeof index === 'number' && index >= 0 ? characterAt(text, index) : undefined;
  return found ?? characterAt(text, checkIndex(index, lengthOf(text), 'string', span))!;
}

function checkIndex(index: Value, length: number, what: string, span: Span): number {
  if (typeof index !== 'number') {
    const found = article(typeOf(index));
    throw new Fault('type', `the index of ${article(what)} must be a number, got ${found}`, span);
  }
  if (Number.isInteger(index) && index >= 0 && index < length) return index;
  const hint = index === length && length > 0 ? `the last index is ${length - 1}` : undefined;
  const problem = Number.isInteger(index)
    ? `index ${index} is out of bounds: the ${what} has length ${length}`
    : `an index must be a whole number, got ${index}`;
  throw new Fault('field', problem, span, hint);
}

export function compileSuperIndex(compiler: Compiler, node: SuperIndex): Code {
  const index = compiler.compile(node.index);
  const span = compiler.span(node.index);
  const hops = node.hops!;
  return (frame) => {
    const own = outward(frame, hops);
    const self = own[SELF_SLOT] as ObjectValue;
    const name = index(frame);
    if (typeof name !== 'string') {
      const found = article(typeOf(name));
      throw new Fault('type', `the name of a field must be a string, got ${found}`, span);
    }
    const layer = own[LAYER_SLOT] as number;
    const value = self.inherited(name, layer);
    if (value !== undefined) return value;
    if (layer === 0) {
      const problem = `there is no super object to take ${JSON.stringify(name)} from`;
      throw new Fault('field', problem, span, 'super is the left side of "+"');
    }
    const inherited = [...self.shape.index.keys()].filter((other) => self.inherits(other, layer));
    const problem = `the super object has no field ${JSON.stringify(name)}`;
    throw new Fault('field', problem, span, didYouMean(name, inherited));
  };
}

export function compileInSuper(compiler: Compiler, node: InSuper): Code {
  const index = compiler.compile(node.index);
  const span = compiler.span(node.index);
  const hops = node.hops!;
  return (frame) => {
    const own = outward(frame, hops);
    const name = index(frame);
    if (typeof name !== 'string') {
      const found = article(typeOf(name));
      throw new Fault('type', `the name of a field must be a string, got ${found}`, span);
    }
    return (own[SELF_SLOT] as ObjectValue).inherits(name, own[LAYER_SLOT] as number);
  };
}

export function compileSlice(compiler: Compiler, node: Slice): Code {
  const absent = (): Value => null;
  const target = compiler.compile(node.target);
  const [from, to, step] = [node.from, node.to, node.step].map((part) =>
    part ? compiler.compile(part) : absent,
  ) as [Code, Code, Code];
  const span = compiler.span(node);
  return (frame) => {
    const value = target(frame);
    if (!(value instanceof ArrayValue) && typeof value !== 'string') {
      const found = article(typeOf(value));
      throw new Fault('type', `only arrays and strings have slices, got ${found}`, span);
    }
    return slice(value, from(frame), to(frame), step(frame), span);
  };
}
