/** What differs from run to run, in the tutorial's text and in the answers alike. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'TIME'],
  [/\bin \d+\.\d+s\b/g, 'in TIME'],
  [/={3,}/g, '==='],
  // Places in generated files: a longer header moves them all.
  [/@@ [-+\d, ]+ @@/g, '@@'],
  [/(\.py):\d+/g, '$1:LINE'],
];

/**
 * Whether a text of the tutorial is what came out: its lines are among those of the answer, in their
 * order. `…` stands for anything. JSON that is laid out is compared without blanks.
 */
export function matches(told: string, seen: string): boolean {
  const isLaidOut = told.startsWith('{\n');
  const separator = isLaidOut ? '' : '(?:.*\\n)*?.*';
  const lines = stable(told.trimEnd()).split('\n');
  const pattern = lines
    .map((line) => (isLaidOut ? line.replace(/ /g, '') : line.trimEnd()))
    .map((line) => line.split('…').map(escape).join('.*'))
    .join(separator);
  return new RegExp(pattern).test(isLaidOut ? stable(seen).replace(/\s/g, '') : stable(seen));
}

function stable(text: string): string {
  return volatile.reduce((result, [pattern, name]) => result.replace(pattern, name), text);
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
