/** Longer values are cut in a message. */
const LENGTH = 80;

/** What both values have in common before they part is cut to this. */
const BEFORE = 30;

/** Two values that differ, each on a line and short enough for a message that shows where they do. */
export function truncateDiffering(one: unknown, other: unknown): readonly [string, string] {
  const [left, right] = [line(one), line(other)];
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const isSeen = start < LENGTH || Math.max(left.length, right.length) <= LENGTH;
  const from = isSeen ? 0 : start - BEFORE;
  return [part(left, from), part(right, from)];
}

function part(text: string, from: number): string {
  const rest = text.slice(from);
  const cut = rest.length > LENGTH ? `${rest.slice(0, LENGTH)}…` : rest;
  return from > 0 ? `…${cut}` : cut;
}

function line(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/\s+/g, ' ').trim();
}
