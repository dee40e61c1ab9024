import { describe, expect, test } from 'vitest';
import type { Case } from './run.js';
import { failure, run } from './run.js';

const value = '{ a: [1, [], {}], b: { c: null, "d e": "x\\ny" } }';

const cases: readonly Case[] = [
  [
    `std.manifestJson(${value})`,
    '{\n    "a": [\n        1,\n        [\n\n        ],\n        {\n\n        }\n    ],\n    "b": {\n        "c": null,\n        "d e": "x\\ny"\n    }\n}',
  ],
  [`std.manifestJsonMinified(${value})`, '{"a":[1,[],{}],"b":{"c":null,"d e":"x\\ny"}}'],
  [
    `std.manifestJsonEx([1, { a: 0.1 }], "  ", " ", "=")`,
    '[   1,   {     "a"=0.10000000000000001   } ]',
  ],
  [`std.manifestYamlDoc(${value})`, '"a":\n- 1\n- []\n- {}\n"b":\n  "c": null\n  "d e": "x\\ny"'],
  [
    'std.manifestYamlDoc({ a: [[1], { b: 2, c: 3 }], t: "x\\ny\\n", e: "" })',
    '"a":\n-\n  - 1\n- "b": 2\n  "c": 3\n"e": ""\n"t": |\n  x\n  y',
  ],
  [
    'std.manifestYamlDoc({ a: [1], yes: 1, "1.5": 2, "0x1f": 3, "2020-01-01": 4, ok_key: 5 }, true, false)',
    '"0x1f": 3\n"1.5": 2\n"2020-01-01": 4\na:\n  - 1\nok_key: 5\n"yes": 1',
  ],
  ['std.manifestYamlStream([1, { a: 2 }])', '---\n1\n---\n"a": 2\n...\n'],
  ['std.manifestYamlStream([1], c_document_end=false)', '---\n1\n'],
  [
    'std.manifestToml({ k: "v", list: [1, [2]], "a b": true, t: { x: 1, u: {} }, rows: [{ n: 1 }, {}] })',
    '"a b" = true\nk = "v"\nlist = [\n  1,\n  [ 2 ]\n]\n\n[[rows]]\n  n = 1\n\n[[rows]]\n\n[t]\n  x = 1\n\n  [t.u]',
  ],
  [
    'std.manifestIni({ main: { a: 1 }, sections: { s: { b: ["x", "y"], c: true } } })',
    'a = 1\n[s]\nb = x\nb = y\nc = true\n',
  ],
  ['std.manifestPython({ a: [true, null, 1.5], b: "q" })', '{"a": [True, None, 1.5], "b": "q"}'],
  ['std.manifestPythonVars({ x: false, y: [] })', 'x = False\ny = []\n'],
  [
    'std.manifestXmlJsonml(["a", { href: "u", n: 1 }, "text", ["br"]])',
    '<a href="u" n="1">text<br></br></a>',
  ],
];

test.each(cases)('%s', (source, text) => {
  expect(run(source)).toBe(text);
});

describe('std.parseJson', () => {
  test.each<Case>([
    [
      'std.parseJson(\'{"a": [1, -2.5e3, null, true, "\\\\u00e9"]}\')',
      { a: [1, -2500, null, true, 'é'] },
    ],
    ['std.parseJson(\'{"a": 1}\') + { a+: 1 }', { a: 2 }],
    ['std.parseJson(" 1 ")', 1],
  ])('%s', (source, parsed) => {
    expect(run(source)).toEqual(parsed);
  });
});

const yaml: readonly (readonly [text: string, value: unknown])[] = [
  ['', null],
  [
    'a: 1\nb: [x, "y", {z: 1.5}]\nc:\n- true\n- ~\n',
    { a: 1, b: ['x', 'y', { z: 1.5 }], c: [true, null] },
  ],
  ['- - 1\n  - 2\n- k: v\n  l:\n    m: n\n', [[1, 2], { k: 'v', l: { m: 'n' } }]],
  [
    'text: |\n  one\n    two\n\nfold: >-\n  a\n  b\n\n  c\nkeep: |+\n  x\n\nend: 1',
    { text: 'one\n  two\n', fold: 'a b\nc', keep: 'x\n\n', end: 1 },
  ],
  [
    'plain: some words\n  go on\nurl: http://x/y#z # comment\n',
    { plain: 'some words go on', url: 'http://x/y#z' },
  ],
  [
    String.raw`a: "tab\t\u00e9 \x41"` + "\nb: 'it''s'\n\"q k\": 0x1F\n",
    { a: 'tab\té A', b: "it's", 'q k': 31 },
  ],
  ['base: &b {x: 1}\nuse: *b\nother: !!str 12\n', { base: { x: 1 }, use: { x: 1 }, other: '12' }],
  [
    'version: 1.2.3\ndate: 2020-01-01\nyes: no\n',
    { version: '1.2.3', date: '2020-01-01', yes: 'no' },
  ],
  ['---\na: 1\n', [{ a: 1 }]],
  ['a: 1\n---\nb: 2\n...\n', [{ a: 1 }, { b: 2 }]],
  ['{"json": [1, {"x": null}]}', { json: [1, { x: null }] }],
  ['a:\n  b:\n  c: 1\nd:\n', { a: { b: null, c: 1 }, d: null }],
  ['# only a comment\n\nkey:    # here\n  - x  # there\n', { key: ['x'] }],
  ['text: |\n  ---\n  no document\n', { text: '---\nno document\n' }],
  ['%YAML 1.1\n---\na: yes\n', [{ a: 'yes' }]],
  ['1.0: x\n~: y\ntrue: z\n', { '1.0': 'x', '~': 'y', true: 'z' }],
  ['a: 1\na: 2\n', { a: 2 }],
  ['<<: {a: 1}\n', { '<<': { a: 1 } }],
  [
    'a: 0o17\nb: 1_000\nc: 0b11\nd: 1e3\ne: .5\n',
    { a: 15, b: '1_000', c: '0b11', d: 1000, e: 0.5 },
  ],
  ['"a": 1\r\nb: [2]\r\n', { a: 1, b: [2] }],
];

test.each(yaml)('std.parseYaml of %j', (text, parsed) => {
  expect(run(`std.parseYaml(${JSON.stringify(text)})`)).toEqual(parsed);
});

test.each([
  ['a: b: c', 'std.parseYaml: nested mappings are not allowed in compact mappings, at 1:4'],
  ['a: [1, 2', 'must be sufficiently indented and end with a ], at 1:9'],
  ['a: 1\n---\nb: 1\n c: 2', 'nested mappings are not allowed in compact mappings, at 3:4'],
  ['a: "x', 'missing closing "quote, at 1:6'],
  ['a: *nope', 'std.parseYaml: unknown alias *nope, at 1:4'],
  ['&a [*a]', 'unknown alias *a, at 1:5'],
  ['&a 1\n---\n*a', 'unknown alias *a, at 3:1'],
  ['a: .inf', '.inf has no JSON form, at 1:4'],
  ['a: 1e400', '1e400 has no JSON form, at 1:4'],
  ['? [a]\n: b', 'a key must be a scalar, at 1:3'],
])('std.parseYaml refuses %j', (text, problem) => {
  expect(failure(`std.parseYaml(${JSON.stringify(text)})`).message).toContain(problem);
});

test.each([
  ['brackets', '['.repeat(100_000), 'nested too deeply, at 1:201'],
  ['lists', '- '.repeat(20_000), 'nested too deeply'],
])('std.parseYaml refuses too many %s', (_, text, problem) => {
  expect(failure(`std.parseYaml(${JSON.stringify(text)})`).message).toContain(problem);
});
