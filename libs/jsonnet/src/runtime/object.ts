import { Fault } from '../errors.js';
import { add } from './add.js';
import { activate, machine, tick, tooManySteps, traced } from './machine.js';
import type { ShapeField } from './shape.js';
import { Shape } from './shape.js';
import { Thunk, force } from './thunk.js';
import type { Frame, Slot, Value } from './value.js';

/** Stands in the place of a field's value while it is evaluated. */
const RUNNING = Symbol('running');

const NO_FRAMES: readonly Frame[] = [];

/**
 * An object: a shape, the frame around each of its layers, and the values of the fields that were
 * needed so far. The sum of two objects is worked out only when a field of it is needed, so that a
 * loop of `o + { … }` takes linear time.
 */
export class ObjectValue {
  #shape: Shape | undefined;
  #outer: readonly Frame[];
  #sum: readonly [ObjectValue, ObjectValue] | undefined;
  #frames: (Frame | undefined)[] | undefined;
  #values: (Value | typeof RUNNING | undefined)[] | undefined;
  #isChecked = false;

  private constructor(
    shape: Shape | undefined,
    outer: readonly Frame[],
    sum: readonly [ObjectValue, ObjectValue] | undefined,
  ) {
    this.#shape = shape;
    this.#outer = outer;
    this.#sum = sum;
  }

  /** @param outer the frame around the literal */
  static ofLayer(shape: Shape, outer: Frame): ObjectValue {
    return new ObjectValue(shape, [outer], undefined);
  }

  static sum(left: ObjectValue, right: ObjectValue): ObjectValue {
    // Objects that are made alike were most likely added before.
    const shape = left.#shape && right.#shape && left.#shape.known(right.#shape);
    return shape
      ? new ObjectValue(shape, left.#outer.concat(right.#outer), undefined)
      : new ObjectValue(undefined, NO_FRAMES, [left, right]);
  }

  /** The object without one of its fields. */
  without(name: string): ObjectValue {
    return new ObjectValue(this.shape.without(name), this.#outer, undefined);
  }

  get shape(): Shape {
    return this.#shape ?? this.#flatten();
  }

  #flatten(): Shape {
    const parts: ObjectValue[] = [];
    const rest: ObjectValue[] = [this];
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (next.#sum) rest.push(next.#sum[1], next.#sum[0]);
      else {
        tick(1);
        parts.push(next);
      }
    }
    this.#shape = Shape.merge(parts.map((part) => part.#shape!));
    this.#outer = joined(parts.map((part) => part.#outer));
    this.#sum = undefined;
    return this.#shape;
  }

  /** The value of a field, or undefined when there is none of this name. */
  get(name: string): Value | undefined {
    const slot = this.shape.index.get(name);
    return slot === undefined ? undefined : this.at(slot);
  }

  /** The value of the field in a slot of the shape. */
  at(slot: number): Value {
    const value = this.#values?.[slot];
    return value !== undefined && value !== RUNNING ? value : this.#evaluate(slot);
  }

  /** The value of a field that needs no evaluation any more. */
  evaluated(slot: number): Value | undefined {
    const value = this.#values?.[slot];
    if (value !== undefined && value !== RUNNING) return value;
    const { definition, below } = this.shape.fields[slot]!;
    const isFixed = definition.slot !== undefined && !(definition.slot instanceof Thunk);
    return isFixed && !(definition.extends && below) ? (definition.slot as Value) : undefined;
  }

  #evaluate(slot: number): Value {
    this.check();
    const shape = this.shape;
    const field = shape.fields[slot]!;
    const { definition } = field;
    const values = (this.#values ??= new Array<Value | undefined>(shape.fields.length));
    if (values[slot] === RUNNING) {
      throw new Fault(
        'recursion',
        `infinite recursion: the field "${definition.name}" needs its own value`,
        definition.valueSpan,
      );
    }
    if (definition.slot !== undefined && !(definition.extends && field.below)) {
      return (values[slot] = force(definition.slot));
    }
    if (++machine.steps > machine.maxSteps) throw tooManySteps();
    values[slot] = RUNNING;
    try {
      if (++machine.depth > machine.limit) return (values[slot] = this.#computeDeep(field, slot));
      const value = this.#compute(field);
      machine.depth--;
      return (values[slot] = value);
    } catch (error) {
      if (!(error instanceof Fault) && machine.segment === undefined) values[slot] = undefined;
      throw trace(error, field);
    }
  }

  /**
   * The value that the layers under `layer` give a field, or undefined when they have none of this
   * name. It is not kept: the same field may be asked for from several layers.
   */
  inherited(name: string, layer: number): Value | undefined {
    const field = this.shape.below(name, layer);
    if (!field) return undefined;
    if (++machine.steps > machine.maxSteps) throw tooManySteps();
    try {
      if (++machine.depth > machine.limit) return this.#computeDeep(field, undefined);
      const value = this.#compute(field);
      machine.depth--;
      return value;
    } catch (error) {
      throw trace(error, field);
    }
  }

  inherits(name: string, layer: number): boolean {
    return this.shape.below(name, layer) !== undefined;
  }

  /** Apart from the usual way, which then allocates no closures. */
  #computeDeep(field: ShapeField, slot: number | undefined): Value {
    const forget = (): void => {
      if (slot !== undefined) this.#values![slot] = undefined;
    };
    return activate(() => this.#compute(field), forget);
  }

  #compute(field: ShapeField): Value {
    if (!field.definition.extends || !field.below) return this.#run(field);
    // `a+:` over `a+:` over `a:` is a sum from the bottom up; there may be thousands of terms.
    const terms: ShapeField[] = [];
    let at: ShapeField | undefined = field;
    do {
      terms.push(at);
      at = at.definition.extends ? at.below : undefined;
    } while (at);
    let sum = this.#run(terms.pop()!);
    for (let term = terms.pop(); term; term = terms.pop()) {
      sum = add(sum, this.#run(term), term.definition.valueSpan);
    }
    return sum;
  }

  #run({ definition, layer }: ShapeField): Value {
    if (definition.slot !== undefined) return force(definition.slot);
    return definition.code!(this.#frame(layer, definition.frame));
  }

  #frame(index: number, turn: Frame | undefined): Frame {
    const layer = this.shape.layers[index]!;
    if (!layer.initialize) return turn ?? this.#outer[index]!;
    if (turn) return this.#newFrame(index, turn);
    return ((this.#frames ??= [])[index] ??= this.#newFrame(index, this.#outer[index]!));
  }

  #newFrame(index: number, outer: Frame): Frame {
    const layer = this.shape.layers[index]!;
    const frame: Frame = new Array<Slot>(layer.frameSize);
    frame[0] = outer;
    frame[1] = this;
    frame[2] = index;
    layer.initialize!(frame);
    return frame;
  }

  /** Runs the assertions, the first time that it is called. */
  check(): void {
    if (!this.#isChecked && this.shape.hasAssertions) this.#runAssertions();
  }

  #runAssertions(): void {
    this.#isChecked = true;
    const run = (): void => {
      this.shape.layers.forEach(({ assertions }, index) => {
        for (const assertion of assertions) assertion(this.#frame(index, undefined));
      });
    };
    const forget = (): void => void (this.#isChecked = false);
    if (++machine.depth > machine.limit) return activate(run, forget);
    try {
      run();
    } catch (error) {
      if (!(error instanceof Fault)) forget();
      throw error;
    }
    machine.depth--;
  }
}

function joined(parts: readonly (readonly Frame[])[]): Frame[] {
  return NO_FRAMES.concat(...parts);
}

function trace(error: unknown, { definition: { name, valueSpan } }: ShapeField): unknown {
  return valueSpan ? traced(error, `field ${JSON.stringify(name)}`, valueSpan) : error;
}
