import type { ApiChange } from '@rowhouse/core';

/** Collects changes. What is the same in several bodies is one change. */
export class Changes {
  readonly #changes = new Map<string, ApiChange & { readonly bodies: string[] }>();

  added(text: string, body?: string): void {
    this.#add({ kind: 'added', isBreaking: false, text }, body);
  }

  removed(subject: string, body?: string): void {
    this.#add({ kind: 'removed', isBreaking: true, text: `${subject} is removed` }, body);
  }

  changed(text: string, isBreaking: boolean, body?: string): void {
    this.#add({ kind: 'changed', isBreaking, text }, body);
  }

  /** What may break clients first, then what is new. */
  get sorted(): readonly ApiChange[] {
    const rank = ({ isBreaking, kind }: ApiChange) => (isBreaking ? 0 : kind === 'added' ? 1 : 2);
    return [...this.#changes.values()].sort((left, right) => rank(left) - rank(right));
  }

  #add(change: Omit<ApiChange, 'bodies'>, body: string | undefined): void {
    const key = JSON.stringify(change);
    const there = this.#changes.get(key) ?? { ...change, bodies: [] };
    this.#changes.set(key, there);
    if (body !== undefined && !there.bodies.includes(body)) there.bodies.push(body);
  }
}
