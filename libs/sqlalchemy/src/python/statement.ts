/** A statement of one line, and its brackets. */
export class Statement {
  /** The bracket that each place is in, -1 for none; of brackets, that around them. */
  private readonly around: Int32Array;
  private readonly closed = new Map<number, number>();

  constructor(readonly text: string) {
    this.around = new Int32Array(text.length);
    const open: number[] = [];
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!;
      if (')]}'.includes(character) && open.length > 0) this.closed.set(open.pop()!, at);
      this.around[at] = open.at(-1) ?? -1;
      if ('([{'.includes(character)) open.push(at);
    }
  }

  /** Where the bracket opens that a place is in; -1 outside of all. */
  open(place: number): number {
    return this.around[place] ?? -1;
  }

  /** Where a bracket closes. */
  close(open: number): number | undefined {
    return this.closed.get(open);
  }

  /** The next place of a character that is in no more brackets than the place to begin at. */
  next(wanted: string, from = 0, to = this.text.length): number | undefined {
    const level = this.open(from);
    for (let at = from; at < to; at++) {
      if (this.text[at] === wanted && this.open(at) === level) return at;
    }
    return undefined;
  }

  /** Where the type parameters open, in a statement that may have some. */
  get typeParameters(): number | undefined {
    return /^\s*(?:class|(?:async\s+)?def|type)\s+\w+\s*(?=\[)/.exec(this.text)?.[0].length;
  }

  /** Whether a bracket is behind a value: `tuple[`, rather than a list. */
  isSubscript(open: number): boolean {
    const before = this.text.slice(Math.max(0, open - 20), open);
    return this.text[open] === '[' && /[\w)\]]\s*$/.test(before) && !KEYWORD.test(before);
  }
}

/** What a list, rather than a subscript, may be behind. */
const KEYWORD =
  /\b(?:in|return|yield|from|and|or|not|if|elif|else|is|await|assert|del|for|match|case)\s*$/;
