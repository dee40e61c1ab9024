/** The nearest of `candidates` that may be meant by a misspelt name. */
export function similarName(name: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({
      candidate,
      apart: distance(candidate.toLowerCase(), name.toLowerCase()),
    }))
    .filter(({ apart }) => apart <= 2)
    .sort((one, other) => one.apart - other.apart);
  return near[0]?.candidate;
}

/** Levenshtein distance; names are short. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost));
    }
    row = next;
  }
  return row[b.length]!;
}
