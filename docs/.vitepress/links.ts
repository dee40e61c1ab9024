import { existsSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';

import { addressOf } from './pages.js';

const github = 'https://github.com/rowhouse/rowhouse';

/** The anchor of a heading, as GitHub makes it: a link works in both places. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Makes links between files of the repository lead to pages of the site, or to GitHub. */
export function siteLinks(markdown: MarkdownRenderer, root: string): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const { path, realPath } = env as MarkdownEnv;
    const page = relative(root, realPath ?? path)
      .split(sep)
      .join('/');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', siteLink(href, page, root));
    }
  });
}

/** Where a link of a page of the repository leads on the site. */
export function siteLink(href: string, page: string, root: string): string {
  const inRepository = new RegExp(`^${github}/(?:blob|tree)/main/`);
  if (/^#/.test(href) || (/^[a-z]+:/.test(href) && !inRepository.test(href))) return href;

  const [target, anchor] = href.split('#') as [string, string | undefined];
  const path = inRepository.test(target)
    ? target.replace(inRepository, '')
    : posix.join(posix.dirname(page), target);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const address = addressOf(path);
  if (address !== undefined) return `/${address}${hash}`;
  // The check of the site finds it, with all others.
  if (!existsSync(join(root, path))) return href;
  const kind = statSync(join(root, path)).isDirectory() ? 'tree' : 'blob';
  return `${github}/${kind}/main/${path}${hash}`;
}
