import type { ConfigPath } from './scope.js';

/**
 * An entry of an `operations` list, as the loaded config holds it. The catalog's entry schema makes
 * it from a name or an object, and has checked the options with the operation's own schema.
 */
export interface OperationEntry {
  /** The name as the config writes it; for an action, the action's name. */
  readonly name: string;
  /**
   * The operation that serves the entry. Undefined when none that is installed does: a generation
   * error, reported with every other one before anything is built.
   */
  readonly operation: string | undefined;
  /** The parsed options, defaults applied. */
  readonly options: unknown;
  /** Where the entry stands, relative to its `operations` list: `[0]`. */
  readonly path: ConfigPath;
}
