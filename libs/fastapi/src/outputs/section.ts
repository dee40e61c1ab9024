import type { PythonModule } from '../modules.js';
import type { PythonOutput } from './output.js';
import type { Endpoint } from './route.js';

/** A part of a Python file that a template of its own writes. */
export interface Section extends PythonOutput {
  readonly kind: 'section';
  /** The template's variables. */
  readonly variables: Record<string, unknown>;
  /** The routes that it adds to the API. */
  readonly endpoints?: readonly Endpoint[];
}

/** Makes a {@link Section}. */
export function section(
  module: PythonModule,
  template: string,
  variables: Record<string, unknown>,
  rest: Pick<Section, 'first' | 'endpoints'> = {},
): Section {
  return Object.assign({ kind: 'section' as const, template, variables }, module, rest);
}
