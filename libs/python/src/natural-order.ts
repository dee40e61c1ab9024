/** A name with what it is compared by, worked out once for a whole sort. */
export interface Ordered {
  readonly name: string;
  readonly rank: number;
  readonly folded: string;
  /** Whether numbers in it may decide. */
  readonly hasDigits: boolean;
}

/** What a module is sorted by in an import block. */
export function moduleOrder(name: string): Ordered {
  return { name, rank: 0, folded: name.toLowerCase(), hasDigits: /\d/.test(name) };
}

/** What an imported name is sorted by, as isort does: constants, then classes, then the rest. */
export function memberOrder(name: string): Ordered {
  const folded = name.toLowerCase();
  return { name, rank: memberRank(name, folded), folded, hasDigits: /\d/.test(name) };
}

export function compareOrdered(left: Ordered, right: Ordered): number {
  // Where one of two has no digits, no two numbers can meet.
  const compare = left.hasDigits && right.hasDigits ? compareNaturally : compareByUnits;
  return (
    left.rank - right.rank || compare(left.folded, right.folded) || compare(left.name, right.name)
  );
}

function compareByUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares as people sort: runs of digits by their number, everything else by code point. */
function compareNaturally(left: string, right: string): number {
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const one = left.charCodeAt(i);
    const other = right.charCodeAt(j);
    if (isDigit(one) && isDigit(other)) {
      const endOfOne = endOfDigits(left, i);
      const endOfOther = endOfDigits(right, j);
      const difference = Number(left.slice(i, endOfOne)) - Number(right.slice(j, endOfOther));
      if (difference !== 0) return difference;
      i = endOfOne;
      j = endOfOther;
    } else {
      if (one !== other) return one - other;
      i++;
      j++;
    }
  }
  return left.length - i - (right.length - j);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfDigits(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  return end;
}

function memberRank(name: string, folded: string): number {
  if (name.length > 1 && name !== folded && name === name.toUpperCase()) return 0;
  const first = name.charCodeAt(0);
  return first >= 0x41 && first <= 0x5a ? 1 : 2;
}
