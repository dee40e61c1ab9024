import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import type { DefaultTheme } from 'vitepress';

import { addressOf } from './pages.js';

/** The list of all pages in `docs/README.md`: its headings are the groups, the first link of a line is a page. */
export function sidebar(root: string): DefaultTheme.SidebarItem[] {
  const [, ...groups] = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^## /m);
  return groups.map((group, index) => {
    const links = [...group.matchAll(/^(?:- |\| )\[(.+?)\]\(([^)#]+)(#.*?)?\)/gm)];
    return {
      text: group.slice(0, group.indexOf('\n')),
      // A first visit needs the first three.
      collapsed: index > 2,
      items: links.flatMap(([, text, target, anchor = '']) => {
        const address = addressOf(posix.join('docs', target!));
        if (address === undefined) return [];
        return [{ text: text!.replaceAll('`', ''), link: `/${address}${anchor}` }];
      }),
    };
  });
}
