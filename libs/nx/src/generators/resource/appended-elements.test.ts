import { describe, expect, test } from 'vitest';

import { appendedElements } from './appended-elements.js';

describe('appendedElements', () => {
  test.each([
    [{ a: [1] }, { a: [1] }, []],
    [{ a: [1] }, { a: [1, 2] }, [2]],
    [{ apps: [{ b: [] }] }, { apps: [{ b: [{ c: 1 }] }] }, [{ c: 1 }]],
    [{ a: [], b: [] }, { a: [1], b: [1] }, [1, 1]],
  ])('of %j and %j are %j', (before, after, added) => {
    expect(appendedElements(before, after)).toEqual(added);
  });

  test.each([
    [{ a: [1] }, { a: [2, 1] }],
    [{ a: [1, 2] }, { a: [1] }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: 2 }],
    [{ a: [] }, { a: {} }],
    [null, {}],
  ])('are undefined for %j and %j', (before, after) => {
    expect(appendedElements(before, after)).toBeUndefined();
  });
});
