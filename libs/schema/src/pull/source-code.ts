/** What the statements of a file import. */
export class Imports {
  readonly #names = new Map<string, Set<string>>();
  /** Constants that other statements make, perhaps in the same file. */
  readonly #used = new Set<string>();

  /** Notes that a name is used, and gives it back. */
  readonly from = (module: string, name: string): string => {
    const names = this.#names.get(module) ?? new Set();
    this.#names.set(module, names.add(name));
    return name;
  };

  /** A builder of drizzle for PostgreSQL. */
  readonly pg = (name: string): string => this.from('drizzle-orm/pg-core', name);

  /** A constant of another statement. */
  readonly use = (constant: string): string => {
    this.#used.add(constant);
    return constant;
  };

  uses(constant: string): boolean {
    return this.#used.has(constant);
  }

  /** Adds what other statements of the same file import. */
  include(other: Imports): void {
    for (const [module, names] of other.#names) for (const name of names) this.from(module, name);
    for (const constant of other.#used) this.#used.add(constant);
  }

  /**
   * The import declarations.
   *
   * @param moduleOf Where the constants of other statements come from; `undefined` for those in the same file.
   */
  render(moduleOf?: (constant: string) => string | undefined): string {
    const all = new Imports();
    all.include(this);
    for (const constant of this.#used) {
      const module = moduleOf?.(constant);
      if (module !== undefined) all.from(module, constant);
    }
    return [...all.#names]
      .sort(([one], [other]) => order(one, other))
      .map(([module, names]) => `import { ${[...names].sort().join(', ')} } from '${module}';`)
      .join('\n');
  }
}

/** Files of the project come after packages. */
function order(one: string, other: string): number {
  const [first, second] = [one, other].map(
    (module) => `${module.startsWith('.') ? 1 : 0}${module}`,
  );
  return first! < second! ? -1 : 1;
}
