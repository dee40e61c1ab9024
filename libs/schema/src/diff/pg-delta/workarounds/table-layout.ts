import { formatSqlStatements } from '@supabase/pg-delta/sql-format';

/** The engine's formatter takes a line break for white space, in a name as well: such a statement stays on one line. */
export function onLines(sql: string): string {
  if (/[\n\r]/.test(sql)) return sql;
  const options = { keywordCase: 'preserve', maxWidth: Number.MAX_SAFE_INTEGER } as const;
  return formatSqlStatements([sql], options).join('\n');
}
