import type { UserError } from '@rowhouse/core';
import { codeUrl, failureToJson, type FailureJson } from '@rowhouse/errors';

import { painterFor } from './colors.js';
import { printJson } from './print.js';

/** What went wrong, for programs, apart from a wrong command line: the exit code is 1 in every case. */
type FailureKind = 'config' | 'generation' | 'drift' | 'breaking' | 'command';

/**
 * Prints a failure to standard error: what the user can fix as `{prefix}: {message}`, a defect with its
 * stack trace.
 *
 * @returns the exit code.
 */
export async function reportFailure(error: unknown, options: { json: boolean }): Promise<number> {
  const { isUserError } = await import('@rowhouse/core');
  if (!isUserError(error)) {
    const { inspect } = await import('node:util');
    process.stderr.write(`${inspect(error)}\n`);
    return 1;
  }
  if (options.json) printJson({ error: failureJson(error) });
  printFailure(error);
  return 1;
}

/** Prints what the user can fix. On a terminal, each code leads to what the documentation says of it. */
export function printFailure({ prefix, message, issues }: UserError): void {
  const painter = painterFor(process.stderr);
  const codes = new Set(issues.map(({ code }) => code));
  const linked = message.replace(/\[([a-z0-9-]+)\]$/gm, (text, code: string) =>
    codes.has(code) ? painter.link(text, codeUrl(code, 'errors')) : text,
  );
  process.stderr.write(`${painter.red(`${prefix}:`)} ${linked}\n`);
}

/** A failure for programs to read. */
export function failureJson(error: UserError): FailureJson {
  return failureToJson(error, kindOf(error), 'errors');
}

function kindOf({ prefix, issues }: UserError): FailureKind {
  if (prefix === 'config error') return 'config';
  if (prefix === 'generation error') return 'generation';
  const codes = issues.map(({ code }) => code);
  if (codes.includes('outdated')) return 'drift';
  return codes.includes('breaking-change') ? 'breaking' : 'command';
}
