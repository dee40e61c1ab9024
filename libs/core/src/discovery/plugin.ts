import type { AnyOperation } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';

/** What one package adds: targets, operations. */
export interface Plugin {
  /** The package's name, for messages. */
  readonly package: string;
  readonly targets?: readonly AnyTarget[];
  readonly operations?: readonly AnyOperation[];
}

/** A target or operation that a package declares, not loaded yet. */
export interface Declared<Value> {
  readonly name: string;
  readonly package: string;
  /** @throws CommandError when the package does not load or holds something else; it names the package. */
  load(): Promise<Value>;
}

/** Everything that is installed, by declaration. */
export interface Installed {
  readonly targets: readonly Declared<AnyTarget>[];
  readonly operations: readonly Declared<AnyOperation>[];
}

/** The same, from packages that are loaded already. */
export function declare(plugins: readonly Plugin[]): Installed {
  return {
    targets: plugins.flatMap((plugin) => (plugin.targets ?? []).map(loadedFrom(plugin))),
    operations: plugins.flatMap((plugin) => (plugin.operations ?? []).map(loadedFrom(plugin))),
  };
}

function loadedFrom(plugin: Plugin) {
  return <Value extends { readonly name: string }>(value: Value): Declared<Value> => ({
    name: value.name,
    package: plugin.package,
    load: () => Promise.resolve(value),
  });
}
