/** A place in a source file. Lines and columns count from 1, columns in characters (code points). */
export interface Location {
  /** The path of the file, as the caller named it or as its resolver did. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
}

/** One file under evaluation: its path, its text and, made on first need, the starts of its lines. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** The location of the characters from offset `start` up to offset `end` (UTF-16 offsets). */
  location(start: number, end: number): Location {
    const from = this.#position(start);
    const to = end > start ? this.#position(end) : from;
    return {
      file: this.path,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
    };
  }

  #position(offset: number): { line: number; column: number } {
    const starts = (this.#lineStarts ??= lineStartsOf(this.text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    let column = 1;
    for (let at = starts[low]!; at < offset; at++) {
      // The second half of a surrogate pair is not a character of its own.
      if ((this.text.charCodeAt(at) & 0xfc00) !== 0xdc00) column++;
    }
    return { line: low + 1, column };
  }
}

/** A stretch of a source file, by UTF-16 offsets. Turned into a {@link Location} only when shown. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** The location of a span. */
export function locationOf(span: Span): Location {
  return span.file.location(span.start, span.end);
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
