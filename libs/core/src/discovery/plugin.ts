import type { AnyOperation } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';

/** What one package adds: targets, operations. */
export interface Plugin {
  /** The package's name, for messages. */
  readonly package: string;
  readonly targets?: readonly AnyTarget[];
  readonly operations?: readonly AnyOperation[];
}

/** A target that a package declares, not loaded yet. */
export interface DeclaredTarget {
  readonly name: string;
  readonly package: string;
  /** Whether it is made of what another target builds: it is then used only where it is named. */
  readonly isDerived: boolean;
  /** @throws CommandError when the package does not load or holds something else; it names the package. */
  load(): Promise<AnyTarget>;
}

/** The operations that a package declares, not loaded yet. */
export interface DeclaredOperations {
  readonly package: string;
  /** @throws CommandError as that of a target. */
  load(): Promise<readonly AnyOperation[]>;
}

/** Everything that is installed, by declaration. */
export interface Installed {
  readonly targets: readonly DeclaredTarget[];
  readonly operations: readonly DeclaredOperations[];
  /** Where the packages lie that declare it; undefined where they are given in memory. */
  readonly directories: readonly string[] | undefined;
}

/** The same, from packages that are loaded already. */
export function declare(plugins: readonly Plugin[]): Installed {
  return {
    targets: plugins.flatMap((plugin) =>
      (plugin.targets ?? []).map((target) => ({
        name: target.name,
        package: plugin.package,
        isDerived: target.derived !== undefined,
        load: () => Promise.resolve(target),
      })),
    ),
    operations: plugins.map((plugin) => ({
      package: plugin.package,
      load: () => Promise.resolve(plugin.operations ?? []),
    })),
    directories: undefined,
  };
}
