import * as z from 'zod';

import type { Field } from '../config/field.js';
import type { Source } from './config.js';

/** What a filter names of related rows: a column of them, that there are some, or their number. */
export interface RelatedPath {
  /** From the row to what is compared. */
  readonly steps: readonly Source[];
  readonly kind: 'column' | 'rows' | 'count';
}

/**
 * What stands for a path once the models have told what it leads to. A class, since no config can write an
 * instance of it: nothing checks the names in it again.
 */
export class CompletedPath implements RelatedPath {
  constructor(
    readonly name: string,
    readonly steps: readonly Source[],
    readonly kind: RelatedPath['kind'],
    readonly field: Field,
  ) {}
}

/** The schema of a completed path, which no config writes. */
export const completedPath = z
  .instanceof(CompletedPath)
  .transform(({ name, field, steps, kind }): Field => ({ ...field, name, path: { steps, kind } }));
