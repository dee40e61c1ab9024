import { Fault } from '../errors.js';
import { article } from '../runtime/add.js';
import { accounted } from '../runtime/limits.js';
import { ObjectValue } from '../runtime/object.js';
import { force } from '../runtime/thunk.js';
import type { FunctionValue, Slot, Value } from '../runtime/value.js';
import { ArrayValue, isFunction, typeOf } from '../runtime/value.js';

/** A parameter of a standard library function that takes values of type `T`. */
export interface Parameter<T> {
  readonly name: string;
  /** What it takes, as errors name it; undefined when it takes anything. */
  readonly expected: string | undefined;
  readonly accepts: (value: Value) => boolean;
  /** Whether the argument is evaluated only when the function asks for it. */
  readonly isLazy: boolean;
  /** Used when no argument is given. */
  readonly default: Slot | undefined;
  /** Keeps `T` in the type; never there. */
  readonly type?: T;
}

type Arguments<P extends readonly Parameter<unknown>[]> = {
  [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/** A function of the standard library. */
export class Builtin {
  readonly name: string;
  readonly parameters: readonly Parameter<unknown>[];
  readonly run: (...args: never[]) => Value;

  constructor(
    name: string,
    parameters: readonly Parameter<unknown>[],
    run: (...args: never[]) => Value,
  ) {
    this.name = name;
    this.parameters = parameters;
    this.run = run;
  }

  /** Calls it with one slot a parameter; undefined stands for the default. */
  call(slots: readonly (Slot | undefined)[]): Value {
    const args = this.parameters.map((parameter, index) => {
      const slot = slots[index];
      if (slot === undefined) return parameter.default;
      if (parameter.isLazy) return slot;
      const value = force(slot);
      this.check(index, value);
      return value;
    });
    return accounted(this.run(...(args as never[])));
  }

  /** Throws when a value is not what the parameter takes. */
  check(index: number, value: Value): void {
    const parameter = this.parameters[index]!;
    if (parameter.accepts(value)) return;
    throw new Fault(
      'type',
      `std.${this.name}: "${parameter.name}" must be ${parameter.expected}, got ${article(typeOf(value))}`,
    );
  }
}

/** Defines a function of the standard library, with the reference's name and parameter names. */
export function builtin<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (...args: Arguments<P>) => Value,
): Builtin {
  return new Builtin(name, parameters, run as (...args: never[]) => Value);
}

function parameter<T extends Value>(
  expected: string | undefined,
  accepts: (value: Value) => boolean,
): (name: string, fallback?: T) => Parameter<T> {
  return (name, fallback) => ({ name, expected, accepts, isLazy: false, default: fallback });
}

/** Parameters by what they take. A second argument is the default. */
export const any = parameter<Value>(undefined, () => true);
export const string = parameter<string>('a string', (value) => typeof value === 'string');
export const number = parameter<number>('a number', (value) => typeof value === 'number');
export const boolean = parameter<boolean>('a boolean', (value) => typeof value === 'boolean');
export const array = parameter<ArrayValue>('an array', (value) => value instanceof ArrayValue);
export const object = parameter<ObjectValue>('an object', (value) => value instanceof ObjectValue);
export const func = parameter<FunctionValue>('a function', isFunction);
export const sequence = parameter<ArrayValue | string>(
  'an array or a string',
  (value) => value instanceof ArrayValue || typeof value === 'string',
);

/** A whole number that a double holds exactly. */
export const integer = parameter<number>('a whole number', (value) => Number.isSafeInteger(value));

/** A parameter whose argument is evaluated only when the function forces it. */
export function lazy(name: string, fallback?: Slot): Parameter<Slot> {
  return { name, expected: undefined, accepts: () => true, isLazy: true, default: fallback };
}
