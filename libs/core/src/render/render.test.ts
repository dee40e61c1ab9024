import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { BuiltOutput } from '../build/index.js';
import { staticFile, type Output } from '../index.js';
import { section, wiki } from '../../test/wiki.js';
import { makeTree, renderFiles } from './index.js';

const built = (outputs: readonly Output[]): readonly BuiltOutput[] =>
  outputs.map((output, index) => ({
    output,
    operation: { name: `o${index}` },
    instance: { label: 'wiki', value: undefined, path: [], entries: [] },
    entry: undefined,
  }));

function render(...outputs: readonly Output[]): Record<string, string> {
  const { texts } = renderFiles(wiki, undefined, built(outputs)) as {
    texts: ReadonlyMap<string, string>;
  };
  return Object.fromEntries(texts);
}

function conflicts(...outputs: readonly Output[]) {
  const rendering = renderFiles(wiki, undefined, built(outputs));
  return (rendering.conflicts ?? []).map(({ message }) => message);
}

describe('renderFiles', () => {
  it('renders the outputs of one file into it, in order', () => {
    expect(render(section('a', 'One'), section('b', 'Two'), section('a', 'Three'))).toEqual({
      'pages/a.md': '<!-- pages/a.md -->\n## One\n## Three\n',
      'pages/b.md': '<!-- pages/b.md -->\n## Two\n',
    });
  });

  it('writes <%= as a literal of the language and <%- as it is', () => {
    const output = { ...section('a', '<b>'), notes: ['say "hi"\n'] };
    expect(render(output)['pages/a.md']).toContain('## <b>\n"say \\"hi\\"\\n"\n');
  });

  it('includes templates of the target, and those beside a template of another package', () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'templates-')));
    try {
      writeFileSync(join(directory, 'own.ejs'), "<%- include('beside.ejs', { size: 2 }) -%>");
      const included = "<%- include('/section.ejs') -%>Of size <%- size %>: <%- heading %>\n";
      writeFileSync(join(directory, 'beside.ejs'), included);
      const target = { ...wiki, renderers: { section: { template: join(directory, 'own.ejs') } } };
      const { texts } = renderFiles(target, undefined, built([section('a', 'One')])) as {
        texts: ReadonlyMap<string, string>;
      };
      expect(texts.get('pages/a.md')).toBe('<!-- pages/a.md -->\n## One\nOf size 2: One\n');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('writes static files as they are, an empty one included', () => {
    expect(render(staticFile('a/b.md', '<%= x %>'), staticFile('e.md', ''))).toEqual({
      'a/b.md': '<%= x %>',
      'e.md': '',
    });
  });

  it('lets outputs agree on a static file', () => {
    expect(render(staticFile('a.md', ''), staticFile('a.md', ''))).toEqual({ 'a.md': '' });
  });

  it('refuses two contents for one file and names the makers', () => {
    expect(conflicts(staticFile('a.md', '1'), staticFile('a.md', '2'))).toEqual([
      "operation 'o0' (wiki) and operation 'o1' (wiki) both write a.md",
    ]);
    expect(conflicts(section('a', 'One'), staticFile('pages/a.md', '2'))).toEqual([
      "operation 'o0' (wiki) and operation 'o1' (wiki) both write pages/a.md",
    ]);
  });

  it('refuses a path that is a file and a directory', () => {
    expect(conflicts(staticFile('a/b/c.md', '1'), staticFile('a', '2'))).toEqual([
      "operation 'o1' (wiki) writes the file a, in which operation 'o0' (wiki) writes a/b/c.md",
    ]);
  });

  it('refuses two definitions of one thing, in one file or in two', () => {
    expect(conflicts(section('a', 'One'), section('b', 'One'), section('a', 'One'))).toEqual([
      "operation 'o0' (wiki) and operation 'o2' (wiki) both define the heading 'One'",
      "operation 'o0' (wiki) and operation 'o1' (wiki) both define the heading 'One'",
    ]);
  });

  it('tells a kind without a renderer as a defect of the target', () => {
    expect(() => render({ kind: 'nothing', file: 'a.md' })).toThrow(
      "Target 'wiki' has no renderer for 'nothing', which operation 'o0' (wiki) made.",
    );
  });
});

it('makes a file system in memory of files', async () => {
  const tree = await makeTree([
    ['a/b.md', 'text'],
    ['a/c/d.md', ''],
  ]);
  expect(tree.readFileSync('/a/b.md', 'utf8')).toBe('text');
  expect(tree.toJSON()).toEqual({ '/a/b.md': 'text', '/a/c/d.md': '' });
});
