import type * as z from 'zod';

import { formatMessage, type Issue } from '@rowhouse/errors';
import type { Prepared } from '../target/prepared.js';
import type { ConfigPath } from '../target/scope.js';
import { check } from './check.js';
import { explainIssue, sortIssues } from './explain.js';
import type { LoadedConfig } from './load.js';

/** The outcome of checking a config: its parsed form, or every problem, sorted by place. */
export type Validation<Project> =
  | { readonly project: Project; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/**
 * Checks a loaded config with a target's schema.
 *
 * @param prepared what the target made of it before, and what it found wrong meanwhile. A value that it
 *   refused is not told of again.
 */
export function validateConfig<Project>(
  config: LoadedConfig,
  schema: z.ZodType<Project>,
  prepared: Pick<Prepared, 'value' | 'issues'> = { value: config.value, issues: [] },
): Validation<Project> {
  const checked = check(schema, prepared.value);
  if (!checked.issues && prepared.issues.length === 0) return { project: checked.value! };
  const refused = new Set(prepared.issues.map(({ path }) => JSON.stringify(path)));
  const others = (checked.issues ?? []).filter(({ path = [] }) =>
    path.every((_, index) => !refused.has(JSON.stringify(path.slice(0, index + 1)))),
  );
  const issues = unique([...prepared.issues, ...others]);
  return { issues: sortIssues(issues.map((issue) => explainIssue(config, issue))) };
}

/** The value at a path of plain data; undefined when there is none. */
export function valueAt(value: unknown, path: ConfigPath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) {
      return undefined;
    }
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

/** One form of a union may find what another found. */
function unique(issues: readonly Issue[]): readonly Issue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const key = JSON.stringify([issue.path, formatMessage(issue)]);
    return !seen.has(key) && seen.add(key);
  });
}
