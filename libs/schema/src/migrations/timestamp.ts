/** The present, in milliseconds since 1970. Tests give their own. */
export type Clock = () => number;

/**
 * The timestamp of a new migration, `20260131093000` in UTC. It is always later than the one
 * before, though the clock may stand still or run backwards.
 */
export function nextTimestamp(clock: Clock, last: string | undefined): string {
  const now = Math.floor(clock() / 1000) * 1000;
  const after = last === undefined ? now : parse(last) + 1000;
  return new Date(Math.max(now, after)).toISOString().replaceAll(/[-:T]|\..*/g, '');
}

function parse(timestamp: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(
    timestamp,
  )!;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
