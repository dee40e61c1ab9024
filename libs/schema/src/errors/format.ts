import { formatPath, formatText, formatValue } from '@rowhouse/errors';

import type { Expected, Issue, Place } from './issue.js';

/** Enough to work with; the rest is most often the same again. */
const mostIssues = 20;

/** Issues as a command prints them, in the order given: the first twenty. A fix that fixes several in a row is told once. */
export function formatIssues(issues: readonly Issue[]): string {
  const first = issues.slice(0, mostIssues);
  const lines = first.map(({ fix, ...issue }, index) => {
    const next = first[index + 1]?.fix;
    const isToldBelow = fix && next && formatText(next) === formatText(fix);
    return formatIssue({ ...issue, ...(fix && !isToldBelow && { fix }) });
  });
  const more = issues.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more problem${more === 1 ? '' : 's'}`);
  return lines.join('\n');
}

/**
 * `file:line:column: subject: path: message [code]`, then the frame, the notes, the fix and the trace on
 * lines of their own. A problem of nothing in particular, such as an option, is a sentence alone.
 */
export function formatIssue(issue: Issue): string {
  const { code, subject, path = [], place, frame, notes, fix, trace } = issue;
  const head = [place && formatPlace(place), subject, formatPath(path), formatMessage(issue)]
    .filter(Boolean)
    .join(': ');
  const title = place || subject ? `${head} [${code}]` : head;
  const details = [frame, ...(notes ?? []), fix && formatText(fix), ...(trace ?? [])];
  return [title, ...details.filter(Boolean).map((detail) => indent(detail!))].join('\n');
}

/** What is wrong, in one sentence without what it is about: `found 5, expected 6`. */
export function formatMessage(issue: Issue): string {
  const { expected = [], message } = issue;
  const found = 'found' in issue ? `found ${formatValue(issue.found)}` : undefined;
  if (message !== undefined) return [found, formatText(message)].filter(Boolean).join(': ');
  const wanted = expected.length > 0 && `expected ${formatExpected(expected)}`;
  return [found ?? 'missing', wanted].filter(Boolean).join(', ');
}

/** An issue as `--json` prints it; what was found as it is, or the kind of what is no scalar. */
export function issueToJson(issue: Issue): Readonly<Record<string, unknown>> {
  const { code, subject, path, expected, fix, place, frame, notes, trace } = issue;
  return {
    code,
    ...(subject !== undefined && { subject }),
    ...(path && { path: formatPath(path) }),
    message: formatMessage(issue),
    ...('found' in issue && {
      found: isScalar(issue.found) ? issue.found : formatValue(issue.found),
    }),
    ...(expected && { expected: formatExpected(expected) }),
    ...(fix !== undefined && { fix: formatText(fix) }),
    ...(place && { place }),
    ...(frame !== undefined && { frame }),
    ...(notes && notes.length > 0 && { notes }),
    ...(trace && { trace }),
  };
}

function isScalar(value: unknown): boolean {
  return value === null || !['object', 'function', 'undefined'].includes(typeof value);
}

function formatPlace({ file, line, column }: Place): string {
  return [file, line, ...(column === undefined ? [] : [column])].join(':');
}

function formatExpected(expected: readonly Expected[]): string {
  return expected.map(formatExpectation).join(' or ');
}

function formatExpectation(expected: Expected): string {
  if (typeof expected === 'string' || 'words' in expected) return formatText(expected);
  const listed = expected.oneOf.map(formatValue);
  return listed.length === 1 ? listed[0]! : `one of ${listed.join(', ')}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
