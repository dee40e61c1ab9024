/**
 * The engine reads an index as PostgreSQL words it, `CREATE INDEX name ON table …`, so that one with
 * another name is another index. PostgreSQL quotes no space into ` ON `.
 */
export function withoutName(definition: string, name: string): string {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  for (const written of [`INDEX ${quoted} ON `, `INDEX ${name} ON `]) {
    if (definition.includes(written)) return definition.replace(written, () => 'INDEX ON ');
  }
  return definition;
}
