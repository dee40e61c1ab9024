import * as z from 'zod';

import type { Field } from '../config/field.js';
import type { Source } from './config.js';

/** A relation of a path. */
export interface Step extends Source {
  /** Where several rows could be the one that it leads to: what they are sorted by, and the first is taken. */
  readonly order?: readonly string[];
}

/** What a filter or a sort names of related rows: a column of them, that there are some, or their number. */
export interface RelatedPath {
  /** From the row to what is compared. */
  readonly steps: readonly Step[];
  readonly kind: 'column' | 'rows' | 'count';
}

/**
 * What stands for a path once the models have told what it leads to. A class, since no config can write an
 * instance of it: nothing checks the names in it again.
 */
export class CompletedPath implements RelatedPath {
  constructor(
    readonly name: string,
    readonly steps: readonly Step[],
    readonly kind: RelatedPath['kind'],
    readonly field: Field,
  ) {}
}

/** The schema of a completed path, which no config writes. */
export const completedPath = z
  .instanceof(CompletedPath)
  .transform(({ name, field, steps, kind }): Field => ({ ...field, name, path: { steps, kind } }));
