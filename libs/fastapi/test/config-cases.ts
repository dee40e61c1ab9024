import { expect, test } from 'vitest';

import { problems } from './support.js';

/** A config, and the one problem that it has. */
export type Case = readonly [what: string, config: object, problem: string];

/** A test for each case: the problem is found, and no other. */
export function findEach(cases: readonly Case[]): void {
  test.each(cases)('%s', async (_, config, problem) => {
    expect(await problems(config)).toEqual([problem]);
  });
}
