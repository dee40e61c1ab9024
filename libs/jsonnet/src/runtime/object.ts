import { Fault } from '../errors.js';
import { add } from './add.js';
import { budget, checkLimits, tick, tooDeep, traced } from './budget.js';
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
  private ownShape: Shape | undefined;
  private outer: readonly Frame[];
  private terms: readonly [ObjectValue, ObjectValue] | undefined;
  private frames: (Frame | undefined)[] | undefined;
  private values: (Value | typeof RUNNING | undefined)[] | undefined;
  private isChecked: boolean;

  private constructor(
    shape: Shape | undefined,
    outer: readonly Frame[],
    terms: readonly [ObjectValue, ObjectValue] | undefined,
  ) {
    this.ownShape = shape;
    this.outer = outer;
    this.terms = terms;
    this.frames = undefined;
    this.values = undefined;
    this.isChecked = false;
  }

  /** @param outer the frame around the literal */
  static ofLayer(shape: Shape, outer: Frame): ObjectValue {
    return new ObjectValue(shape, [outer], undefined);
  }

  static sum(left: ObjectValue, right: ObjectValue): ObjectValue {
    // Objects that are made alike were most likely added before.
    const shape = left.ownShape && right.ownShape && left.ownShape.known(right.ownShape);
    return shape
      ? new ObjectValue(shape, left.outer.concat(right.outer), undefined)
      : new ObjectValue(undefined, NO_FRAMES, [left, right]);
  }

  /** The object without one of its fields. */
  without(name: string): ObjectValue {
    return new ObjectValue(this.shape.without(name), this.outer, undefined);
  }

  get shape(): Shape {
    return this.ownShape ?? this.flatten();
  }

  private flatten(): Shape {
    const parts: ObjectValue[] = [];
    const rest: ObjectValue[] = [this];
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (next.terms) rest.push(next.terms[1], next.terms[0]);
      else {
        tick(1);
        parts.push(next);
      }
    }
    this.ownShape = Shape.merge(parts.map((part) => part.ownShape!));
    this.outer = joined(parts.map((part) => part.outer));
    this.terms = undefined;
    return this.ownShape;
  }

  /** The value of a field, or undefined when there is none of this name. */
  get(name: string): Value | undefined {
    const slot = this.shape.index.get(name);
    return slot === undefined ? undefined : this.at(slot);
  }

  /** The value of the field in a slot of the shape. */
  at(slot: number): Value {
    const known = this.values?.[slot];
    if (known !== undefined && known !== RUNNING) return known;
    this.check();
    const shape = this.shape;
    const field = shape.fields[slot]!;
    const { source } = field;
    const values = (this.values ??= new Array<Value | undefined>(shape.fields.length));
    if (known === RUNNING) {
      throw new Fault(
        'recursion',
        `infinite recursion: the field "${field.name}" needs its own value`,
        source.valueSpan,
      );
    }
    if (source.slot !== undefined && !field.isSum) return (values[slot] = force(source.slot));
    if (++budget.steps > budget.nextCheck) checkLimits();
    values[slot] = RUNNING;
    try {
      if (++budget.depth > budget.maxStack) throw tooDeep();
      const value = this.compute(field);
      budget.depth--;
      return (values[slot] = value);
    } catch (error) {
      throw trace(error, field);
    }
  }

  /** The value of a field that needs no evaluation any more. */
  evaluated(slot: number): Value | undefined {
    const value = this.values?.[slot];
    if (value !== undefined && value !== RUNNING) return value;
    const { source, isSum } = this.shape.fields[slot]!;
    return isSum || source.slot instanceof Thunk ? undefined : source.slot;
  }

  /**
   * The value that the layers under `layer` give a field, or undefined when they have none of this
   * name. It is not kept: the same field may be asked for from several layers.
   */
  inherited(name: string, layer: number): Value | undefined {
    const field = this.shape.below(name, layer);
    if (!field) return undefined;
    if (++budget.steps > budget.nextCheck) checkLimits();
    try {
      if (++budget.depth > budget.maxStack) throw tooDeep();
      const value = this.compute(field);
      budget.depth--;
      return value;
    } catch (error) {
      throw trace(error, field);
    }
  }

  inherits(name: string, layer: number): boolean {
    return this.shape.below(name, layer) !== undefined;
  }

  private compute(field: ShapeField): Value {
    if (!field.isSum) return this.runBody(field);
    // `a+:` over `a+:` over `a:` is a sum from the bottom up; there may be thousands of terms.
    const terms: ShapeField[] = [];
    let at: ShapeField | undefined = field;
    do {
      terms.push(at);
      at = at.source.extends ? at.below : undefined;
    } while (at);
    let sum = this.runBody(terms.pop()!);
    for (let term = terms.pop(); term; term = terms.pop()) {
      sum = add(sum, this.runBody(term), term.source.valueSpan);
    }
    return sum;
  }

  private runBody({ source, layer, turn }: ShapeField): Value {
    if (source.slot !== undefined) return force(source.slot);
    return source.body!.code(this.frameOf(layer, turn));
  }

  private frameOf(index: number, turn: Frame | undefined): Frame {
    const { layers } = this.shape;
    if (!layers[index]!.initialize) return turn ?? this.outer[index]!;
    if (turn) return this.newFrame(index, turn);
    this.frames ??= new Array<Frame | undefined>(layers.length);
    return (this.frames[index] ??= this.newFrame(index, this.outer[index]!));
  }

  private newFrame(index: number, outer: Frame): Frame {
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
    if (!this.isChecked && this.shape.hasAssertions) this.runAssertions();
  }

  private runAssertions(): void {
    this.isChecked = true;
    if (++budget.depth > budget.maxStack) throw tooDeep();
    this.shape.layers.forEach(({ assertions }, index) => {
      for (const assertion of assertions) assertion(this.frameOf(index, undefined));
    });
    budget.depth--;
  }
}

function joined(parts: readonly (readonly Frame[])[]): Frame[] {
  return NO_FRAMES.concat(...parts);
}

function trace(error: unknown, { name, source }: ShapeField): unknown {
  const { valueSpan } = source;
  return valueSpan ? traced(error, `field ${JSON.stringify(name)}`, valueSpan) : error;
}
