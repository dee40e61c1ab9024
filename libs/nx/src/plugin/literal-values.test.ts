import { describe, expect, test } from 'vitest';

import { literalValues } from './literal-values.js';

const keys = ['model', 'models'];

describe('the values under some keys', () => {
  test.each([
    ["{ model: 'a.B' }", { model: ['a.B'], models: [] }],
    ['{ "model": "a.B", "x": [{ "model": "a.C" }] }', { model: ['a.B', 'a.C'], models: [] }],
    ["{ models: ['a.py', 'b.py',], y: 1 }", { model: [], models: ['a.py', 'b.py'] }],
    ['{ models: false }', { model: [], models: [] }],
    ["local r = { model:: 'a.B' }; { x: r.model, y: r['model'] }", { model: ['a.B'], models: [] }],
    ["{ x: 'model' } // model: y", { model: [], models: [] }],
    ['{}', { model: [], models: [] }],
  ])('are known of %s', (source, values) => {
    expect(literalValues([source], keys)).toEqual(values);
  });

  test.each([
    "{ model: 'a.' + 'B' }",
    '{ model: name }',
    'local f(model) = {}; {}',
    "{ 'model'+: 'a.B' }",
    "{ model+: 'a.B' }",
    "{ ['mod' + 'el']: 'a.B' }",
    "{ [k]: 'a.B' for k in ['model'] }",
    "{ x: std.parseYaml(importstr 'a.yaml') }",
    '{ models: [n for n in names] }',
    "{ models: ['a.py'] + others }",
    "{ model: if true then 'a.B' else 'a.C' }",
  ])('are not known of %s', (source) => {
    expect(literalValues(['{}', source], keys)).toBeUndefined();
  });
});
