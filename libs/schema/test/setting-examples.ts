import { COLUMN_SETTINGS } from '../src/sql/column-settings.js';

/** For each setting of a column of texts, a value that a new column does not have. */
const EXAMPLES: Readonly<Record<string, string>> = {
  storage: 'SET STORAGE EXTERNAL',
  compression: 'SET COMPRESSION pglz',
  'statistics target': 'SET STATISTICS 500',
  'column options': 'SET (n_distinct = 5)',
};

/** What `ALTER COLUMN` sets, by the kind of the setting. */
export const settingExamples: readonly { readonly kind: string; readonly set: string }[] =
  COLUMN_SETTINGS.map(({ kind }) => {
    const set = EXAMPLES[kind];
    if (set === undefined) throw new Error(`Add an example of ${kind} to EXAMPLES.`);
    return { kind, set };
  });
