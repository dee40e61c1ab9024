/** A function of drizzle that makes a column, with its options. */
interface Builder {
  readonly name: string;
  readonly options: readonly (readonly [string, string])[];
}

/** Types that have a function of their name, and no options. */
const SIMPLE = new Set(
  'smallint integer real boolean text uuid date json jsonb inet cidr macaddr macaddr8 interval'.split(
    ' ',
  ),
);

/** What makes a column of a type, as PostgreSQL writes it; `undefined` where drizzle has nothing. */
export function builderOf(type: string): Builder | undefined {
  if (SIMPLE.has(type)) return { name: type, options: [] };
  if (type === 'double precision') return { name: 'doublePrecision', options: [] };
  if (type === 'bigint') return { name: 'bigint', options: [['mode', "'number'"]] };
  if (type === 'numeric') return { name: 'numeric', options: [] };
  const numeric = /^numeric\((\d+),(\d+)\)$/.exec(type);
  if (numeric) {
    return {
      name: 'numeric',
      options: [
        ['precision', numeric[1]!],
        ['scale', numeric[2]!],
      ],
    };
  }
  const text = /^character( varying)?(?:\((\d+)\))?$/.exec(type);
  if (text && (text[1] !== undefined || text[2] !== undefined)) {
    const length = text[2] === undefined ? [] : [['length', text[2]] as const];
    return { name: text[1] === undefined ? 'char' : 'varchar', options: length };
  }
  const time = /^(timestamp|time)(?:\((\d)\))? with(out)? time zone$/.exec(type);
  if (time) {
    return {
      name: time[1]!,
      options: [
        ...(time[2] === undefined ? [] : [['precision', time[2]] as const]),
        ...(time[3] === undefined ? [['withTimezone', 'true'] as const] : []),
      ],
    };
  }
  return undefined;
}
