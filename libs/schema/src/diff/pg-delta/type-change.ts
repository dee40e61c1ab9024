/** Each type holds every value of the ones it names. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  integer: ['smallint'],
  bigint: ['smallint', 'integer'],
  numeric: ['smallint', 'integer', 'bigint'],
  'double precision': ['real', 'smallint', 'integer'],
  'timestamp with time zone': ['timestamp without time zone', 'date'],
  'timestamp without time zone': ['date'],
  jsonb: ['json'],
  citext: ['text', 'character varying'],
};

/**
 * Whether a column's values may be cut or refused when its type changes, as `format_type` words
 * types.
 */
export function mayLoseValues(from: string, to: string): boolean {
  const source = parse(from);
  const target = parse(to);
  if (target.name === 'text' || target.name === 'character varying') {
    // Any value has a text form; a length limit cuts it.
    if (target.limits.length === 0) return false;
    return source.name !== 'character varying' || !fits(source.limits, target.limits);
  }
  if (source.name === target.name) return !fits(source.limits, target.limits);
  return target.limits.length > 0 || WIDER[target.name]?.includes(source.name) !== true;
}

/** Whether a type with limits, as in `numeric(10,2)`, holds all values of one with others. */
function fits(source: readonly number[], target: readonly number[]): boolean {
  if (target.length === 0) return true;
  if (source.length === 0) return false;
  const [precision = 0, scale = 0] = source;
  const [newPrecision = 0, newScale = 0] = target;
  return newScale >= scale && newPrecision - newScale >= precision - scale;
}

function parse(type: string): { name: string; limits: number[] } {
  const match = /^(.*?)\((\d+(?:,\d+)*)\)(.*)$/.exec(type);
  if (!match) return { name: type, limits: [] };
  return { name: `${match[1]}${match[3]}`, limits: match[2]!.split(',').map(Number) };
}
