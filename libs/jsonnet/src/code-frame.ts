import type { Location } from './source.js';

const MAX_WIDTH = 100;

/**
 * Renders the line of a location with its number and a row of carets under the place:
 *
 * ```text
 *   3 | port: '80',
 *     |       ^^^^
 * ```
 *
 * A place of several lines is underlined on its first. A very long line is cut around the place.
 * Returns '' when the source has no such line.
 *
 * @param source the whole text of the file
 * @param location the place, as in an error or from `locate`
 */
export function codeFrame(source: string, location: Location): string {
  const line = lineOf(source, location.line);
  if (line === undefined) return '';
  const characters = [...line.replaceAll('\t', ' ')];
  const start = Math.min(location.column - 1, characters.length);
  const end =
    location.endLine === location.line
      ? location.endColumn - 1
      : characters.join('').trimEnd().length;
  const width = Math.max(1, Math.min(end, characters.length) - start);
  const cut = start > MAX_WIDTH * 0.75 ? start - Math.floor(MAX_WIDTH / 4) : 0;
  const shown = characters
    .slice(cut, cut + MAX_WIDTH)
    .join('')
    .trimEnd();
  const lead = cut > 0 ? '…' : '';
  const tail = characters.length > cut + MAX_WIDTH ? '…' : '';
  const number = String(location.line).padStart(3);
  const carets = '^'.repeat(Math.min(width, Math.max(1, MAX_WIDTH - (start - cut))));
  return (
    `${number} | ${lead}${shown}${tail}\n` +
    `${' '.repeat(number.length)} | ${' '.repeat(start - cut + lead.length)}${carets}`
  );
}

function lineOf(source: string, line: number): string | undefined {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = source.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  const end = source.indexOf('\n', start);
  const text = source.slice(start, end === -1 ? undefined : end);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
