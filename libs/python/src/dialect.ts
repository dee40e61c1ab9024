import { logicalLines } from './logical-lines.js';
import { tokenize, type Token } from './tokenizer.js';

/** What a template writes that `wrap` does not lay out. */
export interface DialectProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * Finds what a template must not write, since `wrap` leaves it as it is: tuples without parentheses,
 * lambdas with parameters, string literals side by side, and `with` statements of several managers.
 */
export function checkDialect(text: string): DialectProblem[] {
  const problems: DialectProblem[] = [];
  let line = 1;
  for (const { start, end } of logicalLines(text)) {
    const statement = text.slice(start, end);
    const tokens = tokenize(statement);
    const message = tokens === undefined ? 'This is not Python.' : outsideDialect(tokens);
    if (message !== undefined) problems.push({ line, message });
    line += statement.split('\n').length - 1;
  }
  return problems;
}

/** Why a statement is outside of the dialect; undefined if it is in it. */
export function outsideDialect(tokens: readonly Token[]): string | undefined {
  const first = tokens[0]?.text ?? '';
  const isWith = first === 'with' || (first === 'async' && tokens[1]?.text === 'with');
  const targets = endOfTargets(tokens, first);
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const { kind, text } = tokens[index]!;
    const next = tokens[index + 1];
    if (kind === 'string' && next?.kind === 'string') {
      return 'Write one string literal in place of several side by side.';
    }
    if (kind === 'word' && text === 'lambda' && next?.text !== ':') {
      return 'Write a function in place of a lambda with parameters.';
    }
    if (kind !== 'operator') continue;
    if ('([{'.includes(text)) depth++;
    else if (')]}'.includes(text)) depth--;
    else if (text === ',' && depth === 0 && isWith) {
      return 'Write one with statement inside of the other.';
    } else if (text === ',' && depth === 0 && index > targets && !takesNames.has(first)) {
      return 'Write a tuple in parentheses.';
    }
  }
  return undefined;
}

/** Statements with commas of their own. */
const takesNames = new Set(['import', 'from', 'global', 'nonlocal', 'del']);

/** Names that take a value each need no parentheses: `for key, value in items:`, `page, total = found`. */
function endOfTargets(tokens: readonly Token[], first: string): number {
  const isLoop = first === 'for' || (first === 'async' && tokens[1]?.text === 'for');
  if (isLoop) return tokens.findIndex(({ text }) => text === 'in');
  const end = tokens.findIndex(({ kind, text }) => kind !== 'word' && !/^[,.*]$/.test(text));
  return tokens[end]?.text === '=' ? end : -1;
}
