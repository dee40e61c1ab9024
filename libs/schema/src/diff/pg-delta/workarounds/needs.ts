import type { FactBase, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { dependenciesOf, partsOf } from './facts.js';

/** Parts that are made along with an object. */
const MADE_ALONG = new Map([
  ['table', 'column'],
  ['column', 'default'],
  ['domain', 'constraint'],
  ['type', 'typeAttribute'],
]);

/** What the body of a function can name. */
const NAMED =
  /^(function|procedure|aggregate|table|view|materializedView|foreignTable|type|domain|sequence|collation)$/;

/**
 * What must be there before an expression is read. PostgreSQL puts the bodies of functions into an expression of a
 * generated column when it reads it, so all that they name must be there, too. No catalog says what that is: whatever is
 * new or changed, and whose name is among the words of a function, counts.
 */
export class Needs {
  readonly #from: FactBase;
  readonly #to: FactBase;
  readonly #named = new Map<string, readonly StableId[]>();
  #byWord: ReadonlyMap<string, readonly StableId[]> | undefined;

  constructor(from: FactBase, to: FactBase) {
    this.#from = from;
    this.#to = to;
  }

  /**
   * All that objects need, with themselves.
   *
   * @returns `undefined` when that includes the table, or a part of it.
   */
  before(table: StableId, ids: readonly StableId[]): StableId[] | undefined {
    const own = partsOf(table, this.#to);
    const found = new Map<string, StableId>();
    const pending = [...ids];
    for (let id = pending.pop(); id; id = pending.pop()) {
      const key = encodeId(id);
      if (own.has(key)) return undefined;
      if (found.has(key) || !this.#to.has(id)) continue;
      found.set(key, id);
      pending.push(...this.#of(id));
    }
    return [...found.values()];
  }

  #of(id: StableId): StableId[] {
    const parent = this.#to.get(id)?.parent;
    const part = MADE_ALONG.get(id.kind);
    const along = part ? this.#to.childrenOf(id).filter((child) => child.id.kind === part) : [];
    return [
      ...dependenciesOf(id, this.#to),
      ...(parent ? [parent] : []),
      ...along.map((child) => child.id),
      ...(id.kind === 'function' ? this.#namedBy(id) : []),
    ];
  }

  #namedBy(id: StableId): readonly StableId[] {
    const key = encodeId(id);
    let named = this.#named.get(key);
    if (named) return named;
    this.#byWord ??= this.#namesByWord();
    const words = new Set(wordsOf(String(this.#to.get(id)?.payload['def'])));
    named = ['', ...words]
      .flatMap((word) => this.#byWord!.get(word) ?? [])
      .filter((other) => wordsOf(nameOf(other)).every((word) => words.has(word)));
    this.#named.set(key, named);
    return named;
  }

  /** What is new or changed, by the first word of its name. */
  #namesByWord(): ReadonlyMap<string, readonly StableId[]> {
    const names = new Map<string, StableId[]>();
    for (const { id } of this.#to.facts()) {
      if (!NAMED.test(id.kind)) continue;
      if (this.#from.has(id) && this.#from.hashOf(id) === this.#to.hashOf(id)) continue;
      const word = wordsOf(nameOf(id))[0] ?? '';
      names.set(word, [...(names.get(word) ?? []), id]);
    }
    return names;
  }
}

function nameOf(id: StableId): string {
  return 'name' in id ? id.name : '';
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
}
