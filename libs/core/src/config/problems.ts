import type { JsonnetError, Problem } from '@rowhouse/jsonnet';

import type { Issue } from '../errors/errors.js';
import type { ImportFinder } from './imports.js';
import { hintForImport } from './missing.js';

const longestTrace = 8;

/** What an evaluation ended with, as issues of a config. */
export function explainProblems(
  error: JsonnetError,
  shown: (file: string) => string,
  imports: ImportFinder,
): readonly Issue[] {
  return [error, ...error.related].map((problem) => {
    const { location, frame, trace } = problem;
    const hint = hintOf(problem, shown, imports);
    return {
      message: withShownPaths(problem.problem, shown, imports),
      ...(location && { place: { ...location, file: shown(location.file) } }),
      ...(frame && { frame }),
      ...(hint !== undefined && { hint: sentence(hint) }),
      ...(trace.length > 0 && { trace: traceLines(trace, shown) }),
    };
  });
}

function hintOf(
  { kind, hint }: Problem,
  shown: (file: string) => string,
  imports: ImportFinder,
): string | undefined {
  if (kind === 'import') {
    const missing = imports.missing.at(-1);
    return hint ?? (missing && hintForImport(missing, shown));
  }
  if (kind !== 'recursion') return hint;
  const cycle = imports.findCycle();
  if (cycle) return `The files import each other: ${cycle.map(shown).join(' → ')}`;
  // The evaluator speaks of a limit that a config cannot set.
  return hint?.includes('maxStack') ? 'The recursion may not end' : hint;
}

/** The evaluator knows files by their absolute paths. */
function withShownPaths(
  message: string,
  shown: (file: string) => string,
  imports: ImportFinder,
): string {
  return [...imports.found].reduce((text, path) => text.replaceAll(path, shown(path)), message);
}

function sentence(text: string): string {
  const isCode = /^(?:import|std)/.test(text);
  const capital = isCode ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

function traceLines(trace: Problem['trace'], shown: (file: string) => string): readonly string[] {
  const lines = trace.map(
    ({ description, location: { file, line, column } }) =>
      `in ${description} (${shown(file)}:${line}:${column})`,
  );
  if (lines.length <= longestTrace) return lines;
  const half = longestTrace / 2;
  return [...lines.slice(0, half), `… ${lines.length - longestTrace} more`, ...lines.slice(-half)];
}
