import { resolve } from 'node:path';

import { defineConfig } from 'vitepress';

import { checkSite } from './check.js';
import { siteLinks, slugOf } from './links.js';
import { addressOf } from './pages.js';
import { sidebar } from './sidebar.js';

const root = resolve(import.meta.dirname, '../..');

/** The pages of this repository as a site: `npx nx run docs:build`. */
export default defineConfig({
  title: 'Rowhouse',
  description: 'Typed and tested FastAPI code for your SQLAlchemy models, from one short config.',
  // Pages stand where GitHub shows them: in docs, and in the packages.
  srcDir: root,
  srcExclude: ['SECURITY.md', '{apps,e2e,examples,tools}/**', 'libs/*/*/**'],
  rewrites: (path) => addressOf(path)!,
  cacheDir: resolve(root, 'node_modules/.cache/vitepress'),
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      siteLinks(markdown, root);
    },
  },
  themeConfig: {
    sidebar: sidebar(root),
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: 'https://github.com/rowhouse/rowhouse' }],
  },
  // `checkSite` finds them, and anchors as well.
  ignoreDeadLinks: true,
  buildEnd: ({ outDir, site }) => {
    checkSite(outDir, site.base);
  },
});
