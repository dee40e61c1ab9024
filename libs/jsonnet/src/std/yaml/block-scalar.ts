/** A block scalar (`|` or `>`) that was read, and the offset after it. */
export interface BlockScalar {
  readonly value: string;
  readonly end: number;
}

/**
 * Reads a block scalar whose header (`|`, `>-`, `|2+` …) starts at `at`.
 *
 * @param parentIndent the indent of the node that holds it; its lines are indented more
 * @returns undefined when the header is malformed
 */
export function readBlockScalar(
  text: string,
  at: number,
  parentIndent: number,
): BlockScalar | undefined {
  const header = /^([|>])(?:([1-9])([+-])?|([+-])([1-9])?)?[ \t]*(?:#[^\n]*)?(?:\n|$)/.exec(
    text.slice(at, endOfLine(text, at)),
  );
  if (!header) return undefined;
  const [, style, digit, chompAfter, chompBefore, digitAfter] = header;
  const given = digit ?? digitAfter;
  const start = at + header[0].length;
  const { lines, end } = readLines(text, start, parentIndent, given ? Number(given) : undefined);
  const chomp = chompAfter ?? chompBefore;
  let last = lines.length;
  while (last > 0 && lines[last - 1] === '') last--;
  const content = lines.slice(0, last);
  const body = style === '|' ? content.join('\n') : fold(content);
  const blanks = lines.length - last;
  if (chomp === '-') return { value: body, end };
  if (chomp === '+') return { value: (last > 0 ? `${body}\n` : '') + '\n'.repeat(blanks), end };
  return { value: last > 0 ? `${body}\n` : '', end };
}

function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}

function readLines(
  text: string,
  start: number,
  parentIndent: number,
  given: number | undefined,
): { lines: string[]; end: number } {
  let indent = given === undefined ? undefined : Math.max(parentIndent, 0) + given;
  const lines: string[] = [];
  let at = start;
  while (at < text.length) {
    const next = endOfLine(text, at);
    const line = text.slice(at, next).replace(/\n$/, '');
    const own = /^ */.exec(line)![0].length;
    const isBlank = own === line.length;
    if (!isBlank) {
      indent ??= own;
      if (own < indent || indent <= parentIndent) break;
    }
    lines.push(line.slice(indent ?? own));
    at = next;
  }
  return { lines, end: at };
}

/** Joins lines with spaces; lines that are indented more, and blank lines, keep their breaks. */
function fold(lines: readonly string[]): string {
  let folded = '';
  let breaks = 0;
  let wasMore = false;
  lines.forEach((line, index) => {
    if (line === '') {
      breaks++;
      return;
    }
    const isMore = /^[ \t]/.test(line);
    if (index > 0 && folded + String(breaks) !== '0') {
      if (isMore || wasMore) folded += '\n'.repeat(breaks + (folded === '' ? 0 : 1));
      else folded += breaks > 0 ? '\n'.repeat(breaks) : ' ';
    }
    folded += line;
    breaks = 0;
    wasMore = isMore;
  });
  return folded;
}
