/** The Python that a file is for, and its packages. */
interface Python {
  readonly pythonVersion: readonly number[] | undefined;
}

/** A Python file as text, with the places of its characters. */
export class Source {
  private lines: number[] | undefined;

  constructor(
    /** The path of the file from the first root, with slashes. */
    readonly file: string,
    readonly text: string,
    /** What was wrong with its bytes. */
    readonly problem: string | undefined = undefined,
    private readonly python: Python | undefined = undefined,
  ) {}

  /** Of the Python that it is for, where that is known: `[3, 12]`. */
  get pythonVersion(): readonly number[] | undefined {
    return this.python?.pythonVersion;
  }

  /** Lines and columns count from 1. */
  place(offset: number) {
    const lines = (this.lines ??= lineStarts(this.text));
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lines[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { file: this.file, line: low + 1, column: offset - lines[low]! + 1 };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Reads the bytes of a Python file as Python does: UTF-8, unless a comment on top says otherwise. */
export function decode(file: string, bytes: Uint8Array, python?: Python): Source {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400)).split(/\r\n?|\n/, 2);
  const label = head.map((line) => COOKIE.exec(line)?.[1]).find((name) => name !== undefined);
  const decoder = decoderOf(label);
  let problem = decoder ? undefined : `its encoding '${label}' is not known`;
  let text: string;
  try {
    text = (decoder ?? new TextDecoder('utf-8', { fatal: true })).decode(bytes);
  } catch {
    problem ??= `it is not ${label ?? 'UTF-8'} text`;
    text = new TextDecoder('utf-8').decode(bytes);
  }
  return new Source(file, normalise(text), problem, python);
}

function decoderOf(label = 'utf-8') {
  const name = label.toLowerCase().replaceAll('_', '-').replace(/^utf8/, 'utf-8');
  // Python's names for them, and the endings that editors understand.
  const known = name
    .replace(/^(?:latin-1|iso-latin-1)/, 'latin1')
    .replace(/-(?:unix|dos|mac|sig)$/, '');
  try {
    return new TextDecoder(known, { fatal: true });
  } catch {
    return undefined;
  }
}

/** Line ends as the parser wants them. A form feed means nothing to Python, but is no indentation. */
function normalise(text: string): string {
  return text.includes('\r') || text.includes('\f')
    ? text.replace(/\r\n?/g, '\n').replaceAll('\f', '')
    : text;
}

/** The text of a function without its documentation, which may show code. */
export function codeOf(text: string): string {
  return text.replace(/("""|''')[^]*?\1|#.*/g, '');
}

/** The words of some code, without those of its documentation. */
export function wordsIn(code: string): Set<string> {
  return new Set(codeOf(code).match(/\w+/g));
}

/** A call up to the bracket that closes it. */
export function textOfCall(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + 4000); at += 1) {
    const letter = text.charAt(at);
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter) && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  return text.slice(from, from + 80);
}
