import { literal } from './literal.js';

/** The longest line of generated code: ruff's default. */
export const lineLength = 88;

const indentation = 4;

/**
 * Code that is one line where it fits and one item a line where it does not, as ruff lays it out:
 * an exploded group ends in a comma, so it stays exploded.
 */
export type Doc = string | Group | Text | Binary;

/** Items between brackets. */
export interface Group {
  readonly open: string;
  readonly items: readonly Doc[];
  readonly close: string;
}

/** A string literal, which is cut into several when it is longer than a line. */
export interface Text {
  readonly prefix: string;
  readonly text: string;
}

/** Two operands, inside brackets or on one line: the second goes to a line of its own where it must. */
export interface Binary {
  readonly left: Doc;
  /** The operator with the right operand: `| None`. */
  readonly rest: string;
}

/** `head(items)`, or `head[items]` with other brackets. */
export function group(open: string, items: readonly Doc[], close = ')'): Group {
  return { open, items, close };
}

/** A keyword argument, or anything else that stands right before a doc. */
export function prefixed(prefix: string, doc: Doc): Doc {
  if (typeof doc === 'string') return prefix + doc;
  if ('items' in doc) return { ...doc, open: prefix + doc.open };
  if ('rest' in doc) return { ...doc, left: prefixed(prefix, doc.left) };
  return { ...doc, prefix: prefix + doc.prefix };
}

/** A value of a config as a doc: long texts are cut, long lists exploded. */
export function literalDoc(value: unknown): Doc {
  if (typeof value === 'string') return { prefix: '', text: value };
  if (Array.isArray(value)) return group('[', value.map(literalDoc), ']');
  if (typeof value !== 'object' || value === null) return literal(value);
  const items = Object.entries(value).map(([key, item]) =>
    prefixed(`${literal(key)}: `, literalDoc(item)),
  );
  return group('{', items, '}');
}

/**
 * Lays out a doc.
 *
 * @param indent columns that the line is indented by; the first line comes without them.
 * @param before characters on the line before the doc, indentation aside.
 * @param after characters on the last line behind it.
 */
export function layout(doc: Doc, indent = 0, before = 0, after = 0): string {
  const room = lineLength - indent - before - after;
  const line = flat(doc, room);
  if (line !== undefined) return line;
  if (typeof doc !== 'string' && 'rest' in doc) {
    return `${layout(doc.left, indent, before)}\n${' '.repeat(indent)}${doc.rest}`;
  }
  if (typeof doc === 'string') return doc;
  if ('text' in doc) return cutText(doc, indent);
  const inner = indent + indentation;
  const lines = doc.items.map((item) => `${' '.repeat(inner)}${layout(item, inner, 0, 1)},\n`);
  return `${doc.open}\n${lines.join('')}${' '.repeat(indent)}${doc.close}`;
}

/** `NAME = "text"`; a text that fits a line by itself gets one, in brackets. */
export function textAssignment(name: string, text: string, indent = 0): string {
  const line = `${name} = ${literal(text)}`;
  if (indent + line.length <= lineLength) return line;
  if (indent + indentation + literal(text).length > lineLength) {
    return layout({ prefix: `${name} = `, text }, indent);
  }
  const margin = ' '.repeat(indent);
  return `${name} = (\n${margin}    ${literal(text)}\n${margin})`;
}

/** `Article.id == pk` as an argument on a line of its own. */
export function keyCondition(key: string, value: string, indent: number): string {
  return layout({ left: key, rest: `== ${value}` }, indent, 0, 1);
}

/** A doc on one line, or undefined when that takes more than `room` characters. */
export function flat(doc: Doc, room: number): string | undefined {
  if (room < 0) return undefined;
  if (typeof doc === 'string') return doc.length <= room && !doc.includes('\n') ? doc : undefined;
  if ('text' in doc) {
    const line = doc.prefix + literal(doc.text);
    return line.length <= room ? line : undefined;
  }
  if ('rest' in doc) {
    const left = flat(doc.left, room - doc.rest.length - 1);
    return left === undefined ? undefined : `${left} ${doc.rest}`;
  }
  let line = doc.open;
  let separator = '';
  for (const item of doc.items) {
    const text = flat(item, room - line.length);
    if (text === undefined) return undefined;
    line += separator + text;
    separator = ', ';
  }
  line += doc.close;
  return line.length <= room ? line : undefined;
}

/** Adjacent literals in brackets, which Python reads as one text. Cut behind spaces where there are any. */
function cutText({ prefix, text }: Text, indent: number): string {
  const inner = ' '.repeat(indent + indentation);
  const room = lineLength - inner.length;
  const pieces: string[] = [];
  let piece = '';
  let size = 2;
  for (const part of parts(text)) {
    const width = literal(part).length - 2;
    // A quote inside may cost a backslash that it does not cost alone.
    const quotes = part.match(/["']/g)?.length ?? 0;
    if (piece !== '' && size + width + quotes > room) {
      pieces.push(piece);
      piece = '';
      size = 2;
    }
    piece += part;
    size += width + quotes;
  }
  if (piece !== '') pieces.push(piece);
  const lines = pieces.map((each) => `${inner}${literal(each)}\n`).join('');
  return pieces.length === 1
    ? prefix + literal(text)
    : `${prefix}(\n${lines}${' '.repeat(indent)})`;
}

/** Words with the space behind them; one that is too wide for a line comes by characters. */
function parts(text: string): string[] {
  const words = text.match(/\S+\s?|\s/gu) ?? [];
  return words.flatMap((word) => (literal(word).length > lineLength / 2 ? [...word] : [word]));
}
