import { codeFrame } from '@rowhouse/jsonnet';

import type { Issue, Place } from '@rowhouse/errors';
import type { LoadedConfig } from './load.js';

/** Adds where in the files an issue about a config stands: the place of its path, and a code frame. */
export function explainIssue(config: LoadedConfig, issue: Issue): Issue {
  const place = config.locate(issue.path ?? [], issue.isKey ? 'key' : 'value');
  const frame = place && codeFrame(config.source(place.file) ?? '', place);
  return { ...issue, ...(place && { place }), ...(frame && { frame }) };
}

/** By file, line and column; issues without a place last, otherwise in the order found. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort((left, right) => comparePlaces(left.place, right.place));
}

function comparePlaces(left: Place | undefined, right: Place | undefined): number {
  if (!left || !right) return Number(!left) - Number(!right);
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || (left.column ?? 0) - (right.column ?? 0);
}
