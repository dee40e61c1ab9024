import { expect } from 'vitest';

import type { Comparison } from './compare.js';

/**
 * The same modules, imported in Python and read here: no fact may contradict `sqlalchemy.inspect`, and
 * of at most one column in twenty the type may be unknown. Custom types that say no Python type are
 * counted apart.
 */
export function expectAgreement(comparison: Comparison): void {
  expect(comparison.contradictions).toEqual([]);
  expect(comparison.models).toBeGreaterThan(0);
  expect(comparison.unknownTypes.length).toBeLessThanOrEqual(comparison.columns / 20);
}
