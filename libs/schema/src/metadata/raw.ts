import type { Metadata } from './metadata.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions, type Kinds } from '../options/require-options.js';

/** SQL that migrations run as it is, for what catalogs do not see. */
export interface RawStatements {
  /** Names it for readers and for the next migration. Unique. */
  readonly name: string;
  /** Makes it: one statement or several, every name with its schema. */
  readonly up: string;
  /** Takes it back. */
  readonly down: string;
}

export interface RawOptions extends Omit<RawStatements, 'name'> {
  /** Where it is registered. */
  readonly metadata: Metadata;
}

const OPTIONS: Kinds<RawOptions> = {
  metadata: kinds.metadata,
  up: kinds.required(kinds.string),
  down: kinds.required(kinds.string),
};

/**
 * Adds what migrations cannot compare: text search configurations, statistics objects, casts,
 * operators. Its SQL runs when it is new or has changed, after everything else; and its way back
 * before everything else.
 *
 * @example
 * raw('article statistics', {
 *   metadata,
 *   up: 'CREATE STATISTICS blog.article_stats ON author_id, published FROM blog.articles',
 *   down: 'DROP STATISTICS blog.article_stats',
 * });
 */
export function raw(name: string, options: RawOptions): void {
  requireArgument('raw SQL', ['name'], name, kinds.string);
  requireOptions(`raw SQL '${name}'`, options, OPTIONS);
  const { metadata, up, down } = options;
  metadata.registerRaw({ name, up: trimmed(up), down: trimmed(down) });
}

function trimmed(sql: string): string {
  return sql.trim().replace(/;$/, '');
}
