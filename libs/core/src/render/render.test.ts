import { describe, expect, it } from 'vitest';

import type { BuiltOutput } from '../build/index.js';
import { staticFile, type Output } from '../index.js';
import { section, wiki } from '../../test/wiki.js';
import { makeTree, renderFiles } from './index.js';

function render(...outputs: readonly Output[]): Record<string, string> {
  const built: BuiltOutput[] = outputs.map((output, index) => ({
    output,
    operation: { name: `o${index}` },
    instance: { label: 'wiki' },
  }));
  return Object.fromEntries(renderFiles(wiki, built));
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
    expect(() => render(staticFile('a.md', '1'), staticFile('a.md', '2'))).toThrow(
      "operation 'o0' (wiki) and operation 'o1' (wiki) both write a.md",
    );
    expect(() => render(section('a', 'One'), staticFile('pages/a.md', '2'))).toThrow(
      "operation 'o0' (wiki) and operation 'o1' (wiki) both write pages/a.md",
    );
  });

  it('refuses a path that is a file and a directory', () => {
    expect(() => render(staticFile('a/b/c.md', '1'), staticFile('a', '2'))).toThrow(
      "operation 'o1' (wiki) writes the file a, in which operation 'o0' (wiki) writes a/b/c.md",
    );
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
