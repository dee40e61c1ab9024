import { fileURLToPath } from 'node:url';

import { defineTarget } from '@rowhouse/core';
import * as z from 'zod';

/** Writes Markdown pages, and a table of contents. */
export const markdown = defineTarget({
  name: 'markdown',
  language: 'Markdown',

  configSchema: (operations) =>
    z.strictObject({
      version: z.literal('1'),
      title: z.string(),
      pages: z.array(
        z.strictObject({
          name: z.string().regex(/^[a-z][a-z-]*$/, 'expected lower-case letters and dashes'),
          operations: operations.entries('page'),
        }),
      ),
    }),

  scopes: [
    {
      name: 'site',
      instances: (site) => [{ value: site, path: [], label: 'site', entries: [] }],
    },
    {
      name: 'page',
      instances: (site) =>
        site.pages.map((page, index) => ({
          value: page,
          path: ['pages', index],
          label: `page ${page.name}`,
          entries: page.operations,
        })),
    },
  ],

  outputRoot: () => 'pages',

  renderers: { paragraph: { template: 'paragraph.ejs' } },

  joinSections: ({ path, sections }) => `# ${path.replace(/\.md$/, '')}\n\n${sections.join('\n')}`,

  templates: fileURLToPath(new URL('templates', import.meta.url)),

  literal: (value) => String(value).replace(/[\\`*_{}[\]()#+\-.!<>|]/g, '\\$&'),
});
