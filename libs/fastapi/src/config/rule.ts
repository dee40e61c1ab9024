import { customIssue, type ConfigPath, type Problem, type Text } from '@rowhouse/core';
import * as z from 'zod';

/** What a rule finds out and reports with. Paths are relative to the value that the rule is about. */
export interface Findings {
  /** Reports a problem. */
  report(path: ConfigPath, problem: Problem): void;
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
      const report: Findings['report'] = (path, problem) => {
        context.addIssue({ ...customIssue({ ...problem, path }), input: undefined });
      };
      if (context.issues.length === 0) return check(value, { report, sound: allSound });
      // An unknown key breaks nothing beside it.
      const issues = context.issues.filter((issue) => issue.code !== 'unrecognized_keys');
      const misshapen = issues.some(({ code, path }) => code === 'invalid_type' && !path?.length);
      if (misshapen) return;
      const broken = new Paths();
      for (const { path = [] } of issues) broken.add(path);
      check(value, { report, sound: (...path) => !broken.overlap(path) });
    },
    { when: () => true },
  );
}

/** A check of a single value: reports what `problemOf` finds wrong with it. */
export function refuse<T>(problemOf: (value: T) => Problem | undefined): z.core.$ZodCheck<T> {
  return z.superRefine<T>((value, context) => {
    const problem = problemOf(value);
    if (problem !== undefined) context.addIssue(customIssue({ found: value, ...problem }));
  });
}

const allSound = () => true;

/** Paths as a tree: a config can have thousands of problems, and each rule asks for thousands of paths. */
class Paths {
  readonly #longer = new Map<PropertyKey, Paths>();
  #isOne = false;

  add([step, ...rest]: readonly PropertyKey[]): void {
    if (step === undefined) {
      this.#isOne = true;
      return;
    }
    const next = this.#longer.get(step) ?? new Paths();
    this.#longer.set(step, next);
    next.add(rest);
  }

  /** Whether one of them begins with the path, or the path with one of them. */
  overlap([step, ...rest]: readonly PropertyKey[]): boolean {
    if (this.#isOne) return true;
    if (step === undefined) return this.#longer.size > 0;
    return this.#longer.get(step)?.overlap(rest) ?? false;
  }
}

/** A value of a list that may hold none twice. */
export interface Listed {
  /** Undefined where there is nothing to compare. */
  readonly value: string | undefined;
  /** Where it stands. */
  readonly path: ConfigPath;
  /** What a report calls the place of the earlier one. Default: its path. */
  readonly owner?: ConfigPath;
}

/** Reports each value that an earlier one equals: `problemOf` says that it is the second. */
export function reportDuplicates(
  values: readonly Listed[],
  findings: Findings,
  problemOf: (value: string) => { readonly code: string; readonly message: Text; fix?: Text },
): void {
  const seen = new Map<string, ConfigPath>();
  for (const { value, path, owner = path } of values) {
    if (value === undefined) continue;
    const first = seen.get(value);
    if (first === undefined) seen.set(value, owner);
    else findings.report(path, { ...problemOf(value), first });
  }
}

/** Whether a config has a value for a key: null is as if left out. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a value that may be broken is an object at least. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
