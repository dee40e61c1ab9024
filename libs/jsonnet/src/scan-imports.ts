/** An import as it stands in the text of a file. */
export interface ScannedImport {
  readonly kind: 'import' | 'importstr' | 'importbin';
  /** The path between the quotes; undefined when the operand is not a plain string literal. */
  readonly specifier: string | undefined;
  /** The UTF-16 offset of the keyword. */
  readonly start: number;
  /** The line and the column (in characters) of the keyword, from 1. */
  readonly line: number;
  readonly column: number;
}

type ImportKind = ScannedImport['kind'];

/** What can begin a comment, a string, a text block or a word; everything else is passed over. */
const START = /\/[/*]|#|@["']|["']|\|\|\||[A-Za-z_][A-Za-z0-9_]*/g;

const KINDS: ReadonlySet<string> = new Set<ImportKind>(['import', 'importstr', 'importbin']);

/**
 * Lists the imports of a file from its text alone: nothing is parsed or evaluated, so it is fast,
 * works on a file that does not parse, and never throws. Comments, strings and text blocks are
 * skipped. Imports in branches that an evaluation would not take are listed too.
 *
 * @param source the text of the file
 */
export function scanImports(source: string): ScannedImport[] {
  const found: ScannedImport[] = [];
  let keyword: { kind: ImportKind; start: number } | undefined;
  let line = 1;
  let lineStart = 0;

  const finish = (specifier: string | undefined): void => {
    if (!keyword) return;
    for (let at = source.indexOf('\n', lineStart); at !== -1 && at < keyword.start;) {
      line++;
      lineStart = at + 1;
      at = source.indexOf('\n', lineStart);
    }
    const column = Array.from(source.slice(lineStart, keyword.start)).length + 1;
    found.push({ kind: keyword.kind, specifier, start: keyword.start, line, column });
    keyword = undefined;
  };

  let at = 0;
  for (;;) {
    START.lastIndex = at;
    const match = START.exec(source);
    if (!match) break;
    const [text] = match;
    // Anything but space and comments between the keyword and its operand: it is no literal.
    if (keyword && /\S/.test(source.slice(at, match.index))) finish(undefined);
    at = START.lastIndex;
    const first = text[0]!;
    if (first === '#' || text === '//') {
      at = endAfter(source, '\n', at);
    } else if (text === '/*') {
      at = endAfter(source, '*/', at);
    } else if (first === '|') {
      finish(undefined);
      at = endOfTextBlock(source, at);
    } else if (first === '@') {
      const end = endOfVerbatim(source, text[1]!, at);
      const quote = text[1]!;
      finish(isClosed(source, at, end, quote) ? verbatimValue(source, at, end, quote) : undefined);
      at = end;
    } else if (first === '"' || first === "'") {
      const end = endOfString(source, first, at);
      finish(isClosed(source, at, end, first) ? stringValue(source.slice(at, end - 1)) : undefined);
      at = end;
    } else {
      finish(undefined);
      if (KINDS.has(text)) keyword = { kind: text as ImportKind, start: match.index };
    }
  }
  finish(undefined);
  return found;
}

/** The offset after the next `end`, or the end of the text. */
function endAfter(source: string, end: string, from: number): number {
  const at = source.indexOf(end, from);
  return at === -1 ? source.length : at + end.length;
}

/** The offset after the closing quote of a string whose content starts at `from`. */
function endOfString(source: string, quote: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote) return at + 1;
  }
  return source.length + 1;
}

function endOfVerbatim(source: string, quote: string, from: number): number {
  for (let at = source.indexOf(quote, from); at !== -1; at = source.indexOf(quote, at + 2)) {
    if (source[at + 1] !== quote) return at + 1;
  }
  return source.length + 1;
}

/** Whether a string with its content at `from` and its end at `end` has its closing quote. */
function isClosed(source: string, from: number, end: number, quote: string): boolean {
  return end > from && end <= source.length && source[end - 1] === quote;
}

/** The offset after a text block, from the offset after its opening bars. */
function endOfTextBlock(source: string, from: number): number {
  const opening = /-?[ \t\r]*\n/y;
  opening.lastIndex = from;
  if (!opening.test(source)) return from;
  let at = opening.lastIndex;
  while (isBlankLine(source, at)) at = endAfter(source, '\n', at);
  const indent = spacesAt(source, at);
  if (indent === '') return at;
  while (at < source.length) {
    if (!isBlankLine(source, at) && !source.startsWith(indent, at)) {
      const close = at + spacesAt(source, at).length;
      return source.startsWith('|||', close) ? close + 3 : at;
    }
    at = endAfter(source, '\n', at);
  }
  return at;
}

function isBlankLine(source: string, at: number): boolean {
  return source[at] === '\n' || (source[at] === '\r' && source[at + 1] === '\n');
}

function spacesAt(source: string, from: number): string {
  let at = from;
  while (source[at] === ' ' || source[at] === '\t') at++;
  return source.slice(from, at);
}

function verbatimValue(source: string, from: number, end: number, quote: string): string {
  return source.slice(from, end - 1).replaceAll(quote + quote, quote);
}

/** The value of a quoted string's content, or undefined when it has a bad escape. */
function stringValue(body: string): string | undefined {
  if (!body.includes('\\')) return body;
  let isBad = false;
  const value = body.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (_, escape: string) => {
    if (escape.length === 5) return String.fromCharCode(parseInt(escape.slice(1), 16));
    const character = ESCAPES.get(escape);
    isBad ||= character === undefined;
    return character ?? '';
  });
  return isBad ? undefined : value;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
