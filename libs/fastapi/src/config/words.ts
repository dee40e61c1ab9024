import { describeValue } from '@rowhouse/core';
import * as z from 'zod';

import { isKeyword } from '../python/keywords.js';
import { snakeCase } from '../python/names.js';
import { isStorableText } from './text.js';

const identifierShape = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** PostgreSQL cuts names at 63 bytes. */
const longestIdentifier = 63;

/** What is combined with other words into one name must leave them room on a line of 88 characters. */
export const longestPart = 40;

/** What is wrong with `word` as a Python name, or undefined when nothing is. */
export function identifierProblem(
  word: string,
  longest: number = longestIdentifier,
): string | undefined {
  if (!identifierShape.test(word)) {
    return 'expected a Python name: ASCII letters, digits and _, not beginning with a digit';
  }
  if (isKeyword(word)) return 'a Python keyword cannot be a name';
  if (word.length > longest) {
    return `a name of ${word.length} characters, expected at most ${longest}`;
  }
  return undefined;
}

/** A string schema whose values `problem` finds nothing wrong with; `fix` is the hint where it does. */
function checked(
  problem: (word: string) => string | undefined,
  fix: (word: string) => string | undefined = () => undefined,
): z.ZodString {
  return z.string().superRefine((word, context) => {
    const found = problem(word);
    if (found === undefined) return;
    const hint = fix(word);
    context.addIssue({
      code: 'custom',
      message: `found ${describeValue(word)}: ${found}`,
      ...(hint !== undefined && { params: { hint } }),
    });
  });
}

/** A Python name. */
export const identifier = checked(identifierProblem);

/** A Python name that becomes a file's or a folder's: no leading underscore, so never `__init__`. */
export const fileName = checked(fileNameProblem, (word) => {
  if (!/^[\w -]+$/.test(word)) return undefined;
  const meant = snakeCase(word.replace(/[_ -]+/g, '_').replace(/^_|_$/g, ''));
  return fileNameProblem(meant) === undefined ? `Did you mean '${meant}'?` : undefined;
});

function fileNameProblem(word: string): string | undefined {
  return /^_|[A-Z]/.test(word)
    ? 'expected lower-case letters, digits and _, beginning with a letter'
    : identifierProblem(word, longestPart);
}

/** Dotted Python names, at least two: a module and its member, such as `example`. */
export function dottedPath(example: string): z.ZodString {
  return checked((word) =>
    word.includes('.') ? firstProblem(word) : `expected a dotted path, such as '${example}'`,
  );
}

/** Dotted Python names, or nothing. */
export const packagePath = checked(
  (word) => {
    if (word === '') return undefined;
    return isFilePath(word)
      ? "expected dotted Python names, such as 'app.generated'"
      : firstProblem(word);
  },
  (word) => (isFilePath(word) ? 'To write to another directory, use --out.' : undefined),
);

function isFilePath(word: string): boolean {
  return /^\.|[\\/]/.test(word);
}

function firstProblem(path: string): string | undefined {
  for (const part of path.split('.')) {
    if (part === '') return 'expected a name before and after each dot';
    const problem = identifierProblem(part);
    if (problem !== undefined) return `${describeValue(part)}: ${problem}`;
  }
  return undefined;
}

/** The name of an environment variable. */
export const environmentVariable = checked((word) =>
  identifierShape.test(word)
    ? undefined
    : 'expected the name of an environment variable: letters, digits and _',
);

const pathShape = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/** A URL path, such as `example`. */
export function urlPath(example: string): z.ZodString {
  return checked((word) =>
    pathShape.test(word)
      ? undefined
      : `expected a path such as '${example}': segments of letters, digits, '-', '.', '_' and '~', no slash at the end`,
  );
}

/** A URL path, or nothing. */
export const optionalUrlPath = checked((word) =>
  word === '' || pathShape.test(word)
    ? undefined
    : "expected a path such as '/blog', or nothing: segments of letters, digits, '-', '.', '_' and '~', no slash at the end",
);

/** Text that can be written to JSON: without lone surrogates and NUL. Not empty. */
export const plainText = checked((text) => {
  if (text === '') return 'expected at least one character';
  return isStorableText(text)
    ? undefined
    : 'a NUL character or a lone surrogate cannot be stored or sent';
});
