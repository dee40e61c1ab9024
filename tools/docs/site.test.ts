import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { checkSite } from '../../docs/.vitepress/check.js';
import { siteLink, slugOf } from '../../docs/.vitepress/links.js';
import { addressOf } from '../../docs/.vitepress/pages.js';
import { sidebar } from '../../docs/.vitepress/sidebar.js';

const root = resolve(import.meta.dirname, '../..');

describe('the sidebar', () => {
  const groups = sidebar(root);
  const linked = groups.flatMap(({ items }) => items!.map(({ link }) => link!.slice(1)));

  test('has every page of the site but the single decisions', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.md'], {
      cwd: root,
      encoding: 'utf8',
    });
    const pages = files.split('\n').flatMap((path) => addressOf(path) ?? []);
    const expected = pages.filter(
      (page) => !/^(?:all-pages|decisions\/(?!index).*)\.md$/.test(page),
    );
    const plain = linked.map((link) => link.replace(/#.*/, ''));
    expect([...new Set(plain)].sort()).toEqual(expected.sort());
  });

  test('begins with what a newcomer needs', () => {
    expect(groups.map(({ text }) => text)).toEqual([
      'Start here',
      'Guides',
      'Reference',
      'The schema library',
      'Extending it',
      'The packages',
      'The project',
    ]);
    expect(linked.slice(0, 3)).toEqual(['index.md', 'quickstart.md', 'tutorial.md']);
  });
});

test.each([
  ['cli.md#exit-codes', 'docs/nx.md', '/cli.md#exit-codes'],
  ['../../README.md', 'docs/schema/models.md', '/index.md'],
  ['../libs/disk/README.md', 'docs/disk.md', '/packages/disk.md'],
  ['../examples/smallest/README.md', 'docs/README.md', 'blob/main/examples/smallest/README.md'],
  ['../e2e/cases/errors', 'docs/errors.md', 'tree/main/e2e/cases/errors'],
  ['https://github.com/rowhouse/rowhouse/blob/main/docs/cli.md', 'libs/cli/README.md', '/cli.md'],
  ['https://docs.postgrest.org', 'README.md', 'https://docs.postgrest.org'],
  ['#install', 'README.md', '#install'],
])('%s in %s leads to %s', (href, page, expected) => {
  const prefix = /^(?:blob|tree)/.test(expected) ? 'https://github.com/rowhouse/rowhouse/' : '';
  expect(siteLink(href, page, root)).toBe(prefix + expected);
});

test.each([
  ['9. Call a function of your own', '9-call-a-function-of-your-own'],
  ['`auth`: tokens of the API', 'auth-tokens-of-the-api'],
  ['… become code, a_b', '-become-code-a_b'],
])('the heading %j has the anchor %s, as on GitHub', (heading, slug) => {
  expect(slugOf(heading)).toBe(slug);
});

describe('the check of the built site', () => {
  let directory: string;
  const site = (files: Readonly<Record<string, string>>) => {
    directory = mkdtempSync(join(tmpdir(), 'rowhouse-site-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(directory, dirname(path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    return directory;
  };
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  test('follows links between pages and to headings', () => {
    const files = {
      'index.html': '<a href="/base/sub/a.html#one">a</a><a href="https://example.org">b</a>',
      'sub/a.html': '<h2 id="one"></h2><a href="#one">c</a><a href="../">d</a>',
    };
    expect(() => {
      checkSite(site(files), '/base/');
    }).not.toThrow();
  });

  test('names every link that leads nowhere, and every file of another host', () => {
    const files = {
      'index.html':
        '<a href="/a.html#two">a</a><a class="x" href="/b.html">b</a><script src="https://cdn.example/x.js"></script>',
      'a.html': '<h2 id="one"></h2>',
      'style.css': '@font-face { src: url(https://fonts.example/y.woff2) }',
    };
    expect(() => {
      checkSite(site(files), '/');
    }).toThrow(
      [
        'index.html links to /a.html#two, which does not exist',
        'index.html links to /b.html, which does not exist',
        'index.html loads https://cdn.example/x.js, but the site has to work offline',
        'style.css loads https://fonts.example/y.woff2, but the site has to work offline',
      ].join('\n'),
    );
  });
});
