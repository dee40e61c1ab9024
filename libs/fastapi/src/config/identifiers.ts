import { text, unquoted, type Text, type Problem } from '@rowhouse/core';
import { isKeyword, snakeCase } from '@rowhouse/python';
import * as z from 'zod';

import { refuse } from './rule.js';
import { isStorableText } from './text.js';

const identifierShape = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** PostgreSQL cuts names at 63 bytes. */
const longestIdentifier = 63;

/** What is wrong with a name for Python and PostgreSQL, or undefined when nothing is. */
export function identifierProblem(name: string): Problem | undefined {
  if (!identifierShape.test(name)) {
    return invalidName(
      'expected a Python name: ASCII letters, digits and _, not beginning with a digit',
    );
  }
  if (isKeyword(name)) return invalidName('a Python keyword cannot be a name');
  if (name.length > longestIdentifier) {
    return invalidName(
      text`a name of ${name.length} characters, expected at most ${longestIdentifier}`,
    );
  }
  return undefined;
}

function invalidName(message: Text): Problem {
  return { code: 'invalid-name', message };
}

/** A Python name that becomes a file's or a folder's: no leading underscore, so never `__init__`. */
export const fileName = z.string().check(refuse(fileNameProblem));

function fileNameProblem(name: string): Problem | undefined {
  const problem = /^_|[A-Z]/.test(name)
    ? invalidName('expected lower-case letters, digits and _, beginning with a letter')
    : identifierProblem(name);
  if (problem === undefined || !/^[\w -]+$/.test(name)) return problem;
  const meant = snakeCase(name.replace(/[_ -]+/g, '_').replace(/^_|_$/g, ''));
  const isUsable = meant !== name && fileNameProblem(meant) === undefined;
  return isUsable ? { ...problem, fix: text`Did you mean ${meant}?` } : problem;
}

/** Dotted Python names, at least two: a module and its member, such as `example`. */
export function dottedPath(example: string): z.ZodString {
  return z
    .string()
    .check(
      refuse((path) => {
        if (path.includes('.')) return dottedNamesProblem(path);
        const message = text`expected a dotted path, such as ${example}`;
        return { code: 'invalid-dotted-path', message };
      }),
    )
    .meta({ examples: [example] });
}

/** Dotted Python names, or nothing. */
export const packagePath = z.string().check(
  refuse((path) => {
    if (path === '') return undefined;
    if (!/^\.|[\\/]/.test(path)) return dottedNamesProblem(path);
    return {
      code: 'invalid-dotted-path',
      message: "expected dotted Python names, such as 'app.generated'",
      fix: 'To write to another directory, use --out.',
    };
  }),
);

function dottedNamesProblem(path: string): Problem | undefined {
  for (const part of path.split('.')) {
    if (part === '') {
      return { code: 'invalid-dotted-path', message: 'expected a name before and after each dot' };
    }
    const problem = identifierProblem(part);
    if (problem !== undefined) return { ...problem, message: text`${part}: ${messageOf(problem)}` };
  }
  return undefined;
}

/** The message of a problem, to stand inside another. */
function messageOf({ message = '' }: Problem): Text {
  return typeof message === 'string' ? unquoted(message) : message;
}

/** The name of an environment variable. */
export const environmentVariable = z.string().check(
  refuse((name) =>
    identifierShape.test(name)
      ? undefined
      : {
          code: 'invalid-environment-variable',
          message: 'expected the name of an environment variable: letters, digits and _',
        },
  ),
);

const pathShape = /^(?:\/[A-Za-z0-9._~-]+)+$/;
const pathRule = "segments of letters, digits, '-', '.', '_' and '~', no slash at the end";

/** A URL path, such as `example`. */
export function urlPath(example: string): z.ZodString {
  const message = text`expected a path such as ${example}: ${unquoted(pathRule)}`;
  return z
    .string()
    .check(
      refuse((path) => (pathShape.test(path) ? undefined : { code: 'invalid-url-path', message })),
    )
    .meta({ examples: [example] });
}

const openPathShape =
  /^(?:(?:GET|POST|PATCH|PUT|DELETE) )?(?:\/|(?:\/(?:[A-Za-z0-9._~-]+|\{\w+\}))+)$/;

/** A path that needs no token, as its route writes it; with a method before it, for that one alone. */
export const openPath = z.string().check(
  refuse((path) => {
    if (openPathShape.test(path)) return undefined;
    const message = text`expected a path such as ${'/health'} or ${'GET /articles/{pk}'}: ${unquoted(pathRule)}`;
    return { code: 'invalid-url-path', message };
  }),
);

/** A URL path, or nothing. */
export const optionalUrlPath = z.string().check(
  refuse((path) =>
    path === '' || pathShape.test(path)
      ? undefined
      : {
          code: 'invalid-url-path',
          message: `expected a path such as '/blog', or nothing: ${pathRule}`,
        },
  ),
);

/** Text that can be written to JSON: without lone surrogates and NUL. Not empty. */
export const plainText = z.string().check(
  refuse((content) => {
    if (content === '') return { code: 'invalid-text', message: 'expected at least one character' };
    if (isStorableText(content)) return undefined;
    const message = 'a NUL character or a lone surrogate cannot be stored or sent';
    return { code: 'invalid-text', message };
  }),
);

/** Whether a dotted path ends with the name of a class, as PEP 8 writes it. */
export function isClassPath(path: string): boolean {
  return /\.[A-Z]\w*$/.test(path);
}
