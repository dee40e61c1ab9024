import type { QualifiedName } from './identifier.js';

/** A name in a statement, in quotes or without. */
export const NAME = '(?:"(?:[^"]|"")+"|[\\p{L}_][\\p{L}\\p{N}_$]*)';

/** The name of a table or an index in a statement, with its schema where that is written. */
export const QUALIFIED = `${NAME}(?:\\.${NAME})?`;

const PARTS = /"((?:[^"]|"")+)"|[\p{L}_][\p{L}\p{N}_$]*/gu;

/** The names in a piece of SQL as PostgreSQL understands them: without quotes, or in lower case. */
export function namesIn(sql: string): string[] {
  return [...sql.matchAll(PARTS)].map(([name, quoted]) =>
    quoted === undefined ? name.toLowerCase() : quoted.replaceAll('""', '"'),
  );
}

/** What `QUALIFIED` matched. A name without a schema has an empty one. */
export function qualifiedName(sql: string): QualifiedName {
  const [first = '', second] = namesIn(sql);
  return second === undefined ? { schema: '', name: first } : { schema: first, name: second };
}
