/**
 * What `ALTER COLUMN` sets on a column and the diff engine does not read. The SQL reads it from `a`, a row of
 * `pg_attribute`; `t` is the type of the column, and `c` its table.
 */
export interface ColumnSetting {
  /** What reports call it. */
  readonly kind: string;
  /** Whether it differs from that of a new column of the type. */
  readonly isSet: string;
  /** Whether it differs from that of `pa`, the column that it is inherited from. Default: it is not inherited. */
  readonly isOwn?: string;
  /** What follows `ALTER COLUMN` and the name, to set it and to have that of a new column again. */
  readonly set: string;
  readonly reset: string;
}

const storage = (code: string) =>
  `'SET STORAGE ' || CASE ${code} WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'x' THEN 'EXTENDED' ELSE 'MAIN' END`;
const TARGET = 'coalesce(a.attstattarget, -1)';
/** Those that a user may set: a server may keep others of its own. */
const OPTIONS = `ARRAY(SELECT o FROM unnest(a.attoptions) AS o WHERE o LIKE 'n\\_distinct%')`;

/** A new setting is a row here. */
export const COLUMN_SETTINGS: readonly ColumnSetting[] = [
  {
    kind: 'storage',
    isSet: 'a.attstorage <> t.typstorage',
    isOwn: 'a.attstorage <> pa.attstorage',
    set: storage('a.attstorage'),
    reset: storage('t.typstorage'),
  },
  {
    kind: 'compression',
    isSet: `a.attcompression <> '' AND c.relkind <> 'f'`,
    isOwn: `a.attcompression <> pa.attcompression AND c.relkind <> 'f'`,
    set: `'SET COMPRESSION ' || CASE a.attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' ELSE 'default' END`,
    reset: `'SET COMPRESSION default'`,
  },
  {
    kind: 'statistics target',
    isSet: `${TARGET} >= 0`,
    isOwn: `${TARGET} <> coalesce(pa.attstattarget, -1)`,
    set: `'SET STATISTICS ' || ${TARGET}`,
    reset: `'SET STATISTICS -1'`,
  },
  {
    kind: 'column options',
    isSet: `${OPTIONS} <> '{}'`,
    set: `'SET (' || array_to_string(${OPTIONS}, ', ') || ')'`,
    reset: `'RESET (' || (SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(${OPTIONS}) AS o) || ')'`,
  },
];
