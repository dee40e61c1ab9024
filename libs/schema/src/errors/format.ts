import type { Expected, Issue, Place } from './issue.js';
import type { Phrase, Text } from './text.js';

/** Enough to work with; the rest is most often the same again. */
const mostIssues = 20;

/** Issues as a command prints them, in the order given: the first twenty. A fix that mends several in a row is told once. */
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

/** Words as they are, values as {@link formatValue} writes them. */
export function formatText(text: Text): string {
  if (typeof text === 'string') return text;
  const values = text.values.map(formatPart);
  return text.words.reduce((start, words, index) => `${start}${values[index - 1]}${words}`);
}

/** A value as a message shows it: scalars as they are written, the rest by its kind. */
export function formatValue(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  if (value === undefined) return 'nothing';
  return String(value as number | boolean);
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

/** `['roles', 'a b', 0]` as `roles["a b"][0]`. */
function formatPath(path: readonly (string | number)[]): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

function formatPart(value: unknown): string {
  if (isPhrase(value)) return formatText(value);
  if (!Array.isArray(value)) return formatValue(value);
  return value.map(formatName).join(', ');
}

/** A list of names reads better without quotes. */
function formatName(value: unknown): string {
  return typeof value === 'string' && /^[\w@./-]+$/.test(value) ? value : formatPart(value);
}

function isPhrase(value: unknown): value is Phrase {
  return typeof value === 'object' && value !== null && 'words' in value && 'values' in value;
}

function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return /^[^'\\\p{C}]*$/u.test(short) ? `'${short}'` : JSON.stringify(short);
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
