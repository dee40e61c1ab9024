import type pg from 'pg';

/** Pairs of types, `from>to`, that PostgreSQL casts directly. */
export type Casts = ReadonlySet<string>;

/** Reads the casts between PostgreSQL's own types; migrations carry no others. */
export async function readCasts(client: pg.ClientBase): Promise<Casts> {
  const { rows } = await client.query<{ pair: string }>(
    `SELECT format_type(castsource, NULL) || '>' || format_type(casttarget, NULL) AS pair
     FROM pg_catalog.pg_cast WHERE castsource < 16384 AND casttarget < 16384`,
  );
  return new Set(rows.map(({ pair }) => pair));
}

/** Types that any other is cast to and from, by way of how it is written. */
const STRINGS = new Set(['text', 'character varying', 'character', 'name']);

/** Whether PostgreSQL has a cast from one type to the other, as `format_type` words them. */
export function hasCast(from: string, to: string, casts: Casts): boolean {
  const [source, target] = [withoutLimits(from), withoutLimits(to)];
  if (source === target || STRINGS.has(source) || STRINGS.has(target)) return true;
  const isArray = source.endsWith('[]');
  if (isArray !== target.endsWith('[]')) return false;
  return isArray
    ? hasCast(source.slice(0, -2), target.slice(0, -2), casts)
    : casts.has(`${source}>${target}`);
}

function withoutLimits(type: string): string {
  return type.replace(/\(\d+(,\d+)*\)/, '');
}

/** Types without a cast between them are converted by how their values are written. */
export function castThroughText(sql: string, to: string): string {
  const cast = `::${to}`;
  if (!sql.endsWith(cast)) return sql;
  return `${sql.slice(0, -cast.length)}::text${to.endsWith('[]') ? '[]' : ''}${cast}`;
}
