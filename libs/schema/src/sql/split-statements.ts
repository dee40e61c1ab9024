/** One statement of a script. */
export interface ScriptStatement {
  readonly text: string;
  /** Where it begins in the script. */
  readonly start: number;
}

/** What a semicolon may stand in without ending a statement. */
const TOKEN =
  /--[^\n]*|\/\*|(?<dollar>\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|;/gsu;

/**
 * The statements of an SQL script; comments before one are no part of it. For messages, and for what is run outside a
 * transaction: one by one.
 */
export function splitStatements(script: string): ScriptStatement[] {
  const statements: ScriptStatement[] = [];
  let start = 0;
  let depth = 0;
  let word = '';
  const end = (at: number) => {
    const first = afterComments(script, start, at);
    const text = script.slice(first, at).trimEnd();
    if (text !== '') statements.push({ text, start: first });
    start = at + 1;
  };
  // Most scripts are one statement, and to read all words of thousands takes its time.
  if (!script.includes(';')) {
    end(script.length);
    return statements;
  }
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(script); match; match = TOKEN.exec(script)) {
    const { dollar, word: found } = match.groups!;
    if (match[0] === '/*') TOKEN.lastIndex = endOfComment(script, match.index);
    else if (dollar !== undefined) {
      const close = script.indexOf(dollar, TOKEN.lastIndex);
      TOKEN.lastIndex = close < 0 ? script.length : close + dollar.length;
    } else if (found !== undefined) {
      // The body of a function in standard SQL: BEGIN ATOMIC … END, with CASE … END in it.
      const upper = found.toUpperCase();
      if ((upper === 'ATOMIC' && word === 'BEGIN') || (upper === 'CASE' && depth > 0)) depth += 1;
      else if (upper === 'END' && depth > 0) depth -= 1;
      word = upper;
    } else if (match[0] === ';' && depth === 0) end(match.index);
  }
  end(script.length);
  return statements;
}

/** Where the white space and the comments at the beginning of a statement end. */
function afterComments(script: string, start: number, end: number): number {
  for (let at = start; ;) {
    const rest = script.slice(at, end);
    const [skipped] = /^(?:\s+|--[^\n]*)*/.exec(rest)!;
    at += skipped.length;
    if (!script.startsWith('/*', at) || at >= end) return at;
    at = endOfComment(script, at);
  }
}

/** Comments nest. */
function endOfComment(script: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let depth = 0;
  for (let match = mark.exec(script); match; match = mark.exec(script)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}
