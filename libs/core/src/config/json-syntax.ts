import { createRequire } from 'node:module';

import { codeFrame } from '@rowhouse/jsonnet';
import type * as jsoncParser from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';

import { ConfigError, type Issue } from '../errors/errors.js';

/**
 * Parses JSON in the strict sense: no comments, no trailing commas. Duplicate keys are for the evaluator
 * to find.
 *
 * @throws ConfigError with every syntax error and its place.
 */
export function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { parse, printParseErrorCode } = loadParser();
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
    throw new ConfigError(
      firstAtEachPlace(errors).map((error) =>
        explain(error, printParseErrorCode(error.error), text, shown),
      ),
      { cause },
    );
  }
}

/** Loaded for a text with errors alone. */
function loadParser() {
  return createRequire(import.meta.url)('jsonc-parser') as typeof jsoncParser;
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

function explain(error: ParseError, code: string, text: string, shown: string): Issue {
  const before = text.slice(0, error.offset).trimEnd();
  const isTrailingComma = before.endsWith(',') && /[\]}]/.test(text.charAt(error.offset));
  const offset = isTrailingComma ? before.length - 1 : error.offset;
  const place = { file: shown, ...position(text, offset) };
  const length = isTrailingComma ? 1 : Math.max(1, error.length);
  const end = { endLine: place.line, endColumn: place.column + length };
  const isJsonnet = isTrailingComma || jsonnetAllows.has(code);
  return {
    message: isTrailingComma ? 'JSON has no trailing commas' : (messages[code] ?? code),
    place,
    frame: codeFrame(text, { ...place, ...end }),
    ...(isJsonnet && { hint: 'Rename the file to .jsonnet, which allows this.' }),
  };
}

const jsonnetAllows = new Set(['InvalidCommentToken', 'PropertyNameExpected']);

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 };
}
