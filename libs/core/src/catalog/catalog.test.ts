import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { formatIssue, formatMessage, formatPath } from '@rowhouse/errors';

import { check } from '../config/index.js';

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

const order = (catalog: Catalog, ...asked: readonly string[]) =>
  names(
    catalog.order(
      'page',
      'produce',
      asked.map((operation) => ({ operation })),
    ),
  );

const names = (operations: readonly AnyOperation[]) => operations.map(({ name }) => name);

describe('the order of operations', () => {
  it('puts required and optional predecessors first, else keeps the order of discovery', () => {
    const catalog = catalogOf(
      operation('d', { requires: ['b'], after: ['c', 'absent'] }),
      operation('a'),
      operation('c', { after: ['b'] }),
      operation('b'),
    );
    expect(order(catalog, 'a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd', 'a']);
  });

  it('is the same whatever operations are installed that no entry asks for', () => {
    const [a, b] = [operation('a'), operation('b')];
    const catalog = catalogOf(operation('idle', { after: ['b'] }), a, b);
    expect(order(catalog, 'a', 'b')).toEqual(['a', 'b']);
  });

  it('leaves out the operations of other targets and scopes', () => {
    const catalog = catalogOf(
      operation('a'),
      operation('b', { target: 'other' }),
      operation('c', { scope: 'book' }),
    );
    expect(order(catalog, 'a')).toEqual(['a']);
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
  const problems = (entries: unknown) =>
    (check(catalog.entries('page'), entries).issues ?? []).map((issue) =>
      [formatPath(issue.path ?? []), formatMessage(issue)].join(': '),
    );

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
    expect(formatIssue(catalog.explainUnknown('page', 'tabel'))).toBe(
      "unknown operation 'tabel'\n  Did you mean 'table'? Installed: text, table, link.",
    );
    expect(formatIssue(catalog.explainUnknown('page', 'stamp'))).toBe(
      "operation 'stamp' runs for every page automatically\n  Remove the entry.",
    );
    expect(formatMessage(catalog.explainUnknown('book', 'text'))).toBe(
      "operation 'text' runs for each page, not for a book",
    );
  });

  it('checks options, also those that a bare name lacks', () => {
    expect(problems(['table', { name: 'text', size: 'big' }])).toEqual([
      '[0].columns: missing, expected a list',
      "[1].size: found 'big', expected a number",
    ]);
  });

  it('"bad options fail at config load": refuses unknown ones, unless the schema is loose', () => {
    const options = z.object({ size: z.number().optional() });
    const page = (name: string, rest: Partial<Operation<unknown, unknown>>) =>
      operation(name, { scope: 'page', ...rest });
    const entries = catalogOf(
      page('strict', { options }),
      page('open', { options: options.loose() }),
      page('silent', {}),
    ).entries('page');
    const { issues } = check(
      entries,
      ['strict', 'open', 'silent'].map((name) => ({ name, sise: 1 })),
    );
    const [first, second] = issues!.map(formatIssue);
    expect(first).toBe("[0].sise: unknown key\n  Did you mean 'size'?");
    expect(second).toContain('[2].sise: unknown key');
    expect(issues).toHaveLength(2);
  });

  it('refuses entries that ask for the same twice', () => {
    const entries = [
      'text',
      { name: 'a', link: '1' },
      { name: 'b', link: '1' },
      { name: 'a', link: '2' },
      'text',
    ];
    expect(problems(entries)).toEqual([
      "[3]: 'a' is listed twice: the first is [1]",
      "[4]: 'text' is listed twice: the first is [0]",
    ]);
  });

  it.each([7, null, ['text']])('refuses %j as an entry', (entry) => {
    expect(parse([entry]).success).toBe(false);
  });
});
