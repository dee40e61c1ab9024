/** What the statements of a file import. */
export class Imports {
  readonly #names = new Map<string, Set<string>>();

  /** Notes that a name is used, and gives it back. */
  readonly from = (module: string, name: string): string => {
    const names = this.#names.get(module) ?? new Set();
    this.#names.set(module, names.add(name));
    return name;
  };

  /** A builder of drizzle for PostgreSQL. */
  readonly pg = (name: string): string => this.from('drizzle-orm/pg-core', name);

  /** The import declarations. */
  render(): string {
    return [...this.#names]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([module, names]) => `import { ${[...names].sort().join(', ')} } from '${module}';`)
      .join('\n');
  }
}
