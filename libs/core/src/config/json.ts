import { createRequire } from 'node:module';

import { codeFrame } from '@rowhouse/jsonnet';
import type * as jsoncParser from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';

import { ConfigError } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';

/** Nested deeper than any config is, and less than what a walk by calls can do. */
const maxDepth = 100;

/** What a value, its copy in order and what is said of it may take. */
const bytesOfValue = 512;
const [quote, comma, colon, bracket, backslash, brace] = [0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x7b];

/** Whether the values of a text may not fit into so many bytes: each but the first is behind one of the three. */
export function mayOutgrow(text: string, maxMemory: number): boolean {
  let count = 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === comma || unit === bracket || unit === brace) count++;
  }
  return count * bytesOfValue > maxMemory;
}

/**
 * Parses JSON in the strict sense: no comments, no trailing commas. It is what the evaluator makes of the
 * same text, which remembers where everything stands and takes many times as long.
 *
 * @returns the value, fields in the order of their names; undefined for a text that the evaluator has
 *   something to say of: a key that is given twice, a number that is too large, a text that goes very deep.
 * @throws ConfigError with every syntax error and its place.
 */
export function parseJson(
  text: string,
  displayed: string,
): { readonly value: unknown } | undefined {
  const walk = new Walk();
  const value = walk.inOrder(parseStrictly(text, displayed), 0);
  // `JSON.parse` keeps the last of two members of one name, and says nothing.
  return walk.isForEvaluator || walk.members !== membersIn(text) ? undefined : { value };
}

function parseStrictly(text: string, displayed: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { parse, printParseErrorCode } = loadParser();
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
    throw new ConfigError(
      firstAtEachPlace(errors).map((error) =>
        explain(error, printParseErrorCode(error.error), text, displayed),
      ),
      { cause },
    );
  }
}

/** Loaded for JSON alone. */
function loadParser() {
  return createRequire(import.meta.url)('jsonc-parser') as typeof jsoncParser;
}

/** Copies a value with its fields in order, and looks for what the evaluator has something to say of. */
class Walk {
  isForEvaluator = false;
  /** How many members its objects have. */
  members = 0;

  inOrder(value: unknown, depth: number): unknown {
    if (typeof value === 'number' && !Number.isFinite(value)) this.isForEvaluator = true;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) this.isForEvaluator = true;
    if (this.isForEvaluator) return undefined;
    if (Array.isArray(value)) return value.map((item) => this.inOrder(item, depth + 1));
    const ordered: Record<string, unknown> = {};
    for (const name of Object.keys(value).sort()) {
      this.members++;
      // The evaluator orders names by code points, and `sort` by UTF-16 code units.
      if (hasSurrogates(name)) this.isForEvaluator = true;
      else ordered[name] = this.inOrder((value as Record<string, unknown>)[name], depth + 1);
    }
    return ordered;
  }
}

function hasSurrogates(name: string): boolean {
  return name === '__proto__' || /[\ud800-\udfff]/.test(name);
}

/** How many members a text writes, which is JSON: each has the only colon outside of strings. */
function membersIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === colon) count++;
    else if (unit === quote) index = endOfString(text, index);
  }
  return count;
}

/** Where the quote stands that ends a string. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (; text.charCodeAt(index) !== quote; index++) {
    if (text.charCodeAt(index) === backslash) index++;
  }
  return index;
}

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'unknown word, expected a JSON value',
  InvalidNumberFormat: 'malformed number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: "expected ':'",
  CommaExpected: "expected ','",
  CloseBraceExpected: "expected '}'",
  CloseBracketExpected: "expected ']'",
  EndOfFileExpected: 'expected the end of the file',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'unterminated comment',
  UnexpectedEndOfString: 'unterminated string',
  UnexpectedEndOfNumber: 'unfinished number',
  InvalidUnicode: "malformed escape, expected four hexadecimal digits after '\\u'",
  InvalidEscapeCharacter: 'unknown escape',
  InvalidCharacter: 'control character in a string',
};

/** The parser may complain of one token twice. */
function firstAtEachPlace(errors: readonly ParseError[]): readonly ParseError[] {
  return errors.filter((error, index) => error.offset !== errors[index - 1]?.offset);
}

function explain(error: ParseError, code: string, text: string, displayed: string): Issue {
  const before = text.slice(0, error.offset).trimEnd();
  const isTrailingComma = before.endsWith(',') && /[\]}]/.test(text.charAt(error.offset));
  const offset = isTrailingComma ? before.length - 1 : error.offset;
  const place = { file: displayed, ...position(text, offset) };
  const length = isTrailingComma ? 1 : Math.max(1, error.length);
  const end = { endLine: place.line, endColumn: place.column + length };
  const isJsonnet = isTrailingComma || jsonnetAllows.has(code);
  return {
    code: 'json-syntax',
    message: isTrailingComma ? 'JSON has no trailing commas' : (messages[code] ?? code),
    place,
    frame: codeFrame(text, { ...place, ...end }),
    ...(isJsonnet && { fix: 'Rename the file to .jsonnet, which allows this.' }),
  };
}

const jsonnetAllows = new Set(['InvalidCommentToken', 'PropertyNameExpected']);

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}
