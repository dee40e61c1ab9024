import type { ConfigPath } from '@rowhouse/core';

/** Where the entry of an operation lists each field. */
export class FieldPlaces {
  readonly #paths = new Map<string, ConfigPath>();

  constructor(options: unknown, entry: ConfigPath) {
    for (const [key, value] of Object.entries((options ?? {}) as object)) {
      if (!Array.isArray(value)) continue;
      (value as unknown[]).forEach((item, index) => {
        const name = (item as { readonly name?: unknown } | null)?.name;
        if (typeof name === 'string') this.#paths.set(name, [...entry, key, index]);
      });
    }
  }

  of(name: string): ConfigPath | undefined {
    return this.#paths.get(name);
  }
}
