import { Fault } from '../errors.js';
import type { Span } from '../source.js';
import type { Visibility } from '../syntax/ast.js';
import { tick } from './machine.js';
import { sortStrings } from './text.js';
import type { Code, Frame, Slot } from './value.js';

/** A field as one object literal defines it. */
export interface FieldDefinition {
  readonly name: string;
  readonly visibility: Visibility;
  /** Whether it adds to the inherited field: `+:`. */
  readonly extends: boolean;
  /** Run for the value, unless `slot` has it. Replaces itself when it is compiled. */
  code: Code | undefined;
  readonly slot: Slot | undefined;
  /** The frame around this field alone: the turn of the comprehension that made it. */
  readonly frame: Frame | undefined;
  /** Where its name and value stand; undefined for fields that the standard library made. */
  readonly nameSpan: Span | undefined;
  readonly valueSpan: Span | undefined;
}

/** An `assert` inside an object. Throws when it fails. */
export type AssertionCode = (frame: Frame) => void;

/** What an object literal says, apart from the variables around it. Objects are made of layers. */
export interface Layer {
  readonly fields: readonly FieldDefinition[];
  /** Fills the locals of a new frame; undefined when the layer needs no frame of its own. */
  readonly initialize: ((frame: Frame) => void) | undefined;
  readonly frameSize: number;
  readonly assertions: readonly AssertionCode[];
  /** Whether it is the same for every object of the literal, so that merges are worth keeping. */
  readonly isFixed: boolean;
  readonly span: Span | undefined;
}

/** A field of an object: its last definition and, through `below`, the ones it overrides. */
export interface ShapeField {
  readonly definition: FieldDefinition;
  readonly layer: number;
  /** With inheritance applied. */
  readonly visibility: Visibility;
  readonly below: ShapeField | undefined;
}

/** A field that `without` took off an object; the layers under `until` still inherit it. */
interface RemovedField {
  readonly field: ShapeField;
  readonly until: number;
}

const MAX_LAYERS = 1_000_000;

/** The layers of an object and the fields they add up to. Objects made alike share it. */
export class Shape {
  readonly layers: readonly Layer[];
  readonly fields: readonly ShapeField[];
  readonly index: ReadonlyMap<string, number>;
  readonly hasAssertions: boolean;
  readonly #isFixed: boolean;
  readonly #removed: readonly RemovedField[];
  #merged: Map<Shape, Shape> | undefined;
  #visible: readonly number[] | undefined;
  #all: readonly number[] | undefined;

  private constructor(
    layers: readonly Layer[],
    fields: readonly ShapeField[],
    index: ReadonlyMap<string, number>,
    removed: readonly RemovedField[] = [],
  ) {
    this.#removed = removed;
    this.layers = layers;
    this.fields = fields;
    this.index = index;
    this.hasAssertions = layers.some((layer) => layer.assertions.length > 0);
    this.#isFixed = removed.length === 0 && layers.every((layer) => layer.isFixed);
  }

  static ofLayer(layer: Layer): Shape {
    const index = new Map<string, number>();
    const fields = layer.fields.map((definition, slot): ShapeField => {
      index.set(definition.name, slot);
      return { definition, layer: 0, visibility: definition.visibility, below: undefined };
    });
    return new Shape([layer], fields, index);
  }

  /** The shape of `this + right`, if it was worked out before. */
  known(right: Shape): Shape | undefined {
    return this.#merged?.get(right);
  }

  /** The shape of `shapes[0] + shapes[1] + …`. */
  static merge(shapes: readonly Shape[]): Shape {
    const KEPT = 8;
    if (shapes.length > KEPT || !shapes.every((shape) => shape.#isFixed)) return combine(shapes);
    return shapes.reduce((left, right) => {
      const known = left.#merged?.get(right);
      if (known) return known;
      const made = combine([left, right]);
      (left.#merged ??= new Map()).set(right, made);
      return made;
    });

    function combine(parts: readonly Shape[]): Shape {
      const layers: Layer[] = [];
      const removed: RemovedField[] = [];
      const fields = [...parts[0]!.fields];
      const index = new Map(parts[0]!.index);
      for (const part of parts) {
        if (part !== parts[0] || layers.length > 0) {
          for (const field of part.fields) {
            const slot = index.get(field.definition.name);
            const below = slot === undefined ? undefined : fields[slot];
            const at = slot ?? fields.length;
            fields[at] = above(field, layers.length, below);
            index.set(field.definition.name, at);
          }
        }
        for (const { field, until } of part.#removed) {
          const moved = above(field, layers.length, undefined);
          removed.push({ field: moved, until: until + layers.length });
        }
        tick(part.layers.length);
        if (layers.length + part.layers.length > MAX_LAYERS) {
          throw new Fault('limit', `an object of more than ${MAX_LAYERS} merged objects`);
        }
        for (const layer of part.layers) layers.push(layer);
      }
      return new Shape(layers, fields, index, removed);
    }
  }

  /** The shape without one of its fields. Inside, the layers still inherit from each other. */
  without(name: string): Shape {
    const slot = this.index.get(name);
    if (slot === undefined) return this;
    const fields = this.fields.filter((_, at) => at !== slot);
    const index = new Map(fields.map(({ definition }, at) => [definition.name, at]));
    const removed = { field: this.fields[slot]!, until: this.layers.length };
    return new Shape(this.layers, fields, index, [...this.#removed, removed]);
  }

  /** The last definition of a field below a layer. */
  below(name: string, layer: number): ShapeField | undefined {
    for (const { field, until } of this.#removed) {
      if (field.definition.name !== name || layer >= until) continue;
      const found = firstBelow(field, layer);
      if (found) return found;
    }
    const slot = this.index.get(name);
    return slot === undefined ? undefined : firstBelow(this.fields[slot]!, layer);
  }

  /** The slots of the fields in the order of their names, with or without the hidden ones. */
  sorted(includeHidden: boolean): readonly number[] {
    if (includeHidden) return (this.#all ??= this.#sort(true));
    return (this.#visible ??= this.#sort(false));
  }

  #sort(includeHidden: boolean): number[] {
    const names: string[] = [];
    for (const { definition, visibility } of this.fields) {
      if (includeHidden || visibility !== '::') names.push(definition.name);
    }
    return sortStrings(names).map((name) => this.index.get(name)!);
  }
}

function firstBelow(top: ShapeField, layer: number): ShapeField | undefined {
  let field: ShapeField | undefined = top;
  while (field && field.layer >= layer) field = field.below;
  return field;
}

/** A field and all it overrides, moved `offset` layers up and put over `below`. */
function above(field: ShapeField, offset: number, below: ShapeField | undefined): ShapeField {
  const chain: ShapeField[] = [];
  for (let at: ShapeField | undefined = field; at; at = at.below) chain.push(at);
  let moved = below;
  for (const { definition, layer } of chain.reverse()) {
    const inherits = definition.visibility === ':' && moved !== undefined;
    const visibility = inherits ? moved!.visibility : definition.visibility;
    moved = { definition, layer: layer + offset, visibility, below: moved };
  }
  return moved!;
}
