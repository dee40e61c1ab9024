import type { Path } from './path.js';
import type { Text } from './text.js';

/** A place in a file; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  /** Left out where only the line is known. */
  readonly column?: number;
}

/**
 * One problem that the user can fix, as data. `format.ts` alone makes text of it: `found 5, expected a
 * string`, or what `message` says.
 */
export interface Issue {
  /** Stable, for programs and for `docs/errors.md`: `unknown-key`. */
  readonly code: string;
  /** What it is about, as a reader names it: `table blog.articles`, `20260131093000_add-articles`. */
  readonly subject?: string;
  /** Where in the config, or in the definition of the subject: `['resources', 2, 'pk_type']`. */
  readonly path?: Path;
  /** Whether the problem is the key at the end of the path rather than its value. */
  readonly isKey?: boolean;
  /** The value in question; left out where something is missing. */
  readonly found?: unknown;
  /** What the path leads to, where its end is a number: the name of a field. */
  readonly name?: string;
  /** What says otherwise, and where: `blog/models.py:58 has Mapped[str]`. */
  readonly but?: Text;
  /** What may stand there: one of several, where they are several. */
  readonly expected?: readonly Expected[];
  /** What is wrong, where `found` and `expected` do not say it. */
  readonly message?: Text;
  /** Where the earlier of two stands, when the problem is that there are two. */
  readonly first?: Path;
  /** The likely fix: a sentence. */
  readonly fix?: Text;
  readonly place?: Place;
  /** A few source lines around the place with a marker, or the statement. */
  readonly frame?: string;
  /** What the database adds, such as who holds a lock. */
  readonly notes?: readonly string[];
  /** How the evaluation, or the code, came there, innermost first. */
  readonly trace?: readonly string[];
}

/** An issue, but for where it is. */
export type Problem = Omit<Issue, 'path' | 'place' | 'frame' | 'trace'>;

/** What a value should have been. */
export type Expected =
  | Text
  /** A value of a type, by the name that zod has for it. */
  | { readonly type: string }
  /** One of these values. */
  | { readonly oneOf: readonly unknown[] }
  /** A number, or a string or list of a size. */
  | { readonly bound: Bound; readonly limit: number | bigint; readonly unit?: Unit }
  | { readonly multipleOf: number | bigint }
  /** A string of a format, or one that matches a regular expression. */
  | { readonly format: string; readonly pattern?: string };

/** How a value compares to a limit. */
export type Bound = '>=' | '>' | '<=' | '<';

/** What a size counts. */
export type Unit = 'character' | 'item';
