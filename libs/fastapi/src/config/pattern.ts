import { createContext, Script, type Context } from 'node:vm';

import { text, unquoted, type Text, type Problem } from '@rowhouse/core';

/**
 * What is wrong with a regular expression for Pydantic, whose engine is Rust's: linear in time, so
 * without look-around and back-references. Undefined when nothing is. What both dialects read alike
 * passes; the rest is refused here rather than when the generated module is imported.
 */
export function patternProblem(pattern: string): Problem | undefined {
  const refusal = (message: Text): Problem => ({
    code: 'invalid-pattern',
    found: pattern,
    message,
  });
  const reason = syntaxProblem(pattern);
  if (reason !== undefined) return refusal(text`not a regular expression (${unquoted(reason)})`);
  for (const [shape, what] of refused) if (shape.test(pattern)) return refusal(what);
  const bounds = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const most = bounds.reduce((product, [, least, greatest]) => {
    return product * Math.max(Number(least), Number(greatest ?? 0), 1);
  }, 1);
  return most > longest
    ? refusal(text`its repetitions multiply to ${most}, expected at most ${longest}`)
    : undefined;
}

/**
 * Whether a text has a match of a pattern; undefined when that takes too long to tell. Pydantic's engine is linear in
 * time, but that of JavaScript tries `^(a+)+$` in 2ⁿ ways, and only a script can be given a time limit.
 */
export function isMatch(pattern: string, value: string): boolean | undefined {
  comparison ??= {
    script: new Script("new RegExp(pattern, 'u').test(value)"),
    context: createContext(),
  };
  Object.assign(comparison.context, { pattern, value });
  try {
    return comparison.script.runInContext(comparison.context, { timeout: 1000 }) as boolean;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  }
}

let comparison: { readonly script: Script; readonly context: Context } | undefined;

function syntaxProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: /, '');
    return reason.slice(reason.lastIndexOf(': ') + 2);
  }
}

/** Beyond this the compiled expression may pass the engine's size limit. */
const longest = 10_000;

/** Each after an even number of backslashes, so that an escaped one does not count. */
const refused: readonly (readonly [RegExp, string])[] = [
  [unescaped('\\(\\?<?[=!]'), 'Pydantic does not support lookaround'],
  [unescaped('\\\\(?:[1-9]|k<)'), 'Pydantic does not support backreferences'],
  [unescaped('\\\\(?:c|0)'), "Pydantic does not support this escape; write '\\xHH'"],
  [unescaped('\\[\\^?\\]'), 'an empty character class'],
  [/\[[^\]]*\[/, "a '[' inside a character class; escape it"],
  [/\[[^\]]*(?:&&|--|~~)/, "'&&', '--' and '~~' inside a character class mean set operations"],
  [/\[[^\]]*\\b/, "'\\b' inside a character class; write '\\x08'"],
  [/[\ud800-\udfff]/u, 'a lone surrogate'],
];

function unescaped(shape: string): RegExp {
  return new RegExp(`(?<!\\\\)(?:\\\\\\\\)*${shape}`);
}
