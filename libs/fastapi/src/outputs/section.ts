import type { PythonSymbol } from '../python/symbols.js';
import type { PythonOutput } from './output.js';

/** Gives the name that a symbol has in the file; the import follows. */
export type Use = (symbol: PythonSymbol) => string;

/** A part of a Python file that a template of its own writes. */
export interface Section extends PythonOutput {
  readonly kind: 'section';
  /** Template, relative to the target's; that of another package by its absolute path. */
  readonly template: string;
  /** The template's variables. */
  view(use: Use): object;
}

/** Makes a {@link Section}. */
export function section(section: Omit<Section, 'kind'>): Section {
  return { kind: 'section', ...section };
}
