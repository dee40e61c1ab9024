/** What a frame of run-time slots belongs to; slot 0 is always the frame around it. */
export class FrameLayout {
  readonly level: number;
  size: number;

  /** @param reserved how many slots have a fixed use, slot 0 included */
  constructor(parent: FrameLayout | undefined, reserved: number) {
    this.level = parent ? parent.level + 1 : 0;
    this.size = reserved;
  }
}

/** The names that are visible at a place of the program, innermost first. */
export class Scope {
  readonly frame: FrameLayout;
  /** The frames of the objects around, for `self` and `$`; undefined outside any object. */
  readonly self: FrameLayout | undefined;
  readonly outermost: FrameLayout | undefined;
  readonly #parent: Scope | undefined;
  readonly #slots = new Map<string, number>();

  private constructor(
    parent: Scope | undefined,
    frame: FrameLayout,
    self: FrameLayout | undefined,
    outermost: FrameLayout | undefined,
  ) {
    this.#parent = parent;
    this.frame = frame;
    this.self = self;
    this.outermost = outermost;
  }

  static file(): Scope {
    return new Scope(undefined, new FrameLayout(undefined, 1), undefined, undefined);
  }

  /** A block in the same frame: a `local`. */
  block(): Scope {
    return new Scope(this, this.frame, this.self, this.outermost);
  }

  /** A frame of its own: a call, or a turn of a comprehension. */
  inFrame(reserved: number): Scope {
    return new Scope(this, new FrameLayout(this.frame, reserved), this.self, this.outermost);
  }

  /** The inside of an object, in a frame of its own when it is reflexive. */
  inObject(isReflexive: boolean): Scope {
    const frame = isReflexive ? new FrameLayout(this.frame, OBJECT_RESERVED) : this.frame;
    return new Scope(this, frame, frame, this.outermost ?? frame);
  }

  /** Adds a name at the next free slot of the frame, or at a fixed one. */
  declare(name: string, slot = this.frame.size++): number {
    this.#slots.set(name, slot);
    return slot;
  }

  find(name: string): { hops: number; slot: number } | undefined {
    const slot = this.#slots.get(name);
    if (slot !== undefined) return { hops: 0, slot };
    for (let scope = this.#parent; scope; scope = scope.#parent) {
      const outer = scope.#slots.get(name);
      if (outer !== undefined) return { hops: this.frame.level - scope.frame.level, slot: outer };
    }
    return undefined;
  }

  /** Every visible name, for suggestions. */
  *names(): Generator<string> {
    yield* this.#slots.keys();
    for (let scope = this.#parent; scope; scope = scope.#parent) yield* scope.#slots.keys();
    yield 'std';
  }
}

/** Slot 1 of an object's frame is `self`, slot 2 the layer of the object that the frame is of. */
export const SELF_SLOT = 1;
export const LAYER_SLOT = 2;
const OBJECT_RESERVED = 3;
