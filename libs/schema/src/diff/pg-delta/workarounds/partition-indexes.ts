/**
 * The engine repeats PostgreSQL's own wording of a partitioned table's index, `ON ONLY`, which makes
 * none on the partitions: the index is then never valid.
 */
export function onPartitions(sql: string): string {
  return sql.replace(/^(CREATE (?:UNIQUE )?INDEX (?:"(?:[^"]|"")+"|[^ "]+) ON )ONLY /, '$1');
}
