import type { Text } from '@rowhouse/errors';

/** A place in a file; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  /** Left out where only the line is known. */
  readonly column?: number;
}

/**
 * One problem that the user can fix, as data. `format.ts` alone makes text of it: `found 5, expected 6`,
 * or what `message` says.
 */
export interface Issue {
  /** Stable, for programs and for `docs/errors.md`: `unknown-column`. */
  readonly code: string;
  /** What it is about, as a reader names it: `table blog.articles`, `20260131093000_add-articles`. */
  readonly subject?: string;
  /** Where in the definition of the subject: `['roles', 'editor', 0]`. */
  readonly path?: readonly (string | number)[];
  /** The value in question; left out where something is missing. */
  readonly found?: unknown;
  /** What may stand there: one of several, where they are several. */
  readonly expected?: readonly Expected[];
  /** What is wrong, where `found` and `expected` do not say it. */
  readonly message?: Text;
  /** The likely fix: a sentence. */
  readonly fix?: Text;
  readonly place?: Place;
  /** The statement, or the lines around the place with a marker. */
  readonly frame?: string;
  /** What PostgreSQL adds, and who holds the lock. */
  readonly notes?: readonly string[];
  /** How the code came there, innermost first. */
  readonly trace?: readonly string[];
}

/** An issue, but for what it is about. */
export type Problem = Omit<Issue, 'subject' | 'place'>;

/** What a value should have been. */
export type Expected =
  | Text
  /** One of these values. */
  | { readonly oneOf: readonly unknown[] };
