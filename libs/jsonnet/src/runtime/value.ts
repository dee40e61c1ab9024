import type { Span } from '../source.js';
import type { Builtin } from '../std/builtin.js';
import type { FunctionTemplate } from './function-template.js';
import type { ObjectValue } from './object.js';
import type { Thunk } from './thunk.js';

/** What an expression evaluates to. */
export type Value = null | boolean | number | string | ArrayValue | ObjectValue | FunctionValue;

/** A value that may be yet to be evaluated. */
export type Slot = Value | Thunk;

/**
 * The variables of one activation. Slot 0 is the frame around it (none for a file); the resolver
 * gave the others their use.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a type alias cannot refer to itself
export interface Frame extends Array<Slot | Frame | undefined> {}

/** A compiled expression. */
export type Code = (frame: Frame) => Value;
/**
 * What thunks and fields run for their value. Much of a large library is never run, so most of it is
 * compiled only on its first run.
 */
export class Body {
  code: Code;

  constructor(code: Code) {
    this.code = code;
  }

  static compiledLate(compile: () => Code): Body {
    const body: Body = new Body((frame) => {
      body.code = compile();
      return body.code(frame);
    });
    return body;
  }
}

/** A compiled expression that may leave the evaluation to the one who needs the value. */
export type DelayedCode = (frame: Frame) => Slot;

/** A function of the program. */
export class Closure {
  readonly template: FunctionTemplate;
  readonly frame: Frame;

  constructor(template: FunctionTemplate, frame: Frame) {
    this.template = template;
    this.frame = frame;
  }
}

/** A function of the standard library, as a value. */
export class NativeFunction {
  readonly builtin: Builtin;

  constructor(builtin: Builtin) {
    this.builtin = builtin;
  }
}

export type FunctionValue = Closure | NativeFunction;

/** Where an array's elements were written: one run of them for each array literal in it. */
export interface Origin {
  readonly length: number;
  /** Undefined for elements that no literal wrote. */
  readonly spans: ((index: number) => Span) | undefined;
}

/**
 * An array. Its elements are the first `length` of `items`, which arrays may share: an array that is
 * extended hands its items on to the longer one, so that a loop of `xs + [x]` takes linear time.
 */
export class ArrayValue {
  readonly items: Slot[];
  readonly length: number;
  readonly origins: readonly Origin[] | undefined;

  constructor(items: Slot[], origins?: readonly Origin[], length = items.length) {
    this.items = items;
    this.length = length;
    this.origins = origins;
  }
}

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'function';

export function typeOf(value: Value): TypeName {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value as 'boolean' | 'number' | 'string';
  if (value instanceof ArrayValue) return 'array';
  return isFunction(value) ? 'function' : 'object';
}

export function isFunction(value: Value): value is FunctionValue {
  return value instanceof Closure || value instanceof NativeFunction;
}

/** Where an element of an array was written, if an array literal did. */
export function elementSpan(array: ArrayValue, index: number): Span | undefined {
  let before = 0;
  for (const { length, spans } of array.origins ?? []) {
    if (index < before + length) return spans?.(index - before);
    before += length;
  }
  return undefined;
}
