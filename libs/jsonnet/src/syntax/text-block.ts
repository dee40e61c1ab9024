/** A text block that was read, or what is wrong with it between `start` and `end`. */
export interface TextBlock {
  readonly value: string;
  /** The offset to go on from. */
  readonly next: number;
  readonly problem?: string;
  readonly hint?: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the text block whose `|||` stands at `open`. */
export function readTextBlock(text: string, open: number): TextBlock {
  const fail = (problem: string, next: number, hint?: string, start = open): TextBlock => ({
    value: '',
    next,
    problem,
    start,
    end: start + 3,
    ...(hint !== undefined && { hint }),
  });

  const chomps = text[open + 3] === '-';
  let at = open + (chomps ? 4 : 3);
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++;
  if (text[at] !== '\n') {
    return fail('a text block begins on the line after |||', at, 'move the text to the next line');
  }
  at++;
  const first = at;
  while (isBlankLine(text, at)) at = text.indexOf('\n', at) + 1;
  let value = text.slice(first, at);
  const indent = indentAt(text, at);
  if (indent === '') {
    return fail('the first line of a text block must be indented', at, undefined, open);
  }
  const lines: string[] = [value];
  for (;;) {
    if (at >= text.length) break;
    if (isBlankLine(text, at)) {
      const end = text.indexOf('\n', at) + 1;
      lines.push(text.slice(at, end));
      at = end;
      continue;
    }
    if (!text.startsWith(indent, at)) break;
    const newline = text.indexOf('\n', at);
    if (newline === -1) return unclosed(text.length);
    lines.push(text.slice(at + indent.length, newline + 1));
    at = newline + 1;
  }
  const close = at + indentAt(text, at).length;
  if (!text.startsWith('|||', close)) return unclosed(at);
  value = lines.join('');
  return { value: chomps ? value.slice(0, -1) : value, next: close + 3, start: open, end: close };

  function unclosed(next: number): TextBlock {
    return fail(
      'unclosed text block',
      next,
      'end it with ||| on a line of its own, indented less than the text',
    );
  }
}

function isBlankLine(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n');
}

function indentAt(text: string, from: number): string {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text.slice(from, at);
}
