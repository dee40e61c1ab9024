import type { PythonOutput } from './output.js';

/** A Pydantic model: the body of a request or a response. */
export interface SchemaClass extends PythonOutput {
  readonly kind: 'schema';
  readonly name: string;
  /** The base class. */
  readonly base: string;
  /** Its docstring. */
  readonly summary: string;
  /** What a later operation may add to. */
  readonly fields: SchemaField[];
}

/** One field of a Pydantic model. Types and values are Python source. */
export interface SchemaField {
  readonly name: string;
  /** Its type; with `arguments`, the type inside `Annotated`. */
  readonly annotation: string;
  /** Keyword arguments of Pydantic's `Field`. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly default: string | undefined;
}
