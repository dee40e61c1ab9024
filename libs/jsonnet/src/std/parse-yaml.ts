import { createRequire } from 'node:module';
import type * as yaml from 'yaml';
import type { CST, Document, Node, Pair, ParsedNode, Scalar } from 'yaml';
import { Fault } from '../errors.js';
import { nested, reserve, tick } from '../runtime/budget.js';
import { objectOf } from '../runtime/native-object.js';
import type { Value } from '../runtime/value.js';
import { ArrayValue } from '../runtime/value.js';
import { builtin, string } from './builtin.js';

type Yaml = typeof yaml;

const require = createRequire(import.meta.url);

/** Deeper than any document is, and far less than what `yaml` can compose, which it does by recursion. */
const MAX_NESTING = 200;

/** The core schema of YAML 1.2, whatever a document says of itself; of equal keys the last one counts. */
const OPTIONS = { schema: 'core', resolveKnownTags: false, uniqueKeys: false } as const;

/** What the nodes of a document take at most for each word of its text. */
const NODE_BYTES = 100;

/** Values from YAML text. */
export const parseYaml = [
  builtin('parseYaml', [string('str')], (text) => {
    tick(text.length);
    // Loaded here, as few programs read YAML and loading it takes longer than evaluating a small one.
    const stream = new YamlStream(require('yaml') as Yaml, text);
    const documents = stream.documents();
    const values = documents.map((document) => stream.valueOf(document));
    const isStream = documents.length > 1 || documents[0]?.directives.docStart === true;
    return isStream ? new ArrayValue(values) : (values[0] ?? null);
  }),
];

class YamlStream {
  readonly #yaml: Yaml;
  readonly #text: string;
  readonly #lines;
  /**
   * The values of the anchors so far in a document. An alias is that same value, so that aliases of
   * aliases cost nothing.
   */
  #anchors = new Map<string, Value>();

  constructor(yaml: Yaml, text: string) {
    this.#yaml = yaml;
    this.#text = text;
    this.#lines = new yaml.LineCounter();
  }

  documents(): Document.Parsed[] {
    const tokens = this.#tokens();
    this.#checkNesting(tokens);
    const documents: Document.Parsed[] = [];
    for (const document of new this.#yaml.Composer(OPTIONS).compose(tokens)) {
      tick(1);
      documents.push(document);
    }
    return documents;
  }

  /** The syntax tree. Each word of the text is a step, as a word of a few bytes takes hundreds. */
  #tokens(): CST.Token[] {
    const parser = new this.#yaml.Parser(this.#lines.addNewLine);
    const tokens: CST.Token[] = [];
    let words = 0;
    this.#lines.addNewLine(0);
    for (const word of new this.#yaml.Lexer().lex(this.#text)) {
      tick(1);
      words++;
      for (const token of parser.next(word)) tokens.push(token);
    }
    for (const token of parser.end()) tokens.push(token);
    reserve(words * NODE_BYTES);
    return tokens;
  }

  valueOf({ errors, contents }: Document.Parsed): Value {
    const [error] = errors;
    if (error) throw this.#fault(error.message, error.pos[0]);
    this.#anchors = new Map();
    return this.#value(contents);
  }

  #checkNesting(tokens: readonly CST.Token[]): void {
    const rest = tokens.map((token) => ({ token, depth: 0 }));
    for (let next = rest.pop(); next; next = rest.pop()) {
      const { token, depth } = next;
      if (depth > MAX_NESTING) throw this.#fault('nested too deeply', token.offset);
      const inner =
        token.type === 'document'
          ? [token.value]
          : 'items' in token
            ? token.items.flatMap(({ key, value }) => [key, value])
            : [];
      for (const item of inner) if (item) rest.push({ token: item, depth: depth + 1 });
    }
  }

  #value(node: Node | null): Value {
    if (this.#yaml.isAlias(node)) {
      const known = this.#anchors.get(node.source);
      if (known !== undefined) return known;
      throw this.#fault(`unknown alias *${node.source}`, node.range?.[0]);
    }
    const value = this.#content(node as ParsedNode | null);
    const anchor = (node as ParsedNode | null)?.anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #content(node: ParsedNode | null): Value {
    if (this.#yaml.isSeq(node)) {
      const items = node.items as readonly (Node | null)[];
      return nested(() => new ArrayValue(items.map((item) => this.#value(item))));
    }
    if (this.#yaml.isMap(node)) {
      const pairs = node.items as readonly Pair<Node | null, Node | null>[];
      // As a map, so that of equal keys the last one counts.
      const fields = (): Map<string, Value> =>
        new Map(pairs.map(({ key, value }) => [this.#key(key), this.#value(value)]));
      return nested(() => objectOf(fields()));
    }
    return node === null ? null : this.#scalar(node as Scalar.Parsed);
  }

  #scalar({ value, range }: Scalar.Parsed): Value {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw this.#fault(`${this.#text.slice(range[0], range[1])} has no JSON form`, range[0]);
    }
    return value as Value;
  }

  /** Names are strings, so `1.0: x` has the name `1.0`. */
  #key(key: Node | null): string {
    const value = this.#value(key);
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null) {
      throw this.#fault('a key must be a scalar', key?.range?.[0]);
    }
    return (this.#yaml.isScalar(key) && key.source) || String(value);
  }

  #fault(problem: string, offset = 0): Fault {
    const { line, col } = this.#lines.linePos(offset);
    const words = problem.charAt(0).toLowerCase() + problem.slice(1);
    return new Fault(
      'value',
      `std.parseYaml: ${words}, at ${Math.max(1, line)}:${Math.max(1, col)}`,
    );
  }
}
