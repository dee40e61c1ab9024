import type { Expression } from '../python/expression.js';
import type { PythonSymbol } from '../python/symbols.js';
import type { PythonOutput } from './output.js';

/** A Pydantic model: the body of a request or a response. */
export interface SchemaClass extends PythonOutput {
  readonly kind: 'schema';
  readonly name: string;
  readonly base: PythonSymbol;
  /** Its docstring, in the words that fit first. */
  readonly docs: readonly [string, ...string[]];
  /** What a later operation may add to. */
  readonly fields: SchemaField[];
}

/** One field of a Pydantic model. */
export interface SchemaField {
  readonly name: string;
  /** Its type; with `arguments`, the type inside `Annotated`. Absent for a plain class variable. */
  readonly annotation: Expression | undefined;
  /** Keyword arguments of Pydantic's `Field`. */
  readonly arguments: Readonly<Record<string, Expression>>;
  readonly default: Expression | undefined;
}

/** The enum of the fields that a search can sort by. */
export interface SortFieldEnum extends PythonOutput {
  readonly kind: 'sort-field';
  readonly name: string;
  readonly docs: readonly [string, ...string[]];
  readonly fields: readonly string[];
}
