import type { PythonSymbol } from '../python/symbols.js';
import type { PythonOutput } from './output.js';

/** A function that makes a response body of a mapped instance. */
export interface Serializer extends PythonOutput {
  readonly kind: 'serializer';
  /** Name of the function. */
  readonly name: string;
  readonly model: PythonSymbol;
  /** Name of the parameter. */
  readonly parameter: string;
  /** The schema class of the response body. */
  readonly schema: PythonSymbol;
  /** Its docstring, in the words that fit first. */
  readonly docs: readonly [string, ...string[]];
}
