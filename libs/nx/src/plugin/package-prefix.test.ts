import { describe, expect, test } from 'vitest';

import { jsonPackagePrefix, prefixFolder, scanPackagePrefix } from './package-prefix.js';

const scan = (...sources: string[]) => scanPackagePrefix(sources).value;

describe('scanPackagePrefix', () => {
  test.each([
    ['{ module: "blog" }', '_generated'],
    ['{ package_prefix: "api" }', 'api'],
    ["{ 'package_prefix': 'a.b', x: 1 }", 'a.b'],
    ['{ package_prefix:: "api", }', 'api'],
    ['{ package_prefix: "" }', ''],
    ['// package_prefix: other\n{ module: "package_prefix: other" }', '_generated'],
    ['{ package_prefix: "api", x: $.package_prefix }', 'api'],
  ])('reads %s as %s', (source, expected) => {
    expect(scan(source)).toBe(expected);
  });

  test.each([
    '{ package_prefix: "a" + suffix }',
    '{ package_prefix: prefix }',
    '{ package_prefix: if x then "a" else "b" }',
    '{ ["package_prefix"]: "a" }',
    '{ package_prefix+: "a" }',
    'local package_prefix = "a"; { [x]: package_prefix }',
    '{ package_prefix: "../escape" }',
    '{ package_prefix: "a/b" }',
    '{ package_prefix: ',
  ])('does not guess at %s', (source) => {
    expect(scan(source)).toBeUndefined();
  });

  test('finds it in an import, and refuses two that differ', () => {
    expect(scan('import "base.libsonnet"', '{ package_prefix: "api" }')).toBe('api');
    expect(scan('{ package_prefix: "x" }', '{ package_prefix: "api" }')).toBeUndefined();
    expect(scan('{ package_prefix: "api" }', '{ package_prefix: "api" }')).toBe('api');
  });
});

describe('jsonPackagePrefix', () => {
  test.each([
    ['{ "package_prefix": "api" }', 'api'],
    ['{ "apps": [{ "config": { "package_prefix": "no" } }] }', '_generated'],
    ['{ "package_prefix": ', '_generated'],
    ['null', '_generated'],
    ['{ "package_prefix": 3 }', '_generated'],
  ])('reads %s as %s', (source, expected) => {
    expect(jsonPackagePrefix(source).value).toBe(expected);
  });
});

test('prefixFolder gives a dotted prefix as a path', () => {
  expect(prefixFolder('a.b')).toBe('a/b');
  expect(prefixFolder('')).toBe('.');
});
