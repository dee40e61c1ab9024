import { distance } from 'fastest-levenshtein';

import { text, type Text } from './text.js';

/** The candidate that a misspelt name most likely means, or undefined when none is near. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({
      candidate,
      edits: distance(candidate.toLowerCase(), name.toLowerCase()),
    }))
    .filter(({ edits }) => edits <= 2)
    .sort((one, other) => one.edits - other.edits);
  return near[0]?.candidate;
}

/** `Did you mean 'title'?`, or undefined when no candidate is near. */
export function didYouMean(name: string, candidates: readonly string[]): Text | undefined {
  const candidate = nearest(name, candidates);
  return candidate === undefined ? undefined : text`Did you mean ${candidate}?`;
}
