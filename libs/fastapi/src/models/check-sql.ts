/** What a CHECK compares with constants. */
export interface Comparison {
  /** As it is written: PostgreSQL folds a name without quotes. */
  readonly column: string;
  /** Whether it is about the length of the text. */
  readonly isLength: boolean;
  readonly operator: Operator;
  readonly values: readonly (string | number)[];
}

export type Operator = '<' | '<=' | '>' | '>=' | '=' | '<>' | 'in';

const TOKEN =
  /\s*(?:"((?:[^"]|"")+)"|('(?:[^']|'')*')|(\d+(?:\.\d+)?)(?![\w.])|([a-z_]\w*)(?!')|(<=|>=|<>|!=|[<>=(),-]))/giy;
const MIRRORED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=', '<>': '<>' } as const;
const LENGTHS = new Set(['length', 'char_length', 'character_length']);
const WORDS = new Set(['and', 'or', 'not', 'in', 'between', 'is', 'null', 'true', 'false', 'like']);

/**
 * The comparisons of a condition that consists of nothing else: of columns, or of the lengths of texts, with
 * constants, joined by AND. Undefined for all others, which are left to PostgreSQL.
 */
export function comparisonsOf(sql: string): readonly Comparison[] | undefined {
  const tokens = tokensOf(sql);
  if (tokens === undefined) return undefined;
  const reader = new Reader(tokens);
  const found = reader.condition();
  return reader.isAtEnd ? found : undefined;
}

interface Token {
  readonly kind: 'column' | 'text' | 'number' | 'word' | 'sign';
  readonly text: string;
}

function tokensOf(sql: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const text = sql.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return undefined;
    const [, quoted, string, number, word, sign] = found;
    if (quoted !== undefined) tokens.push({ kind: 'column', text: quoted.replaceAll('""', '"') });
    else if (string !== undefined) {
      tokens.push({ kind: 'text', text: string.slice(1, -1).replaceAll("''", "'") });
    } else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase() });
    else tokens.push({ kind: 'sign', text: sign === '!=' ? '<>' : sign! });
  }
  return tokens;
}

/** Reads tokens from left to right; undefined where they are none of these conditions. */
class Reader {
  #at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length;
  }

  condition(): readonly Comparison[] | undefined {
    const found: Comparison[] = [];
    do {
      const term = this.attempt(() => this.inParentheses()) ?? this.comparison();
      if (term === undefined) return undefined;
      found.push(...term);
    } while (this.take('and'));
    return found;
  }

  private inParentheses(): readonly Comparison[] | undefined {
    if (!this.take('(')) return undefined;
    const found = this.condition();
    return found && this.take(')') ? found : undefined;
  }

  private comparison(): readonly Comparison[] | undefined {
    const first = this.constant();
    if (first !== undefined) {
      const sign = this.sign();
      const of = sign && this.operand();
      return of && [{ ...of, operator: MIRRORED[sign], values: [first] }];
    }
    const of = this.operand();
    if (of === undefined) return undefined;
    if (this.take('in')) {
      const values = this.list();
      return values && [{ ...of, operator: 'in', values }];
    }
    if (this.take('between')) {
      const low = this.constant();
      const high = low !== undefined && this.take('and') ? this.constant() : undefined;
      if (low === undefined || high === undefined) return undefined;
      return [
        { ...of, operator: '>=', values: [low] },
        { ...of, operator: '<=', values: [high] },
      ];
    }
    const operator = this.sign();
    const value = operator && this.constant();
    return value === undefined ? undefined : [{ ...of, operator: operator!, values: [value] }];
  }

  /** `weekday`, `"Weekday"`, `length(name)`, `(weekday)`. */
  private operand(): Pick<Comparison, 'column' | 'isLength'> | undefined {
    const [token, next] = [this.tokens[this.#at], this.tokens[this.#at + 1]];
    const isCall = token?.kind === 'word' && LENGTHS.has(token.text) && next?.text === '(';
    if (isCall || token?.text === '(') {
      this.#at += isCall ? 2 : 1;
      const inner = this.operand();
      if (inner === undefined || !this.take(')') || (isCall && inner.isLength)) return undefined;
      return isCall ? { ...inner, isLength: true } : inner;
    }
    const isName = token?.kind === 'column' || (token?.kind === 'word' && !WORDS.has(token.text));
    if (!isName) return undefined;
    this.#at += 1;
    return { column: token.text, isLength: false };
  }

  private list(): readonly (string | number)[] | undefined {
    const values: (string | number)[] = [];
    if (!this.take('(')) return undefined;
    do {
      const value = this.constant();
      if (value === undefined) return undefined;
      values.push(value);
    } while (this.take(','));
    return this.take(')') ? values : undefined;
  }

  private constant(): string | number | undefined {
    const isNegative = this.take('-');
    const token = this.tokens[this.#at];
    if (token?.kind !== 'number' && (token?.kind !== 'text' || isNegative)) return undefined;
    this.#at += 1;
    if (token.kind === 'text') return token.text;
    return isNegative ? -Number(token.text) : Number(token.text);
  }

  private sign(): keyof typeof MIRRORED | undefined {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'sign' || !(token.text in MIRRORED)) return undefined;
    this.#at += 1;
    return token.text as keyof typeof MIRRORED;
  }

  private take(text: string): boolean {
    const token = this.tokens[this.#at];
    const isTaken = token?.text === text && (token.kind === 'word' || token.kind === 'sign');
    if (isTaken) this.#at += 1;
    return isTaken;
  }

  /** Reads in one way, and goes back where that fails. */
  private attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.#at;
    const found = read();
    if (found === undefined) this.#at = start;
    return found;
  }
}
