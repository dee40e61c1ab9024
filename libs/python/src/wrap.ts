import { parseBrackets } from './brackets.js';
import { outsideDialect } from './dialect.js';
import { logicalLines } from './logical-lines.js';
import { layoutStatement } from './statements.js';
import { pragma, suppressLongLines } from './suppressions.js';
import { tokenize } from './tokenizer.js';

/**
 * Lays out a Python text as ruff formats it: a statement longer than a line is split at its brackets,
 * one that says so by a trailing comma too, and one that is split without need is joined. Lines that
 * stay too long are marked for the linter. What `checkDialect` refuses may be laid out differently.
 */
export function wrap(text: string): string {
  if (text === '') return text;
  const parts: string[] = [];
  let settled = 0;
  for (const { start, end, isSettled } of logicalLines(text)) {
    if (isSettled) continue;
    const line = text.slice(start, end);
    if (standsAlone.test(line)) continue;
    const laidOut = layoutLine(line);
    if (laidOut === line) continue;
    parts.push(text.slice(settled, start), laidOut);
    settled = end;
  }
  parts.push(text.slice(settled));
  return suppressLongLines(parts.join(''));
}

/** Strings and comments that stand alone. */
const standsAlone = /^\s*(?:[rR]?["']{3}|#)/;

function layoutLine(line: string): string {
  const tokens = tokenize(line);
  if (tokens === undefined) return line;
  const last = tokens.at(-1);
  const comment = last?.kind === 'comment' ? `  ${last.text}` : '';
  if (comment !== '') tokens.pop();
  // Comments inside of brackets belong to their lines.
  if (tokens.some(({ kind }) => kind === 'comment') || outsideDialect(tokens)) return line;
  const margin = line.search(/\S/);
  // A comment takes room, unless it is for a tool.
  const after = comment.search(pragma) === 0 ? 0 : comment.length;
  const statement = layoutStatement(parseBrackets(tokens), margin, after);
  const newline = line.endsWith('\n') ? '\n' : '';
  const laidOut = `${' '.repeat(margin)}${statement}${comment}${newline}`;
  return isSameCode(laidOut, line) ? laidOut : line;
}

/** Whether two texts differ in nothing but blanks, commas and parentheses: all that a layout may change. */
function isSameCode(left: string, right: string): boolean {
  let i = 0;
  let j = 0;
  for (;;) {
    while (i < left.length && isLayout(left.charCodeAt(i))) i++;
    while (j < right.length && isLayout(right.charCodeAt(j))) j++;
    if (i === left.length || j === right.length) return i === left.length && j === right.length;
    if (left.charCodeAt(i++) !== right.charCodeAt(j++)) return false;
  }
}

function isLayout(code: number): boolean {
  return code < layoutCodes.length && layoutCodes[code] === 1;
}

const layoutCodes = Uint8Array.from({ length: 128 }, (_, code) =>
  ' \n\t(),'.includes(String.fromCharCode(code)) ? 1 : 0,
);
