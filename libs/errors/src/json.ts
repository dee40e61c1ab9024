import { formatText, formatValue } from './format-text.js';
import { formatExpected, formatMessage } from './format.js';
import type { Issue } from './issue.js';
import { codeUrl, type CodesPage } from './links.js';
import { formatPath } from './path.js';

/** A failure for programs, as `--json` prints it. */
export interface FailureJson {
  /** What kind it is, as the documentation of the command lists them. */
  readonly kind: string;
  readonly prefix: string;
  readonly issues: readonly object[];
}

/** A failure for programs. */
export function failureToJson(
  { prefix, issues }: { readonly prefix: string; readonly issues: readonly Issue[] },
  kind: string,
  page: CodesPage,
): FailureJson {
  return { kind, prefix, issues: issues.map((issue) => issueToJson(issue, page)) };
}

/** What is wrong with the command line itself, for programs: what Commander says of it. */
export function usageToJson(message: string): FailureJson {
  return {
    kind: 'usage',
    prefix: 'error',
    issues: [{ message: message.replace(/^error: /, '') }],
  };
}

/** An issue for programs: what was found as it is, or the kind of what is no scalar. */
export function issueToJson(issue: Issue, page: CodesPage): object {
  const {
    code,
    subject,
    path,
    name,
    expected,
    first,
    fix,
    place,
    frame,
    notes = [],
    trace,
  } = issue;
  return {
    code,
    ...(subject !== undefined && { subject }),
    ...(path && { path: formatPath(path) }),
    ...(name !== undefined && { name }),
    message: formatMessage(issue),
    ...('found' in issue && {
      found: isScalar(issue.found) ? issue.found : formatValue(issue.found),
    }),
    ...(expected && { expected: formatExpected(expected) }),
    ...(first && { first: formatPath(first) }),
    ...(fix !== undefined && { fix: formatText(fix) }),
    ...(place && { place }),
    ...(frame !== undefined && { frame }),
    ...(notes.length > 0 && { notes }),
    ...(trace && { trace }),
    docs: codeUrl(code, page),
  };
}

function isScalar(value: unknown): boolean {
  return value === null || !['object', 'function', 'undefined'].includes(typeof value);
}
