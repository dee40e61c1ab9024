import { describe, expect, it } from 'vitest';

import { defineOperation, type AnyOperation, type Operation } from '../index.js';
import { link, stamp, table, text, wiki } from '../../test/wiki.js';
import { Catalog } from './index.js';

function operation(name: string, rest: Partial<Operation<unknown, unknown>> = {}): AnyOperation {
  return defineOperation<unknown, unknown>({
    name,
    target: 'wiki',
    scope: 'page',
    build: () => [],
    ...rest,
  });
}

/** Each operation from a package of its own: `p-<name>`. */
function catalogOf(...operations: readonly AnyOperation[]): Catalog {
  return new Catalog(
    wiki,
    operations.map((each) => ({ operation: each, package: `p-${each.name}` })),
  );
}

const names = (operations: readonly AnyOperation[]) => operations.map(({ name }) => name);

describe('the order of operations', () => {
  it('puts required and optional predecessors first, else keeps the order of discovery', () => {
    const catalog = catalogOf(
      operation('d', { requires: ['b'], after: ['c', 'absent'] }),
      operation('a'),
      operation('c', { after: ['b'] }),
      operation('b'),
    );
    expect(names(catalog.order('page', 'produce'))).toEqual(['b', 'c', 'd', 'a']);
  });

  it('leaves out the operations of other targets and scopes', () => {
    const catalog = catalogOf(
      operation('a'),
      operation('b', { target: 'other' }),
      operation('c', { scope: 'book' }),
    );
    expect(names(catalog.order('page', 'produce'))).toEqual(['a']);
    expect(names(catalog.operations)).toEqual(['a', 'c']);
  });

  it('refuses a cycle and names its packages', () => {
    const make = () =>
      catalogOf(
        operation('a', { requires: ['b'] }),
        operation('b', { after: ['c'] }),
        operation('c', { requires: ['a'] }),
      );
    expect(make).toThrow(
      "operations require each other in a cycle: 'a' (p-a) → 'b' (p-b) → 'c' (p-c) → 'a' (p-a)",
    );
  });

  it('refuses a requirement that is not installed', () => {
    expect(() => catalogOf(operation('a', { requires: ['gte'] }), operation('get'))).toThrow(
      "operation 'a' of package p-a requires operation 'gte', which is not installed\n  Did you mean 'get'?",
    );
  });

  it('refuses a requirement at another scope', () => {
    expect(() =>
      catalogOf(operation('a', { requires: ['b'] }), operation('b', { scope: 'book' })),
    ).toThrow(
      "operation 'a' of package p-a requires operation 'b' of package p-b, which runs at scope 'book', not 'page'",
    );
  });

  it('refuses a requirement that runs in a later stage', () => {
    const make = () =>
      catalogOf(operation('a', { requires: ['b'] }), operation('b', { stage: 'amend' }));
    expect(make).toThrow(
      "operation 'a' of package p-a runs in stage 'produce', before operation 'b' of package p-b, which it comes after",
    );
  });

  it('refuses two operations of one name and names both packages', () => {
    const make = () =>
      new Catalog(wiki, [
        { operation: operation('a'), package: 'first' },
        { operation: operation('a'), package: 'second' },
      ]);
    expect(make).toThrow(
      "operation 'a' of target 'wiki' comes from two packages: first and second",
    );
  });

  it('refuses an operation at a scope that the target does not have', () => {
    expect(() => catalogOf(operation('a', { scope: 'pages' }))).toThrow(
      "operation 'a' of package p-a runs at scope 'pages', which target 'wiki' does not have\n  Did you mean 'page'?",
    );
  });
});

describe('the schema of entries', () => {
  const catalog = catalogOf(text, table, link, stamp);
  const parse = (entries: unknown) => catalog.entries('page').safeParse(entries);

  it('takes a name, an object with options, and one that an operation claims', () => {
    const entries = ['text', { name: 'table', columns: ['x'] }, { name: 'home', link: '/' }];
    expect(parse(entries).data).toEqual([
      { name: 'text', operation: 'text', options: {}, path: [0] },
      { name: 'table', operation: 'table', options: { columns: ['x'] }, path: [1] },
      { name: 'home', operation: 'link', options: { link: '/' }, path: [2] },
    ]);
  });

  it('leaves an unknown name for the engine to explain', () => {
    expect(parse(['tabel', 'stamp']).data).toMatchObject([
      { name: 'tabel', operation: undefined },
      { name: 'stamp', operation: undefined },
    ]);
    expect(catalog.explainUnknown('page', 'tabel')).toEqual({
      message: "unknown operation 'tabel'",
      hint: "Did you mean 'table'? Installed: text, table, link.",
    });
    expect(catalog.explainUnknown('page', 'stamp')).toEqual({
      message: "operation 'stamp' runs for every page by itself",
      hint: 'Remove the entry.',
    });
    expect(catalog.explainUnknown('book', 'text').message).toBe(
      "operation 'text' runs for each page, not for a book",
    );
  });

  it('checks options, also those that a bare name lacks', () => {
    expect(parse(['table', { name: 'text', size: 'big' }]).error?.issues).toMatchObject([
      { path: [0, 'columns'], message: 'missing, expected a list' },
      { path: [1, 'size'], message: "found 'big', expected a number" },
    ]);
  });

  it('refuses entries that ask for the same twice', () => {
    const entries = [
      'text',
      { name: 'a', link: '1' },
      { name: 'b', link: '1' },
      { name: 'a', link: '2' },
      'text',
    ];
    expect(parse(entries).error?.issues).toMatchObject([
      { path: [3], message: "'a' is listed twice, here and at [1]" },
      { path: [4], message: "'text' is listed twice, here and at [0]" },
    ]);
  });

  it.each([7, null, ['text']])('refuses %j as an entry', (entry) => {
    expect(parse([entry]).success).toBe(false);
  });
});
