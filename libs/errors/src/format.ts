import { formatText, formatValue } from './format-text.js';
import type { Expected, Issue, Place, Unit } from './issue.js';
import { formatPath } from './path.js';

/** Enough to work with; the rest is most often the same again. */
const mostGroups = 10;
const mostPaths = 3;
const mostValues = 15;

/**
 * Issues as a command prints them, in the order given: the first ten. What is wrong at one place of the source for
 * many values, since a function made them, is told once; so is a fix that fixes several in a row.
 */
export function formatIssues(issues: readonly Issue[]): string {
  const groups = groupByPlace(issues);
  const shown = groups.slice(0, mostGroups);
  const lines = shown.map((group, index) => {
    const fix = fixOf(group);
    const isToldBelow = fix !== undefined && fix === fixOf(shown[index + 1]);
    return formatGroup(group, isToldBelow);
  });
  const more = groups.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more problem${more === 1 ? '' : 's'}`);
  return lines.join('\n');
}

/**
 * `file:line:column: subject: path: name: message [code]`, then the frame, the notes, the fix and the trace on lines of
 * their own. A problem of nothing in particular, such as an option, is a sentence alone.
 */
export function formatIssue(issue: Issue): string {
  const { code, subject, path = [], name, place, frame, notes = [], fix, trace = [] } = issue;
  const head = [place && formatPlace(place), subject, formatPath(path), name, formatMessage(issue)]
    .filter(Boolean)
    .join(': ');
  const title = place || subject ? `${head} [${code}]` : head;
  const details = [frame, ...notes, fix && formatText(fix), ...trace].filter(Boolean);
  return [title, ...details.map((detail) => indent(detail!))].join('\n');
}

/** What is wrong, in one sentence without its place: `found 5, expected a string`. */
export function formatMessage(issue: Issue): string {
  const { expected = [], message, first, but } = issue;
  const found = 'found' in issue ? `found ${formatFound(issue.found, expected)}` : undefined;
  const wanted = expected.length > 0 && `expected ${formatExpected(expected)}`;
  const sentence =
    message === undefined
      ? [found ?? 'missing', wanted].filter(Boolean).join(', ')
      : [found, formatText(message)].filter(Boolean).join(': ');
  if (but !== undefined) return `${sentence}, but ${formatText(but)}`;
  return first === undefined ? sentence : `${sentence}: the first is ${formatPath(first)}`;
}

function formatPlace({ file, line, column }: Place): string {
  return [file, line, ...(column === undefined ? [] : [column])].join(':');
}

/** The size of what should have another size, any other value as it is. */
function formatFound(found: unknown, expected: readonly Expected[]): string {
  const isSize = expected.some((each) => typeof each === 'object' && 'unit' in each);
  if (!isSize) return formatValue(found);
  if (Array.isArray(found)) return count(found.length, 'item');
  if (typeof found !== 'string') return formatValue(found);
  if (found === '') return 'an empty string';
  return `${formatValue(found)} (${count(found.length, 'character')})`;
}

/** What may stand there, in words. */
export function formatExpected(expected: readonly Expected[]): string {
  return [...new Set(expected.map(formatExpectation))].join(' or ');
}

function formatExpectation(expected: Expected): string {
  if (typeof expected === 'string' || 'words' in expected) return formatText(expected);
  if ('type' in expected) return typeNames[expected.type] ?? expected.type;
  if ('oneOf' in expected) return oneOf(expected.oneOf);
  if ('multipleOf' in expected) return `a multiple of ${expected.multipleOf}`;
  if ('bound' in expected) {
    const { bound, limit, unit } = expected;
    return `${bounds[bound]} ${unit === undefined ? limit : count(limit, unit)}`;
  }
  const { format, pattern } = expected;
  return pattern === undefined ? `a valid ${format}` : `a match of ${pattern}`;
}

const bounds = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' } as const;

/** By the names that zod gives them. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'nothing',
  undefined: 'nothing',
};

function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, mostValues).map(formatValue);
  const more = values.length - listed.length;
  const rest = more > 0 ? `, … ${more} more` : '';
  return listed.length === 1 ? listed[0]! : `one of ${listed.join(', ')}${rest}`;
}

function count(amount: number | bigint, unit: Unit): string {
  return `${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`;
}

function groupByPlace(issues: readonly Issue[]): readonly (readonly Issue[])[] {
  const groups = new Map<unknown, Issue[]>();
  for (const issue of issues) {
    const { place, fix } = issue;
    const key = place ? JSON.stringify([place, formatMessage(issue), fix]) : issue;
    const group = groups.get(key);
    if (group) group.push(issue);
    else groups.set(key, [issue]);
  }
  return [...groups.values()];
}

function fixOf(group: readonly Issue[] | undefined): string | undefined {
  const fix = group?.[0]?.fix;
  return fix && formatText(fix);
}

function formatGroup([first, ...others]: readonly Issue[], withoutFix: boolean): string {
  const { fix, ...issue } = first!;
  const text = formatIssue({ ...issue, ...(fix && !withoutFix && { fix }) });
  if (others.length === 0) return text;
  const paths = others
    .slice(0, mostPaths)
    .map(({ path = [] }) => formatPath(path) || 'the whole config');
  const more = others.length - paths.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${text}\n${indent(`The same at ${paths.join(', ')}${rest}.`)}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
