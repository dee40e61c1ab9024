import { Fault } from '../../errors.js';
import { readBlockScalar } from './block-scalar.js';
import { doubleQuotedValue, foldLines, plainValue } from './scalar.js';

/** Plain data; the entries of a mapping are kept in a `Map`, which takes any key. */
export type YamlData = null | boolean | number | string | YamlData[] | Map<string, YamlData>;

const MAX_NESTING = 200;

/** Parses one YAML document, without its `---` and `...` lines. */
export function parseDocument(text: string, firstLine: number): YamlData {
  return new DocumentParser(text, firstLine).parse();
}

class DocumentParser {
  readonly #text: string;
  readonly #firstLine: number;
  readonly #anchors = new Map<string, YamlData>();
  #at = 0;
  #nesting = 0;

  constructor(text: string, firstLine: number) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  parse(): YamlData {
    const value = this.#blockNode(-1);
    this.#skipBlank();
    if (this.#at < this.#text.length) throw this.#fault('unexpected text after the document');
    return value;
  }

  /** A node on lines of its own, or after "- ", indented more than `parentIndent`. */
  #blockNode(parentIndent: number): YamlData {
    if (++this.#nesting > MAX_NESTING) throw this.#fault('nested too deeply');
    this.#skipBlank();
    let value: YamlData = null;
    if (this.#at < this.#text.length && this.#column() > parentIndent) {
      value = this.#properties(parentIndent, (tag) => this.#blockContent(parentIndent, tag));
    }
    this.#nesting--;
    return value;
  }

  #blockContent(parentIndent: number, tag: string | undefined): YamlData {
    const column = this.#column();
    if (column <= parentIndent) return null;
    if (this.#isIndicator('-')) return this.#blockSequence(column);
    if (this.#isIndicator('?') || this.#startsKey()) return this.#blockMapping(column);
    return this.#inlineNode(parentIndent, tag);
  }

  /** Anchors and tags before a node. */
  #properties(parentIndent: number, parse: (tag: string | undefined) => YamlData): YamlData {
    let anchor: string | undefined;
    let tag: string | undefined;
    for (;;) {
      const property = this.#match(/([&!])([^\s,[\]{}]*)(?=\s|$)/y);
      if (!property) break;
      this.#at += property[0].length;
      if (property[1] === '&') anchor = property[2];
      else tag = property[0];
      this.#skipSpaces();
      if (this.#atLineEnd()) this.#skipBlank();
    }
    if (this.#at < this.#text.length && this.#column() <= parentIndent && anchor === undefined) {
      return null;
    }
    const value = parse(tag);
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #isFirstOnLine(at: number): boolean {
    return /^[ -]*$/.test(this.#text.slice(this.#lineStart(at), at));
  }

  #blockSequence(column: number): YamlData {
    const items: YamlData[] = [];
    while (this.#at < this.#text.length && this.#column() === column && this.#isIndicator('-')) {
      this.#at++;
      this.#skipSpaces();
      items.push(this.#blockNode(column));
      this.#skipBlank();
    }
    return items;
  }

  #blockMapping(column: number): YamlData {
    const entries = new Map<string, YamlData>();
    while (this.#at < this.#text.length && this.#column() === column) {
      if (this.#isIndicator('?')) {
        this.#at++;
        this.#skipSpaces();
        const key = keyText(this.#blockNode(column));
        this.#skipBlank();
        let value: YamlData = null;
        if (this.#column() === column && this.#isIndicator(':')) {
          this.#at++;
          this.#skipSpaces();
          value = this.#blockNode(column);
        }
        entries.set(key, value);
      } else if (this.#startsKey()) {
        const key = keyText(this.#flowNode(false, true));
        this.#skipSpaces();
        this.#at++;
        entries.set(key, this.#mappingValue(column));
      } else {
        throw this.#fault('expected a key and ":"');
      }
      this.#skipBlank();
    }
    if (this.#at < this.#text.length && this.#column() > column) {
      throw this.#fault('this line is indented more than the one it follows');
    }
    return entries;
  }

  /** What follows "key:". */
  #mappingValue(column: number): YamlData {
    this.#skipSpaces();
    if (!this.#atLineEnd()) {
      return this.#properties(column, (tag) => {
        // After an anchor or tag the node may be on the next lines.
        if (this.#isFirstOnLine(this.#at)) return this.#blockContent(column, tag);
        if (this.#startsKey()) throw this.#fault('a mapping cannot begin on the line of its key');
        return this.#inlineNode(column, tag);
      });
    }
    this.#skipBlank();
    if (this.#at >= this.#text.length) return null;
    // A sequence may be indented no more than the key that it is of.
    if (this.#column() === column && this.#isIndicator('-')) return this.#blockSequence(column);
    return this.#blockNode(column);
  }

  /** A scalar or a flow collection, and then the end of the line. */
  #inlineNode(parentIndent: number, tag: string | undefined): YamlData {
    const first = this.#text[this.#at];
    if (first === '|' || first === '>') {
      const scalar = readBlockScalar(this.#text, this.#at, parentIndent);
      if (!scalar) throw this.#fault('malformed block scalar');
      this.#at = scalar.end;
      return scalar.value;
    }
    const value = this.#flowNode(false, false, parentIndent, tag);
    this.#skipSpaces();
    if (!this.#atLineEnd()) throw this.#fault('unexpected text after a value');
    return value;
  }

  /**
   * @param isInFlow whether it is within `[…]` or `{…}`
   * @param isKey whether it is a key: it ends on its line
   */
  #flowNode(isInFlow: boolean, isKey: boolean, parentIndent = -1, tag?: string): YamlData {
    const first = this.#text[this.#at];
    if (first === '*') return this.#alias();
    if (first === '[') return this.#flowSequence();
    if (first === '{') return this.#flowMapping();
    if (first === '"') return doubleQuotedValue(this.#take(/"((?:[^"\\]|\\[^])*)"/y, 'quote'));
    if (first === "'") {
      return foldLines(this.#take(/'((?:[^']|'')*)'/y, 'quote')).replaceAll("''", "'");
    }
    const text = this.#plain(isInFlow, isKey, parentIndent);
    return isKey || tag === '!!str' || tag === '!' ? text : plainValue(text);
  }

  #alias(): YamlData {
    const name = this.#take(/\*([^\s,[\]{}]+)/y, 'alias');
    const value = this.#anchors.get(name);
    if (value === undefined) throw this.#fault(`unknown alias *${name}`);
    return value;
  }

  #flowSequence(): YamlData {
    const items: YamlData[] = [];
    this.#flowItems(']', () => {
      const key = this.#flowItem();
      this.#skipBlank();
      if (this.#text[this.#at] !== ':') {
        items.push(key);
        return;
      }
      this.#at++;
      this.#skipBlank();
      items.push(new Map([[keyText(key), this.#flowItem()]]));
    });
    return items;
  }

  #flowMapping(): YamlData {
    const entries = new Map<string, YamlData>();
    this.#flowItems('}', () => {
      const key = keyText(this.#flowItem());
      this.#skipBlank();
      if (this.#text[this.#at] !== ':') {
        entries.set(key, null);
        return;
      }
      this.#at++;
      this.#skipBlank();
      entries.set(key, this.#flowItem());
    });
    return entries;
  }

  #flowItems(close: string, parseItem: () => void): void {
    if (++this.#nesting > MAX_NESTING) throw this.#fault('nested too deeply');
    this.#at++;
    for (;;) {
      this.#skipBlank();
      if (this.#text[this.#at] === close) break;
      parseItem();
      this.#skipBlank();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== close) throw this.#fault(`expected "," or "${close}"`);
    }
    this.#at++;
    this.#nesting--;
  }

  #flowItem(): YamlData {
    if (',]}'.includes(this.#text[this.#at] ?? ',')) return null;
    return this.#properties(-1, (tag) => this.#flowNode(true, false, -1, tag));
  }

  /** A scalar without quotes; outside a key it may go on over lines that are indented more. */
  #plain(isInFlow: boolean, isKey: boolean, parentIndent: number): string {
    const pattern = isInFlow
      ? /(?:[^\s,[\]{}:#]|:(?![\s,[\]{}]|$)|(?<=\S)#|[ \t]+(?=[^\s#,[\]{}:]|:(?![\s,[\]{}]|$)))+/y
      : /(?:[^\s:#]|:(?!\s|$)|(?<=\S)#|[ \t]+(?=[^\s#:]|:(?!\s|$)))+/y;
    let text = this.#match(pattern)?.[0] ?? '';
    if (text === '' || /^[@`%|>,\]}]/.test(text)) throw this.#fault('expected a value');
    this.#at += text.length;
    while (!isKey && this.#match(/[ \t]*(?:\n|$)/y) && this.#at < this.#text.length) {
      const from = this.#at;
      const breaks = this.#match(/[ \t]*\n(?:[ \t]*\n)*[ \t]*/y)![0];
      this.#at += breaks.length;
      const isMore = isInFlow || this.#column() > parentIndent;
      const more =
        isMore && (isInFlow || !this.#startsKey()) ? this.#match(pattern)?.[0] : undefined;
      if (!more || more.startsWith('#')) {
        this.#at = from;
        break;
      }
      const lines = breaks.split('\n').length - 1;
      text += (lines === 1 ? ' ' : '\n'.repeat(lines - 1)) + more;
      this.#at += more.length;
    }
    return text;
  }

  /** Whether a key and its ":" begin here, on one line. */
  #startsKey(): boolean {
    const key =
      /(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*'|[^\s#"'[\]{}&*!|>%@`,?-](?:[^\n:#]|:(?=\S)|(?<=\S)#)*?|[?-](?=[^\s])(?:[^\n:#]|:(?=\S)|(?<=\S)#)*?|\*[^\s:]+|[[{][^\n]*?[\]}])[ \t]*:(?=\s|$)/y;
    return this.#match(key) !== null;
  }

  #take(pattern: RegExp, what: string): string {
    const match = this.#match(pattern);
    if (!match) throw this.#fault(`unclosed ${what}`);
    this.#at += match[0].length;
    return match[1]!;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #isIndicator(character: string): boolean {
    const next = this.#text[this.#at + 1];
    return this.#text[this.#at] === character && (next === undefined || /\s/.test(next));
  }

  #skipSpaces(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
  }

  /** Whether only a comment is left on the line. */
  #atLineEnd(): boolean {
    const next = this.#text[this.#at];
    if (next === undefined || next === '\n') return true;
    return next === '#' && /\s/.test(this.#text[this.#at - 1] ?? '\n');
  }

  /** Skips spaces, comments and line breaks. */
  #skipBlank(): void {
    for (;;) {
      this.#skipSpaces();
      if (this.#at >= this.#text.length || !this.#atLineEnd()) return;
      const newline = this.#text.indexOf('\n', this.#at);
      this.#at = newline === -1 ? this.#text.length : newline + 1;
    }
  }

  #lineStart(at: number): number {
    return at === 0 ? 0 : this.#text.lastIndexOf('\n', at - 1) + 1;
  }

  #column(): number {
    return this.#at - this.#lineStart(this.#at);
  }

  #fault(problem: string): Fault {
    const line = this.#firstLine + this.#text.slice(0, this.#at).split('\n').length - 1;
    return new Fault('value', `std.parseYaml: ${problem}, at ${line}:${this.#column() + 1}`);
  }
}

function keyText(key: YamlData): string {
  if (typeof key === 'object' && key !== null) {
    throw new Fault('value', 'std.parseYaml: a key must be a scalar');
  }
  return String(key);
}
