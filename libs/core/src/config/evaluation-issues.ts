import type { ErrorKind, JsonnetError, Problem } from '@rowhouse/jsonnet';
import type { Issue, Text } from '@rowhouse/errors';

import type { ImportFinder } from './imports.js';
import { fixForImport } from './suggest-file.js';

const longestTrace = 8;

/** The code of an issue, by the family of what went wrong. */
const codes: Readonly<Record<ErrorKind, Pick<Issue, 'code'>>> = {
  syntax: { code: 'jsonnet-syntax' },
  static: { code: 'jsonnet-static' },
  import: { code: 'jsonnet-import' },
  type: { code: 'jsonnet-type' },
  field: { code: 'jsonnet-field' },
  assert: { code: 'jsonnet-assert' },
  error: { code: 'jsonnet-error' },
  recursion: { code: 'jsonnet-recursion' },
  limit: { code: 'jsonnet-limit' },
  output: { code: 'jsonnet-output' },
  value: { code: 'jsonnet-value' },
};

/** What an evaluation ended with, as issues of a config. */
export function evaluationIssues(
  error: JsonnetError,
  display: (file: string) => string,
  imports: ImportFinder,
): readonly Issue[] {
  return [error, ...error.related].map((problem): Issue => {
    const { kind, location, frame, trace } = problem;
    const fix = fixOf(problem, display, imports);
    return {
      ...codes[kind],
      message: withDisplayPaths(problem.problem, display, imports),
      ...(location && { place: { ...location, file: display(location.file) } }),
      ...(frame && { frame }),
      ...(fix !== undefined && { fix }),
      ...(trace.length > 0 && { trace: traceLines(trace, display) }),
    };
  });
}

function fixOf(
  { kind, hint, limit }: Problem,
  display: (file: string) => string,
  imports: ImportFinder,
): Text | undefined {
  if (kind === 'recursion') {
    const cycle = imports.findCycle();
    if (cycle) return `The files import each other: ${cycle.map(display).join(' → ')}.`;
  }
  // The evaluator speaks of limits that a config cannot set.
  if (limit === 'maxMemory')
    return 'It may never end. If the config is just large, raise --max-memory.';
  if (limit === 'maxStack') return 'The recursion may never end.';
  if (limit === 'maxSteps') return 'The evaluation may never end.';
  const missing = kind === 'import' && hint === undefined ? imports.missing.at(-1) : undefined;
  if (missing) return fixForImport(missing, display);
  return hint === undefined ? undefined : sentence(hint);
}

/** The evaluator knows files by their absolute paths. */
function withDisplayPaths(
  message: string,
  display: (file: string) => string,
  imports: ImportFinder,
): string {
  return [...imports.found].reduce((text, path) => text.replaceAll(path, display(path)), message);
}

function sentence(text: string): string {
  const isCode = /^(?:import|std)/.test(text);
  const capital = isCode ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

function traceLines(trace: Problem['trace'], display: (file: string) => string): readonly string[] {
  const lines = trace.map(
    ({ description, location: { file, line, column } }) =>
      `in ${description} (${display(file)}:${line}:${column})`,
  );
  if (lines.length <= longestTrace) return lines;
  const half = longestTrace / 2;
  return [...lines.slice(0, half), `… ${lines.length - longestTrace} more`, ...lines.slice(-half)];
}
