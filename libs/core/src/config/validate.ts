import { codeFrame } from '@rowhouse/jsonnet';
import type * as z from 'zod';

import { ConfigError, type Issue, type Place } from '../errors/errors.js';
import { didYouMean } from '../errors/suggest.js';
import type { ConfigPath } from '../target/scope.js';
import { issueText, keysKnownTo } from './issue-text.js';
import type { LoadedConfig } from './load.js';
import { flattenUnions } from './union-issues.js';

/** The outcome of checking a config: its parsed form, or every problem, sorted by place. */
export type Validation<Project> =
  | { readonly project: Project; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Checks a loaded config with a target's schema. */
export function validateConfig<Project>(
  config: LoadedConfig,
  schema: z.ZodType<Project>,
): Validation<Project> {
  const result = schema.safeParse(config.value, { error: issueText });
  if (result.success) return { project: result.data };
  const issues = flattenUnions(result.error.issues).flatMap((issue) => explain(issue, config));
  return { issues: sortIssues(unique(issues)) };
}

/** An issue about a place in a config: position, code frame and path follow from `path`. */
export function issueAt(
  config: LoadedConfig,
  path: ConfigPath,
  message: string,
  hint?: string,
  part: 'value' | 'key' = 'value',
): Issue {
  const place = config.locate(path, part);
  const frame = place && codeFrame(config.source(place.file) ?? '', place);
  return {
    message,
    ...(path.length > 0 && { at: formatPath(path) }),
    ...(place && { place }),
    ...(frame && { frame }),
    ...(hint !== undefined && { hint }),
  };
}

/** By file, line and column; issues without a place last, otherwise in the order found. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort((left, right) => comparePlaces(left.place, right.place));
}

/** `['apps', 0, 'config', 'a b']` as `apps[0].config["a b"]`. */
export function formatPath(path: ConfigPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** @throws ConfigError when there are issues. */
export function throwIssues(issues: readonly Issue[] | undefined): void {
  if (issues && issues.length > 0) throw new ConfigError(issues);
}

function explain(issue: z.core.$ZodIssue, config: LoadedConfig): Issue[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code === 'unrecognized_keys') {
    const known = keysKnownTo(issue.keys);
    return issue.keys.map((key) => {
      const listed = known.length > 0 ? `Known keys: ${known.join(', ')}.` : undefined;
      const hint = didYouMean(key, known) ?? listed;
      return issueAt(config, [...path, key], issue.message, hint, 'key');
    });
  }
  return [issueAt(config, path, issue.message, hintOf(issue, valueAt(config.value, path)))];
}

function hintOf(issue: z.core.$ZodIssue, found: unknown): string | undefined {
  const { params } = issue as { readonly params?: { readonly hint?: string } };
  if (issue.code === 'custom' || params?.hint !== undefined) return params?.hint;
  const values: readonly unknown[] =
    issue.code === 'invalid_value'
      ? issue.values
      : issue.code === 'invalid_union' && 'options' in issue
        ? (issue.options ?? [])
        : [];
  if (typeof found !== 'string') {
    return values.includes(String(found)) ? `Write it in quotes: '${String(found)}'.` : undefined;
  }
  return didYouMean(
    found,
    values.filter((value) => typeof value === 'string'),
  );
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
    const key = JSON.stringify([issue.at, issue.message, issue.hint]);
    return !seen.has(key) && seen.add(key);
  });
}

function comparePlaces(left: Place | undefined, right: Place | undefined): number {
  if (!left || !right) return Number(!left) - Number(!right);
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
