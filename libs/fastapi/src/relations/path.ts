import * as z from 'zod';

import type { Field } from '../config/field.js';
import { isRecord } from '../config/rule.js';
import type { Source } from './config.js';

/** What a filter names of related rows: a column of them, that there are some, or their number. */
export interface RelatedPath {
  /** From the row to what is compared. */
  readonly steps: readonly Source[];
  readonly kind: 'column' | 'rows' | 'count';
}

/** What stands for a path once the models have told what it leads to. */
export interface CompletedPath extends RelatedPath {
  readonly name: string;
  readonly field: Field;
}

/** The schema of a completed path, which no config writes. */
export const completedPath = z
  .custom<CompletedPath>((value) => isRecord(value) && Array.isArray(value['steps']))
  .transform(({ name, field, steps, kind }): Field => ({ ...field, name, path: { steps, kind } }));
