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
];

test.each(yaml)('std.parseYaml of %j', (text, parsed) => {
  expect(run(`std.parseYaml(${JSON.stringify(text)})`)).toEqual(parsed);
});

test.each([
  ['a: b: c', 'a mapping cannot begin on the line of its key, at 1:4'],
  ['a: [1, 2', 'expected'],
  ['a: 1\n b: 2', 'indented more than the one it follows, at 2:2'],
  ['a: "x', 'unclosed quote'],
  ['a: *nope', 'unknown alias *nope'],
  ['a: .inf', 'no JSON form'],
])('std.parseYaml refuses %j', (text, problem) => {
  expect(failure(`std.parseYaml(${JSON.stringify(text)})`).message).toContain(problem);
});
