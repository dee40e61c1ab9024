import type { Token } from './tokenizer.js';

/** A word, an operator or a string: what is never split. */
export interface Leaf {
  readonly text: string;
  /** Whether a blank stands before it. */
  readonly spaced: boolean;
  readonly items?: undefined;
}

/** A pair of brackets with what is between them, item by item. */
export interface Bracket {
  readonly open: string;
  readonly close: string;
  readonly items: readonly Sequence[];
  /** Whether a comma stands behind the last item: it keeps the bracket on several lines. */
  readonly trailingComma: boolean;
  /** Whether it is a call or a subscript, rather than a value of its own. */
  readonly isTrailer: boolean;
  readonly spaced: boolean;
  /** On one line. */
  readonly text: string;
  /** Whether it has to take several lines. */
  readonly isForced: boolean;
}

export type Part = Leaf | Bracket;

/** Code without a comma of its own: a statement, an expression, an item of a bracket. */
export class Sequence {
  /** On one line. */
  readonly text: string;
  /** Whether a bracket in it has to take several lines. */
  readonly isForced: boolean;
  /** Whether there is a bracket to split. */
  readonly hasBracket: boolean;

  constructor(readonly parts: readonly Part[]) {
    let text = '';
    let isForced = false;
    let hasBracket = false;
    parts.forEach((part, index) => {
      text += part.spaced && index > 0 ? ` ${part.text}` : part.text;
      if (part.items === undefined) return;
      isForced ||= part.isForced;
      hasBracket ||= part.items.length > 0;
    });
    this.text = text;
    this.isForced = isForced;
    this.hasBracket = hasBracket;
  }

  get length(): number {
    return this.parts.length;
  }

  slice(start: number, end?: number): Sequence {
    return new Sequence(this.parts.slice(start, end));
  }

  indexOf(text: string): number {
    return this.parts.findIndex((part) => part.text === text);
  }

  /** Cuts before each part, but the first, that passes a test. */
  splitBefore(test: (part: Part, index: number) => boolean): readonly Sequence[] {
    const cuts = this.parts.flatMap((part, index) =>
      index > 0 && test(part, index) ? [index] : [],
    );
    if (cuts.length === 0) return [this];
    return [0, ...cuts].map((start, index) => this.slice(start, cuts[index]));
  }
}

/** Whether a part is a bracket with something in it. */
export function isSplittable(part: Part | undefined): part is Bracket {
  return part?.items !== undefined && part.items.length > 0;
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Arranges the tokens of a logical line by their brackets. */
export function parseBrackets(tokens: readonly Token[]): Sequence {
  return new BracketParser(tokens).statement();
}

class BracketParser {
  #next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  statement(): Sequence {
    const { items } = this.#items(undefined);
    return items[0] ?? new Sequence([]);
  }

  /** What stands before `close`; commas separate items, but outside of all brackets. */
  #items(close: string | undefined): { items: Sequence[]; trailingComma: boolean } {
    const items: Sequence[] = [];
    let parts: Part[] = [];
    let trailingComma = false;
    // The commas between the targets of a comprehension separate nothing else.
    let isTarget = false;
    for (; this.#next < this.tokens.length; this.#next++) {
      const token = this.tokens[this.#next]!;
      const isOperator = token.kind === 'operator';
      if (isOperator && token.text === close) break;
      trailingComma = false;
      if (token.kind === 'word' && token.text === 'for') isTarget = true;
      if (token.kind === 'word' && token.text === 'in') isTarget = false;
      if (isOperator && token.text === ',' && close !== undefined && !isTarget) {
        items.push(new Sequence(parts));
        parts = [];
        trailingComma = true;
      } else if (isOperator && token.text in closers) {
        parts.push(this.#bracket(token, parts.at(-1)));
      } else {
        parts.push({ text: token.text, spaced: isSpaced(token) });
      }
    }
    if (parts.length > 0) items.push(new Sequence(parts));
    return { items, trailingComma };
  }

  #bracket(token: Token, before: Part | undefined): Bracket {
    const open = token.text;
    const close = closers[open]!;
    const spaced = isSpaced(token);
    const isTrailer =
      !spaced &&
      before !== undefined &&
      (before.items !== undefined || /^[\p{L}_]/u.test(before.text));
    this.#next++;
    const { items, trailingComma } = this.#items(close);
    // The comma of `(item,)` makes the tuple; it does not split it.
    const isSingle = trailingComma && items.length === 1 && close === ')' && !isTrailer;
    const inner = items.map(({ text }) => text).join(', ');
    return {
      open,
      close,
      items,
      trailingComma,
      isTrailer,
      spaced,
      text: open + inner + (isSingle ? ',' : '') + close,
      isForced: (trailingComma && !isSingle) || items.some((item) => item.isForced),
    };
  }
}

/** A line break inside of brackets stands for a blank, but before a dot or a closing bracket. */
function isSpaced({ text, kind, spaced, beginsLine }: Token): boolean {
  if (!beginsLine) return spaced;
  return text !== '.' && !(kind === 'operator' && /^[)\]}]$/.test(text));
}
