import { describe, expect, test } from 'vitest';
import type { Case } from './run.js';
import { failure, run } from './run.js';

const topics: Record<string, readonly Case[]> = {
  types: [
    [
      '[std.type(x) for x in [null, true, 1, "", [], {}, std.abs]]',
      ['null', 'boolean', 'number', 'string', 'array', 'object', 'function'],
    ],
    ['[std.length("a😀"), std.length([1, 2]), std.length({ a: 1, b:: 2 })]', [2, 2, 1]],
    ['[std.toString([1, "a", { b: null }]), std.toString("a")]', ['[1, "a", {"b": null}]', 'a']],
    [
      '[std.xor(true, false), std.xnor(true, false), std.assertEqual([1], [1])]',
      [true, false, true],
    ],
  ],
  numbers: [
    [
      '[std.abs(-2), std.sign(-3), std.max(1, 2), std.min(1, 2), std.clamp(9, 1, 5)]',
      [2, -1, 2, 1, 5],
    ],
    ['[std.floor(-1.5), std.ceil(-1.5), std.round(2.5), std.round(-2.5)]', [-2, -1, 3, -2]],
    ['[std.exponent(8), std.mantissa(8), std.exponent(0), std.mantissa(-3)]', [4, 0.5, 0, -0.75]],
    [
      '[std.pow(2, 10), std.log2(8), std.hypot(3, 4), std.isEven(4), std.isOdd(4), std.isDecimal(1.5)]',
      [1024, 3, 5, true, false, true],
    ],
    [
      '[std.toString(x) for x in [0.1, 1 / 3, 100, 1e20, 1e-7, -0.0, 123456789.125]]',
      [
        '0.10000000000000001',
        '0.33333333333333331',
        '100',
        '100000000000000000000',
        '9.9999999999999995e-08',
        '-0',
        '123456789.125',
      ],
    ],
    ['[std.parseInt("-12"), std.parseOctal("755"), std.parseHex("fF")]', [-12, 493, 255]],
    ['[std.mod(7, 4), std.mod("%d", [3])]', [3, '3']],
  ],
  strings: [
    ['[std.substr("a😀bc", 1, 2), std.codepoint("😀"), std.char(128512)]', ['😀b', 128512, '😀']],
    ['[std.findSubstr("aa", "aaa"), std.findSubstr("b", "a😀b")]', [[0, 1], [2]]],
    [
      '[std.split("a/b/c", "/"), std.splitLimit("a/b/c", "/", 1), std.splitLimitR("a/b/c", "/", 1)]',
      [
        ['a', 'b', 'c'],
        ['a', 'b/c'],
        ['a/b', 'c'],
      ],
    ],
    [
      '[std.strReplace("aXbX", "X", "--"), std.asciiUpper("aé"), std.asciiLower("AÉ")]',
      ['a--b--', 'Aé', 'aÉ'],
    ],
    [
      '[std.stripChars("xxayx", "xy"), std.lstripChars("  a ", " "), std.rstripChars("a  ", " "), std.trim("\\t a\\n")]',
      ['a', 'a ', 'a', 'a'],
    ],
    [
      '[std.startsWith("abc", "ab"), std.endsWith("abc", "ab"), std.isEmpty(""), std.equalsIgnoreCase("AbC", "aBc")]',
      [true, false, true, true],
    ],
    [
      '[std.stringChars("a😀"), std.lines(["a", "b"]), std.join("-", ["a", null, "b"]), std.deepJoin([["a"], "b"])]',
      [['a', '😀'], 'a\nb\n', 'a-b', 'ab'],
    ],
    [
      String.raw`[std.escapeStringJson("a\"\u0001é\u007f"), std.escapeStringBash("it's"), std.escapeStringDollars("$a"), std.escapeStringXml("<a&\">")]`,
      ['"a\\"\\u0001é\\u007f"', `'it'"'"'s'`, '$$a', '&lt;a&amp;&quot;&gt;'],
    ],
    ['std.resolvePath("a/b/c.jsonnet", "d")', 'a/b/d'],
  ],
  format: [
    ['"%5d|%-5d|%05d|%+d|% d" % [42, 42, 42, 42, 42]', '   42|42   |00042|+42| 42'],
    ['"%.3d|%x|%X|%#x|%o|%#o" % [5, 255, 255, 255, 8, 8]', '005|ff|FF|0xff|10|010'],
    [
      '"%f|%.2f|%8.3f|%-8.1f|%08.2f|%.0f" % [1.5, 2.345, 3.14159, 2.25, -1.5, 2.5]',
      '1.500000|2.35|   3.142|2.3     |-0001.50|3',
    ],
    [
      '"%e|%.2E|%g|%g" % [12345.678, 0.00012, 0.00001234, 123.456]',
      '1.234568e+04|1.20E-04|1.234e-05|123.456',
    ],
    ['"%c%c|%s|%10s|%-4s|%%" % [97, "b", [1], "right", "l"]', 'ab|[1]|     right|l   |%'],
    ['"%(a)s %(b)05.1f" % { a: "x", b: 2.25 }', 'x 002.3'],
    ['"%*d|%-*d|%.*f" % [5, 1, 4, 2, 1, 1.25]', '    1|2   |1.3'],
    ['"no codes" % []', 'no codes'],
  ],
  arrays: [
    [
      '[std.makeArray(3, function(i) i * i), std.range(2, 4), std.range(3, 2), std.repeat([1, 2], 2), std.repeat("ab", 2)]',
      [[0, 1, 4], [2, 3, 4], [], [1, 2, 1, 2], 'abab'],
    ],
    [
      '[std.map(function(x) x + 1, [1, 2]), std.map(std.asciiUpper, "ab"), std.mapWithIndex(function(i, x) [i, x], "ab")]',
      [
        [2, 3],
        ['A', 'B'],
        [
          [0, 'a'],
          [1, 'b'],
        ],
      ],
    ],
    [
      '[std.filter(function(x) x > 1, [1, 2, 3]), std.filterMap(function(x) x > 1, function(x) x * 2, [1, 2])]',
      [[2, 3], [4]],
    ],
    [
      '[std.flatMap(function(x) [x, x], [1, 2]), std.flatMap(function(c) c + c, "ab")]',
      [[1, 1, 2, 2], 'aabb'],
    ],
    [
      '[std.foldl(function(a, x) a + x, ["b", "c"], "a"), std.foldr(function(x, a) a + x, ["b", "c"], "a")]',
      ['abc', 'acb'],
    ],
    [
      '[std.member([1, 2], 2), std.member("abc", "b"), std.count([1, 1, 2], 1), std.find(1, [1, 2, 1]), std.contains([1], 1)]',
      [true, true, 2, [0, 2], true],
    ],
    [
      '[std.join([0], [[1], null, [2]]), std.flattenArrays([[1], [2]]), std.flattenDeepArray([1, [[2]]]), std.reverse("ab")]',
      [
        [1, 0, 2],
        [1, 2],
        [1, 2],
        ['b', 'a'],
      ],
    ],
    [
      '[std.all([true, false]), std.any([false, true]), std.sum([1, 2]), std.avg([1, 2])]',
      [false, true, 3, 1.5],
    ],
    [
      '[std.minArray([3, 1, 2]), std.maxArray(["a", "ccc"], std.length), std.maxArray([], onEmpty="none")]',
      [1, 'ccc', 'none'],
    ],
    [
      '[std.remove([1, 2, 1], 1), std.removeAt([1, 2], 0), std.slice([1, 2, 3, 4], 0, 3, 2)]',
      [[2, 1], [2], [1, 3]],
    ],
    ['std.length(std.map(function(x) error "lazy", [1, 2]))', 2],
    [
      '[std.count([], error "lazy"), std.member([], error "lazy"), std.find(error "lazy", [])]',
      [0, false, []],
    ],
  ],
  sets: [
    [
      '[std.sort([3, 1, 2]), std.sort(["b", "a"]), std.sort([[2], [1, 5]]), std.sort(["bb", "a"], std.length)]',
      [
        [1, 2, 3],
        ['a', 'b'],
        [[1, 5], [2]],
        ['a', 'bb'],
      ],
    ],
    [
      '[std.uniq([1, 1, 2, 1]), std.set(["b", "a", "b"]), std.set("cabc")]',
      [
        [1, 2, 1],
        ['a', 'b'],
        ['a', 'b', 'c'],
      ],
    ],
    [
      '[std.setUnion([1, 2], [2, 3]), std.setInter([1, 2], [2, 3]), std.setDiff([1, 2], [2, 3]), std.setMember(2, [1, 2])]',
      [[1, 2, 3], [2], [1], true],
    ],
    [
      'local id(o) = o.id; std.setUnion([{ id: 1, v: "l" }], [{ id: 1, v: "r" }, { id: 2, v: "r" }], id)',
      [
        { id: 1, v: 'l' },
        { id: 2, v: 'r' },
      ],
    ],
  ],
  objects: [
    [
      'local o = { a: 1, b:: 2 }; [std.objectHas(o, "b"), std.objectHasAll(o, "b"), std.objectFields(o), std.objectFieldsAll(o)]',
      [false, true, ['a'], ['a', 'b']],
    ],
    [
      'local o = { a: 1, b:: 2 }; [std.objectValues(o), std.objectKeysValuesAll(o)]',
      [
        [1],
        [
          { key: 'a', value: 1 },
          { key: 'b', value: 2 },
        ],
      ],
    ],
    [
      '[std.get({ a: 1 }, "a"), std.get({ a: 1 }, "b", "none"), std.get({ b:: 1 }, "b", inc_hidden=false)]',
      [1, 'none', null],
    ],
    ['std.mapWithKey(function(k, v) k + v, { a: 1, b:: 2 })', { a: 'a1' }],
    [
      'std.mergePatch({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { c: 5 }, e: { f: null } })',
      { b: { c: 5, d: 3 }, e: {} },
    ],
    ['std.prune({ a: [null, {}, [], { b: null }], c: 1, d: "" })', { c: 1, d: '' }],
    ['{ a: 1 } + std.objectRemoveKey({ a: 2, b: super.a, h:: 3 }, "a")', { a: 1, b: 1 }],
    [
      '[std.objectRemoveKey({ a: 1 } + { b: super.a }, "a"), std.objectRemoveKey({ h:: 3 }, "x").h]',
      [{ b: 1 }, 3],
    ],
  ],
  encoding: [
    [
      '[std.encodeUTF8("é"), std.decodeUTF8([195, 169]), std.decodeUTF8([255])]',
      [[195, 169], 'é', '\ufffd'],
    ],
    [
      '[std.base64("hello"), std.base64([0, 255]), std.base64Decode("aGVsbG8="), std.base64DecodeBytes("AP8=")]',
      ['aGVsbG8=', 'AP8=', 'hello', [0, 255]],
    ],
    ['std.md5("abc")', '900150983cd24fb0d6963f7d28e17f72'],
    ['std.sha1("abc")', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['std.sha256("abc")', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ],
};

describe.each(Object.entries(topics))('%s', (_, cases) => {
  test.each(cases)('%s', (source, value) => {
    expect(run(source)).toEqual(value);
  });
});

test('hashes agree with those of the platform at every length of a block', async () => {
  const { createHash } = await import('node:crypto');
  const platform = {
    md5: 'md5',
    sha1: 'sha1',
    sha256: 'sha256',
    sha512: 'sha512',
    sha3: 'sha3-512',
  };
  for (const length of [0, 1, 55, 56, 63, 64, 71, 72, 111, 112, 127, 128, 1000]) {
    const text = 'aé'.repeat(length).slice(0, length);
    for (const [name, algorithm] of Object.entries(platform)) {
      const expected = createHash(algorithm).update(text).digest('hex');
      expect(run(`std.${name}(${JSON.stringify(text)})`), `${name} of ${length}`).toBe(expected);
    }
  }
});

describe('what the library refuses', () => {
  test.each([
    ['std.abs("x")', 'std.abs: "n" must be a number, got a string'],
    ['std.map(1, [])', '"func" must be a function, got a number'],
    ['std.foldl(std.abs, {}, 0)', '"arr" must be an array or a string, got an object'],
    ['std.substr("abc", -1, 1)', 'must not be negative'],
    ['std.join(",", [1])', 'element 0 must be a string'],
    ['std.sort([1, "a"])', 'cannot compare'],
    ['std.makeArray(-1, std.abs)', 'must not be negative'],
    ['std.makeArray(1.5, std.abs)', 'must be a whole number'],
    ['std.filter(function(x) 1, [1])', 'must return a boolean'],
    ['std.parseInt("12x")', '"12x" is not an integer of base 10'],
    ['std.parseJson("{")', 'not JSON'],
    ['std.parseJson("1_0")', 'not JSON'],
    ['std.char(1114112)', 'code point is between'],
    ['std.base64Decode("abc")', 'not a base64'],
    ['std.decodeUTF8([256])', 'from 0 to 255'],
    ['std.sqrt(-1)', 'not defined'],
    ['std.assertEqual(1, "1")', 'not equal: 1 != "1"'],
    ['std.extVar("region")', 'no external variable "region"'],
    ['std.nothing(1)', 'the standard library has no field "nothing"'],
    ['std.lenght([])', 'did you mean "length"?'],
    ['std.trace("only one")', 'missing argument "rest"'],
    ['"%d" % "x"', '%d takes a number, but value 0 is a string'],
    ['"%s %s" % ["a"]', 'not enough values to format: 2 values needed, got 1'],
    ['"%s" % ["a", "b"]', 'too many values to format: 1 needed, got 2'],
    ['"%y" % 1', 'unknown conversion "y"'],
    ['"100%" % []', 'the format ends within "%"'],
    ['"%(a)s" % { b: 1 }', 'names the field "a"'],
    ['std.manifestTomlEx({ a: [null] }, "")', 'null has no TOML form, at a.0'],
    ['std.manifestJson({ f: std.abs })', 'a function has no JSON form'],
  ])('%s', (source, problem) => {
    expect(failure(source).message).toContain(problem);
  });
});
