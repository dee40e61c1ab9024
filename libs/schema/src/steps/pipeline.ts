import type {
  MigrationContext,
  MigrationRegistry,
  StepRenderer,
  StepRewriter,
} from './registry.js';
import type { MigrationStep } from './step.js';

interface Owned<T> {
  readonly owner: string;
  readonly value: T;
}

/** Collects what extensions add to migrations, and applies it. */
export class StepPipeline implements MigrationRegistry {
  readonly #renderers = new Map<string, Owned<StepRenderer>[]>();
  readonly #rewriters: Owned<StepRewriter>[] = [];

  addRenderer(owner: string, kind: string, renderer: StepRenderer): this {
    const forKind = this.#renderers.get(kind) ?? [];
    forKind.unshift({ owner, value: renderer });
    this.#renderers.set(kind, forKind);
    return this;
  }

  addRewriter(owner: string, rewriter: StepRewriter): this {
    this.#rewriters.push({ owner, value: rewriter });
    return this;
  }

  /** The names of the extensions that change steps, for a message about what they made of them. */
  get owners(): string[] {
    const renderers = [...this.#renderers.values()].flat();
    return [...new Set([...this.#rewriters, ...renderers].map(({ owner }) => owner))];
  }

  /** The steps as they are run, rewritten and rendered by the extensions. */
  apply(steps: readonly MigrationStep[], context: MigrationContext): readonly MigrationStep[] {
    const rewritten = this.#rewriters.reduce((list, { value }) => value(list, context), steps);
    return rewritten.map((step) => {
      for (const { value } of this.#renderers.get(step.kind) ?? []) {
        const sql = value(step, context);
        if (sql !== undefined) return { ...step, sql };
      }
      return step;
    });
  }
}
