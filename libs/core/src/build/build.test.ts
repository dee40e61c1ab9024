import { describe, expect, it } from 'vitest';

import { Catalog } from '../catalog/index.js';
import { defineOperation, type AnyOperation, type Output } from '../index.js';
import { index, link, section, stamp, table, text, wiki, type Section } from '../../test/wiki.js';
import { buildOutputs } from './index.js';

const all = [text, table, link, stamp, index];

function build(operations: readonly AnyOperation[], books: unknown): readonly Output[] {
  const catalog = new Catalog(
    wiki,
    operations.map((operation) => ({ operation, package: 'p' })),
  );
  const project = wiki.configSchema(catalog).parse({ title: 'W', books });
  return buildOutputs(wiki, catalog, project).map(({ output }) => output);
}

function page(name: string, ...operations: unknown[]) {
  return { name, operations };
}

const headings = (outputs: readonly Output[]) =>
  outputs.flatMap((output) => ((output as Section).heading ? [(output as Section).heading] : []));

describe('buildOutputs', () => {
  it('runs required operations first, whatever the order of the entries', () => {
    const pages = [page('a', { name: 'table', columns: ['x'] }, 'text')];
    expect(headings(build(all, [{ name: 'b', pages }]))).toEqual(['Text of a', 'Table of x']);
  });

  it('runs an operation once for each entry that it serves, in config order', () => {
    const pages = [page('a', { name: 'zoo', link: '1' }, { name: 'ant', link: '2' })];
    expect(headings(build(all, [{ name: 'b', pages }]))).toEqual(['zoo: 1', 'ant: 2']);
  });

  it('lets an operation claim an entry that bears the name of another', () => {
    const pages = [page('a', { name: 'text', link: '1' })];
    expect(headings(build(all, [{ name: 'b', pages }]))).toEqual(['text: 1']);
  });

  it('amends what was produced in the same instance, and nothing else', () => {
    const pages = [page('a', 'text', { name: 'table', columns: ['x'] }), page('b', 'text')];
    const outputs = build(all, [{ name: 'b', pages }]);
    const notes = outputs.flatMap(
      (output) => ((output as Section).notes as string[] | undefined) ?? [],
    );
    expect(notes).toEqual(['stamped', 'stamped', 'stamped']);
  });

  it('shows outer instances everything below them, in config order', () => {
    const books = [
      { name: 'one', pages: [page('a', 'text'), page('b', 'text')] },
      { name: 'two', pages: [page('c', 'text')] },
    ];
    const content = build(all, books).find(({ kind }) => kind === 'static');
    expect(content).toMatchObject({ content: 'Text of a\nText of b\nText of c\n' });
  });

  it('gives an operation its instance, its options and the values around it', () => {
    const seen: unknown[] = [];
    const spy = defineOperation<{ name: string }>({
      name: 'spy',
      target: 'wiki',
      scope: 'page',
      build: ({ instance, parents, options, entryName }) => {
        const { wiki: project, book } = parents as {
          wiki: { title: string };
          book: { name: string };
        };
        seen.push([instance.value.name, project.title, book.name, options, entryName]);
        return [];
      },
    });
    build([spy], [{ name: 'one', pages: [page('a', 'spy')] }]);
    expect(seen).toEqual([['a', 'W', 'one', {}, 'spy']]);
  });

  it('does not run an operation whose condition fails', () => {
    const never = defineOperation<unknown>({
      name: 'never',
      target: 'wiki',
      scope: 'page',
      activation: 'always',
      when: () => false,
      build: () => [section('x', 'never')],
    });
    expect(build([never], [{ name: 'one', pages: [page('a')] }])).toEqual([]);
  });

  it('tells a defect with the operation, its package and the instance', () => {
    const cause = new TypeError('boom');
    const broken = defineOperation<unknown>({
      name: 'broken',
      target: 'wiki',
      scope: 'page',
      build: () => {
        throw cause;
      },
    });
    const run = () => build([broken], [{ name: 'one', pages: [page('a', 'broken')] }]);
    expect(run).toThrow(
      expect.objectContaining({
        message: "Operation 'broken' of package p failed for page a.",
        cause,
      }),
    );
  });
});
