import type { StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';

import { quoteQualified } from '../../../sql/identifier.js';
import type { MigrationStep } from '../../../steps/index.js';
import type { SubjectedStep } from '../steps.js';

/** Whether a statement creates a materialized view, and nothing of it. */
export function isStored(
  { verb, sql }: Pick<MigrationStep, 'verb' | 'sql'>,
  id: StableId,
): id is Extract<StableId, { readonly kind: 'materializedView' }> {
  return verb === 'create' && id.kind === 'materializedView' && sql.startsWith('CREATE ');
}

/** The statement that creates a materialized view, which `fillingSteps` fills. */
export function withoutRows(sql: string): string {
  return `${sql.trimEnd().replace(/;$/, '')}\nWITH NO DATA`;
}

/**
 * Fills the materialized views that steps create, in their order: at the end, since the owner of a view may read only
 * after later steps have granted it.
 */
export function fillingSteps(steps: readonly SubjectedStep[]): MigrationStep[] {
  const filling = new Map<string, MigrationStep>();
  for (const { subject, step } of steps) {
    if (!isStored(step, subject)) continue;
    const key = encodeId(subject);
    // One that is created twice is filled in the place of the last.
    filling.delete(key);
    const sql = `REFRESH MATERIALIZED VIEW ${quoteQualified(subject)}`;
    filling.set(key, { ...step, verb: 'alter', sql });
  }
  return [...filling.values()];
}
