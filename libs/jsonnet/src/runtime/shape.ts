import { Fault } from '../errors.js';
import type { Span } from '../source.js';
import type { Visibility } from '../syntax/ast.js';
import { tick } from './budget.js';
import { sortStrings } from './text.js';
import type { Body, Frame, Slot } from './value.js';

/** What an object literal says of a field, apart from its name. */
export interface FieldSource {
  readonly visibility: Visibility;
  /** Whether it adds to the inherited field: `+:`. */
  readonly extends: boolean;
  /** Run for the value, unless `slot` has it. */
  readonly body: Body | undefined;
  readonly slot: Slot | undefined;
  /** Where its name and value stand; undefined for fields that the standard library made. */
  readonly nameSpan: Span | undefined;
  readonly valueSpan: Span | undefined;
}

/** An `assert` inside an object. Throws when it fails. */
export type AssertionCode = (frame: Frame) => void;

/** What an object literal says, apart from its fields. Objects are made of layers. */
export interface Layer {
  /** Fills the locals of a new frame; undefined when the layer needs no frame of its own. */
  readonly initialize: ((frame: Frame) => void) | undefined;
  readonly frameSize: number;
  readonly assertions: readonly AssertionCode[];
  /** Whether it is the same for every object of the literal, so that merges are worth keeping. */
  readonly isFixed: boolean;
  readonly span: Span | undefined;
}

/** A field of an object: its last definition and, through `below`, the ones it overrides. */
export class ShapeField {
  readonly name: string;
  readonly source: FieldSource;
  /** The frame around this field alone: the turn of the comprehension that made it. */
  readonly turn: Frame | undefined;
  readonly layer: number;
  /** With inheritance applied. */
  readonly visibility: Visibility;
  readonly below: ShapeField | undefined;
  /** Whether its value is added to the one that it overrides. */
  readonly isSum: boolean;

  constructor(
    name: string,
    source: FieldSource,
    turn: Frame | undefined,
    layer: number,
    below: ShapeField | undefined,
  ) {
    this.name = name;
    this.source = source;
    this.turn = turn;
    this.layer = layer;
    this.visibility = below && source.visibility === ':' ? below.visibility : source.visibility;
    this.below = below;
    this.isSum = source.extends && below !== undefined;
  }
}

/** A field that `without` took off an object; the layers under `until` still inherit it. */
interface RemovedField {
  readonly field: ShapeField;
  readonly until: number;
}

const NOTHING_REMOVED: readonly RemovedField[] = [];

const MAX_LAYERS = 1_000_000;

/** The layers of an object and the fields they add up to. Objects made alike share it. */
export class Shape {
  readonly layers: readonly Layer[];
  readonly fields: readonly ShapeField[];
  readonly index: ReadonlyMap<string, number>;
  readonly hasAssertions: boolean;
  /** Whether the objects of a literal, or of a sum of literals, share it. */
  readonly isShared: boolean;
  private readonly removed: readonly RemovedField[];
  private merged: Map<Shape, Shape> | undefined;
  private visible: readonly number[] | undefined;
  private all: readonly number[] | undefined;

  private constructor(
    layers: readonly Layer[],
    fields: readonly ShapeField[],
    index: ReadonlyMap<string, number>,
    removed: readonly RemovedField[] = NOTHING_REMOVED,
  ) {
    this.removed = removed;
    this.layers = layers;
    this.fields = fields;
    this.index = index;
    this.hasAssertions = layers.some((layer) => layer.assertions.length > 0);
    this.isShared = removed.length === 0 && layers.every((layer) => layer.isFixed);
    this.merged = undefined;
    this.visible = undefined;
    this.all = undefined;
  }

  /** @param index the places of the fields, by name */
  static ofLayer(
    layer: Layer,
    fields: readonly ShapeField[],
    index: ReadonlyMap<string, number>,
  ): Shape {
    return new Shape([layer], fields, index);
  }

  /** The shape of `this + right`, if it was worked out before. */
  known(right: Shape): Shape | undefined {
    return this.merged?.get(right);
  }

  /** The shape of `shapes[0] + shapes[1] + …`. */
  static merge(shapes: readonly Shape[]): Shape {
    const KEPT = 8;
    if (shapes.length > KEPT || !shapes.every((shape) => shape.isShared)) return combine(shapes);
    return shapes.reduce((left, right) => {
      const known = left.merged?.get(right);
      if (known) return known;
      const made = combine([left, right]);
      (left.merged ??= new Map()).set(right, made);
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
            const slot = index.get(field.name);
            const below = slot === undefined ? undefined : fields[slot];
            const at = slot ?? fields.length;
            fields[at] = above(field, layers.length, below);
            index.set(field.name, at);
          }
        }
        for (const { field, until } of part.removed) {
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
    const index = new Map(fields.map(({ name: other }, at) => [other, at]));
    const removed = { field: this.fields[slot]!, until: this.layers.length };
    return new Shape(this.layers, fields, index, [...this.removed, removed]);
  }

  /** The last definition of a field below a layer. */
  below(name: string, layer: number): ShapeField | undefined {
    for (const { field, until } of this.removed) {
      if (field.name !== name || layer >= until) continue;
      const found = firstBelow(field, layer);
      if (found) return found;
    }
    const slot = this.index.get(name);
    return slot === undefined ? undefined : firstBelow(this.fields[slot]!, layer);
  }

  /** The slots of the fields in the order of their names, with or without the hidden ones. */
  sorted(includeHidden: boolean): readonly number[] {
    if (includeHidden) return (this.all ??= this.sort(true));
    return (this.visible ??= this.sort(false));
  }

  private sort(includeHidden: boolean): number[] {
    const names: string[] = [];
    for (const field of this.fields) {
      if (includeHidden || field.visibility !== '::') names.push(field.name);
    }
    const slots: number[] = [];
    for (const name of sortStrings(names)) slots.push(this.index.get(name)!);
    return slots;
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
  for (const { name, source, turn, layer } of chain.reverse()) {
    moved = new ShapeField(name, source, turn, layer + offset, moved);
  }
  return moved!;
}
