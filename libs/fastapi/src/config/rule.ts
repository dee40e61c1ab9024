import type { ConfigPath } from '@rowhouse/core';
import * as z from 'zod';

/** What a rule finds out and reports with. Paths are relative to the value that the rule is about. */
export interface Findings {
  /** Reports a problem: what was found, what was expected; `hint` is the likely fix. */
  report(path: ConfigPath, message: string, hint?: string): void;
  /** Whether the value at `path` parsed well: a rule must not look at one that did not. */
  sound(...path: ConfigPath): boolean;
}

/**
 * A rule across the parts of a value. Unlike a refinement it runs even when some part is broken, so
 * that one run reports as many problems as possible; it asks {@link Findings.sound} before it looks
 * at a part.
 */
export function rule<T>(check: (value: T, findings: Findings) => void): z.core.$ZodCheck<T> {
  return z.superRefine<T>(
    (value, context) => {
      const report: Findings['report'] = (path, message, hint) => {
        context.addIssue({
          code: 'custom',
          message,
          path: [...path],
          ...(hint !== undefined && { params: { hint } }),
          input: undefined,
        });
      };
      if (context.issues.length === 0) return check(value, { report, sound: allSound });
      // An unknown key breaks nothing beside it.
      const issues = context.issues.filter((issue) => issue.code !== 'unrecognized_keys');
      const broken = issues.map((issue) => issue.path ?? []);
      const misshapen = issues.some(({ code, path }) => code === 'invalid_type' && !path?.length);
      if (misshapen) return;
      check(value, {
        report,
        sound: (...path) => broken.every((other) => !overlap(path, other)),
      });
    },
    { when: () => true },
  );
}

const allSound = () => true;

/** Whether one path is the start of the other. */
function overlap(left: readonly PropertyKey[], right: readonly PropertyKey[]): boolean {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) if (left[index] !== right[index]) return false;
  return true;
}

/**
 * Reports each value that an earlier one equals.
 *
 * @param values each with the path that a report names, or undefined where there is none to compare.
 * @param message says what the two are, given the path of the earlier one.
 */
export function reportDuplicates(
  values: readonly (readonly [value: string | undefined, path: ConfigPath])[],
  findings: Findings,
  message: (value: string, first: ConfigPath) => string,
  hint?: string,
): void {
  const seen = new Map<string, ConfigPath>();
  for (const [value, path] of values) {
    if (value === undefined) continue;
    const first = seen.get(value);
    if (first === undefined) seen.set(value, path);
    else findings.report(path, message(value, first), hint);
  }
}

/** `['resources', 2, 'model']` as messages write it: `resources[2].model`. */
export function showPath(path: ConfigPath): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}

/** Whether a value that may be broken is an object at least. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
