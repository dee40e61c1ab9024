import { createRequire } from 'node:module';

import type * as levenshtein from 'fastest-levenshtein';

import { text, type Text } from './text.js';

const require = createRequire(import.meta.url);

/**
 * The candidate that `word` is most likely a misspelling of, or undefined when none is near: at most a
 * third of its letters differ, case and separators aside. Of two as near, the one of the same first letter.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const found = fold(word);
  let best: string | undefined;
  let bestDistance = (found.length < 2 ? 0 : Math.max(1, Math.floor(found.length / 3))) + 1;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    if (Math.abs(folded.length - found.length) > bestDistance) continue;
    const mistakes = mistakesBetween(found, folded);
    const isLikelier = best !== undefined && best[0] !== word[0] && candidate[0] === word[0];
    if (mistakes < bestDistance || (mistakes === bestDistance && isLikelier)) {
      best = candidate;
      bestDistance = mistakes;
    }
  }
  return best;
}

/** `Did you mean 'fields'?`, or undefined when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): Text | undefined {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? undefined : text`Did you mean ${candidate}?`;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}

/** The edit distance, but that the same letters in another order are one mistake: `gte` for `get`. */
function mistakesBetween(left: string, right: string): number {
  if (left === right) return 0;
  if (sorted(left) === sorted(right)) return 1;
  // Loaded here, as most runs have no mistake to explain.
  const { distance } = require('fastest-levenshtein') as typeof levenshtein;
  return distance(left, right);
}

function sorted(word: string): string {
  return [...word].sort().join('');
}
