/**
 * The candidate that `word` is most likely a misspelling of, or undefined when none is near: at most a
 * third of its letters differ, case and separators aside. Of two as near, the one of the same first letter.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const found = fold(word);
  let best: string | undefined;
  let bestDistance = (found.length < 2 ? 0 : Math.max(1, Math.floor(found.length / 3))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(found, fold(candidate), bestDistance);
    const isLikelier = best !== undefined && best[0] !== word[0] && candidate[0] === word[0];
    if (distance < bestDistance || (distance === bestDistance && isLikelier)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `Did you mean 'fields'?`, or undefined when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? undefined : `Did you mean '${candidate}'?`;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}

/** Insertions, deletions, substitutions and swaps of neighbours; `limit` or more is `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) distance = Math.min(distance, beforeLast[column - 2]! + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(last[right.length]!, limit);
}
