import type { Issue } from '@rowhouse/errors';

/** What `codegen doctor` found out about one thing. */
export interface Finding {
  /** What it is about: `Python`. */
  readonly topic: string;
  /** What was found, a line each. */
  readonly lines: readonly string[];
  /** What is broken. */
  readonly issues: readonly Issue[];
}

/** Whether a version is before another: `20.9.0` is before `20.19`. */
export function isOlder(version: string, least: string): boolean {
  const [own, other] = [version, least].map((each) => each.split('.').map(Number.parseFloat));
  const index = other!.findIndex((part, at) => part !== (own![at] ?? 0));
  return index >= 0 && (own![index] ?? 0) < other![index]!;
}
