import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { expectation, runCase, update } from './case.js';

/**
 * Each folder of `cases/<topic>/` is a test: a project, what is run in it, and what comes of it
 * (`case.ts` says how). `UPDATE_CASES=1` writes the expectations anew, for a person to read.
 */
const root = join(import.meta.dirname, 'cases');
const topics = existsSync(root) ? readdirSync(root).sort() : [];

it('finds the cases', () => {
  expect(topics).toContain('errors');
});

describe.each(topics)('%s', (topic) => {
  const cases = readdirSync(join(root, topic)).sort();
  it.concurrent.each(cases)('%s', async (name) => {
    const directory = join(root, topic, name);
    const outcome = await runCase(directory);
    if (process.env['UPDATE_CASES']) update(directory, outcome);
    expect(outcome).toEqual(expectation(directory));
  });
});
