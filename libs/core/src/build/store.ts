import type { Output } from '../target/output.js';
import type { Outputs } from '../target/operation.js';

type ByKind = Map<string, Output[]>;

/** The outputs of one scope instance, indexed by kind; knows the instance around it. */
export class Store implements Outputs {
  readonly #own: ByKind = new Map();
  readonly #below: ByKind = new Map();

  constructor(private readonly parent?: Store) {}

  own<O extends Output>(kind: O['kind']): readonly O[] {
    return (this.#own.get(kind) ?? []) as O[];
  }

  below<O extends Output>(kind: O['kind']): readonly O[] {
    return (this.#below.get(kind) ?? []) as O[];
  }

  /** Adds an output here, and to what each instance around this one sees below itself. */
  add(output: Output): void {
    push(this.#own, output);
    for (let above = this.parent; above; above = above.parent) push(above.#below, output);
  }
}

function push(index: ByKind, output: Output): void {
  const list = index.get(output.kind);
  if (list) list.push(output);
  else index.set(output.kind, [output]);
}
