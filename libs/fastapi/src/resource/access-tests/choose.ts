import type { Answer, Judge, Question } from './judge.js';
import { isNull, other, type Actor, type Row } from './world.js';

/** Something that tests can try. */
interface Case {
  readonly actor: Actor;
  readonly row: Row;
  readonly sent?: Row;
}

/** A case with the answers to all questions. */
export type Answered<C> = C & { readonly answers: readonly Answer[] };

/**
 * Of each question and each wrong answer to it, the first case that tells it from the right one. Plain cases come
 * before those that a column may not be able to hold, which stand beside one another.
 */
export function chosen<C extends Case>(
  cases: readonly C[],
  questions: readonly Question[],
  ask: (one: C, judge: Judge) => Answer,
): Answered<C>[] {
  const tiers: Answered<C>[][] = [[], [], []];
  for (const one of cases) {
    tiers[tierOf(one)]!.push({ ...one, answers: questions.map(({ own }) => ask(one, own)) });
  }
  const found = new Set<Answered<C>>();
  for (const [index, { wrong }] of questions.entries()) {
    for (const judge of wrong) {
      const tells = (one: Answered<C>) => {
        const right = one.answers[index];
        if (right === undefined) return false;
        const answer = ask(one, judge);
        return answer !== undefined && answer !== right;
      };
      for (const [tier, known] of tiers.entries()) {
        const first = known.find((one) => found.has(one) && tells(one)) ?? known.find(tells);
        if (first === undefined) continue;
        found.add(first);
        if (tier === 0) break;
      }
    }
  }
  return tiers.flat().filter((one) => found.has(one));
}

/** 0, 1 with a value that rules do not mention, and 2 with NULL. */
function tierOf({ actor, row, sent = {} }: Case): number {
  const cells = [...Object.values(row), ...Object.values(sent)];
  return cells.some((cell) => isNull(cell, actor)) ? 2 : cells.includes(other) ? 1 : 0;
}
