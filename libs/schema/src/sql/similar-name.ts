import { distance } from 'fastest-levenshtein';

/** The nearest of `candidates` that may be meant by a misspelt name. */
export function similarName(name: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({
      candidate,
      edits: distance(candidate.toLowerCase(), name.toLowerCase()),
    }))
    .filter(({ edits }) => edits <= 2)
    .sort((one, other) => one.edits - other.edits);
  return near[0]?.candidate;
}
