import { lineLength } from './line-length.js';
import { multilineStrings } from './tokenizer.js';

/**
 * Tells the linter of the lines that are too long and that nothing could split. It lets a line without a
 * blank pass by itself, and one that ends in a URL which begins in time.
 */
export function suppressLongLines(text: string): string {
  if (!hasLongLine(text)) return text;
  const strings = multilineStrings(text);
  const lines = text.split('\n');
  let start = 0;
  let next = 0;
  /** Whether a line is too long that a string begins in which the current line still is. */
  let pending = false;
  return lines
    .map((line) => {
      const end = start + line.length;
      start = end + 1;
      pending ||= isTooLong(line);
      while (next < strings.length && strings[next]!.end <= end) next++;
      // Inside of a string it would be text: it stands behind the end.
      if (next < strings.length && strings[next]!.start <= end) return line;
      const written = pending ? suppress(line) : line;
      pending = false;
      return written;
    })
    .join('\n');
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start > lineLength) return true;
    start = end + 1;
  }
  return false;
}

const suppression = / {2}# noqa: [A-Z\d, ]+$/;

/** A comment for a tool, which does not count. */
export const pragma = /\s*# ?(?:noqa|type:|pyright:|pylint:|flake8:|ruff:).*$/;

function isTooLong(line: string): boolean {
  if (line.length <= lineLength) return false;
  const code = line.replace(pragma, '');
  if (code.length <= lineLength) return false;
  const words = code.trim().split(/\s+/);
  const last = words.at(-1)!;
  const passes =
    words.length === 1 || (last.includes('://') && code.length - last.length <= lineLength);
  return !passes;
}

function suppress(line: string): string {
  const there = suppression.exec(line);
  if (there === null) return `${line}  # noqa: E501`;
  return there[0].includes('E501') ? line : `${line}, E501`;
}
