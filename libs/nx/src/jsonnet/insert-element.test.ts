import { describe, expect, test } from 'vitest';

import { insertElement } from './insert-element.js';

const insert = (source: string) =>
  insertElement(source, 'resources', "{\n  model: 'm.New',\n}", true);

describe('insertElement', () => {
  test('opens an empty list', () => {
    expect(insert("{\n  module: 'blog',\n  resources: [],\n}\n").text).toBe(
      "{\n  module: 'blog',\n  resources: [\n    {\n      model: 'm.New',\n    },\n  ],\n}\n",
    );
  });

  test('follows the last element, and leaves comments and layout alone', () => {
    const source = `// top
{
    // the list
    resources: [
        { model: 'm.A' }, // first
        { model: 'm.B', x: [1, for_y] } // ] not the end
        /* done */
    ], // after
    tail: 'resources: [',
}
`;
    expect(insert(source).text).toBe(`// top
{
    // the list
    resources: [
        { model: 'm.A' }, // first
        { model: 'm.B', x: [1, for_y] }, // ] not the end
        /* done */
        {
          model: 'm.New',
        },
    ], // after
    tail: 'resources: [',
}
`);
  });

  test('keeps a trailing comma single, and takes a list on one line', () => {
    expect(insert("{ resources: [{ model: 'm.A' },] }").text).toBe(
      "{ resources: [{ model: 'm.A' },\n  {\n    model: 'm.New',\n  },\n] }",
    );
  });

  test('writes JSON for JSON', () => {
    const { text } = insertElement(
      '{\n  "resources": [\n    {"a": 1}\n  ]\n}',
      'resources',
      '{}',
      false,
    );
    expect(text).toBe('{\n  "resources": [\n    {"a": 1},\n    {}\n  ]\n}');
    expect(JSON.parse(text!)).toEqual({ resources: [{ a: 1 }, {}] });
  });

  test.each([
    ['{ module: "x" }', 'none'],
    ['{ apps: [{ resources: [] }, { resources: [] }] }', 'several'],
    ['{ resources: [resource(x) for x in names] }', 'not a literal list'],
    ['{ resources: [a] + others }', 'not a literal list'],
    ['{ resources: names }', 'not a literal list'],
    ['{ resources: [', 'not a literal list'],
  ])('refuses %s', (source, failure) => {
    expect(insert(source)).toEqual({ failure });
  });

  test('takes a comprehension inside an element', () => {
    expect(insert('{ resources: [{ fields: [f for f in g] }] }').failure).toBeUndefined();
  });
});
