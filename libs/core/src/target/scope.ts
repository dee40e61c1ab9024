import type { OperationEntry } from './entry.js';

/** Where a value stands in a config: `['resources', 2, 'operations', 0]`. */
export type ConfigPath = readonly (string | number)[];

/** One place operations run for: the project, one of its apps, one resource of an app. */
export interface ScopeInstance<Value = unknown> {
  /** The parsed config of this place. */
  readonly value: Value;
  /** Where it stands, from the root of the config, for messages. */
  readonly path: ConfigPath;
  /** How messages call it: `resource Article`. */
  readonly label: string;
  /** The operations that its config asks for, in config order; none for implicit operations. */
  readonly entries: readonly OperationEntry[];
}

/**
 * A level of the config that operations run at. A target lists its scopes from the outermost in;
 * each finds its instances inside one instance of the scope before it.
 */
export interface Scope {
  readonly name: string;
  /** The instances inside `parent`; for the first scope, `parent` is the whole project config. */
  instances(parent: unknown): readonly ScopeInstance[];
}
