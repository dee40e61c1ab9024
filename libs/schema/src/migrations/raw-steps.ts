import type { Difference } from '../diff/index.js';
import type { RawStatements } from '../metadata/raw.js';
import type { MigrationStep } from '../steps/index.js';

/** How raw SQL changes from one migration to the next. */
export interface RawChange {
  /** Before everything else. */
  readonly first: readonly MigrationStep[];
  /** After everything else. */
  readonly last: readonly MigrationStep[];
}

/** The steps that lead from some raw SQL to other: what has changed is taken back and made anew. */
export function rawSteps(from: readonly RawStatements[], to: readonly RawStatements[]): RawChange {
  return {
    first: without(from, to)
      .map(({ name, down }) => step('drop', name, down))
      .reverse(),
    last: without(to, from).map(({ name, up }) => step('create', name, up)),
  };
}

/** What raw SQL the migrations lack, and what they have too much. */
export function rawDifferences(
  actual: readonly RawStatements[],
  expected: readonly RawStatements[],
): Difference[] {
  const names = (list: readonly RawStatements[]) => new Set(list.map(({ name }) => name));
  const [is, shouldBe] = [names(actual), names(expected)];
  return [
    ...without(expected, actual).map(({ name }): Difference => ({
      change: is.has(name) ? 'different' : 'missing',
      kind: KIND,
      object: name,
    })),
    ...without(actual, expected)
      .filter(({ name }) => !shouldBe.has(name))
      .map(({ name }): Difference => ({ change: 'unexpected', kind: KIND, object: name })),
  ];
}

const KIND = 'raw SQL';

function step(verb: 'create' | 'drop', object: string, sql: string): MigrationStep {
  return { sql, verb, kind: KIND, object };
}

/** Those of a list that another does not have just so. */
function without(
  list: readonly RawStatements[],
  other: readonly RawStatements[],
): readonly RawStatements[] {
  const textOf = ({ name, up, down }: RawStatements) => JSON.stringify([name, up, down]);
  const texts = new Set(other.map(textOf));
  return list.filter((one) => !texts.has(textOf(one)));
}
