import type { PythonSymbol } from '../python/symbols.js';
import type { PythonOutput } from './output.js';

/** SQL statements by key that a routes module builds once. */
export interface Statements extends PythonOutput {
  readonly kind: 'statements';
  readonly defines: string[];
  /** In order; an operation adds what its route needs and none has added yet. */
  readonly statements: Statement[];
}

/** A statement that is the same for every request. */
export interface Statement {
  /** Name of the module-level constant. */
  readonly name: string;
  /** Finds or deletes the row whose key is the bind parameter `pk`, or inserts one. */
  readonly verb: 'select' | 'insert' | 'delete';
  readonly model: PythonSymbol;
  /** Name of the key. */
  readonly pk: string;
}
