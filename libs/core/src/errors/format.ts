import type { Issue } from './errors.js';

/** Enough to work with; the rest is most often the same again. */
const mostShown = 20;
const mostPathsShown = 3;

/**
 * Issues as a command prints them, in the order given. What is wrong at one place of the source for many
 * values, since a function made them, is told once; of the rest, the first twenty are shown.
 */
export function formatIssues(issues: readonly Issue[]): string {
  const groups = groupByPlace(issues);
  const shown = groups.slice(0, mostShown).map(formatGroup);
  const more = groups.length - shown.length;
  if (more > 0) shown.push(`… and ${more} more problem${more === 1 ? '' : 's'}`);
  return shown.join('\n');
}

/** `file:line:column: at: message`, then the frame, the hint and the trace on lines of their own. */
export function formatIssue(issue: Issue): string {
  const place = issue.place && `${issue.place.file}:${issue.place.line}:${issue.place.column}`;
  const head = [place, issue.at, issue.message].filter(Boolean).join(': ');
  const { frame, hint, trace } = issue;
  const details = [frame, hint, trace?.join('\n')].filter(Boolean).map((text) => indent(text!));
  return [head, ...details].join('\n');
}

function groupByPlace(issues: readonly Issue[]): readonly (readonly Issue[])[] {
  const groups = new Map<unknown, Issue[]>();
  for (const issue of issues) {
    const { place, message, hint } = issue;
    const key = place ? JSON.stringify([place, message, hint]) : issue;
    const group = groups.get(key);
    if (group) group.push(issue);
    else groups.set(key, [issue]);
  }
  return [...groups.values()];
}

function formatGroup([first, ...others]: readonly Issue[]): string {
  const text = formatIssue(first!);
  if (others.length === 0) return text;
  const paths = others.slice(0, mostPathsShown).map(({ at }) => at ?? 'the whole config');
  const more = others.length - paths.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${text}\n${indent(`The same at ${paths.join(', ')}${rest}.`)}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
