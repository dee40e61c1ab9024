import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import {
  defineOperation,
  defineTarget,
  staticFile,
  type AnyOperation,
  type OperationEntry,
  type Output,
  type Plugin,
} from '../src/index.js';

/** A small target for tests: a wiki of books and pages. A page asks for sections. */
export interface Wiki {
  readonly title: string;
  readonly books: readonly Book[];
}

export interface Book {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly pages: readonly Page[];
}

export interface Page {
  readonly name: string;
  readonly operations: readonly OperationEntry[];
}

export interface Section extends Output {
  readonly kind: 'section';
  readonly heading: string;
  notes: string[];
}

export const wiki = defineTarget<Wiki>({
  name: 'wiki',
  language: 'Markdown',
  configSchema: (catalog) =>
    z.strictObject({
      title: z.string(),
      operations: catalog.entries('page').optional(),
      books: z.array(
        z.strictObject({
          name: z.string(),
          pages: z.array(
            z.strictObject({
              name: z.string(),
              color: z.enum(['red', 'green', 'blue']).optional(),
              count: z.number().int().min(1).max(9).optional(),
              operations: catalog.entries('page'),
            }),
          ),
        }),
      ),
    }) as unknown as z.ZodType<Wiki>,
  scopes: [
    {
      name: 'wiki',
      instances: (project) => [{ value: project, path: [], label: 'wiki', entries: [] }],
    },
    {
      name: 'book',
      instances: (project) =>
        (project as Wiki).books.map((value, index) => ({
          value: { ...value, path: ['books', index] },
          path: ['books', index],
          label: `book ${value.name}`,
          entries: [],
        })),
    },
    {
      name: 'page',
      instances: (book) =>
        (book as Book).pages.map((value, index) => ({
          value,
          path: [...(book as Book).path, 'pages', index],
          label: `page ${value.name}`,
          entries: value.operations,
        })),
    },
  ],
  outputRoot: () => 'out',
  renderers: { section: { template: 'section.ejs' } },
  joinSections: ({ path, sections }) => `<!-- ${path} -->\n${sections.join('')}`,
  definitions: (output) =>
    output.kind === 'section'
      ? [
          {
            key: (output as Section).heading,
            label: () => `the heading '${(output as Section).heading}'`,
          },
        ]
      : [],
  templates: fileURLToPath(new URL('templates', import.meta.url)),
  literal: (value) => JSON.stringify(value),
});

/** Makes a section; `text` asks for one, `table` requires it. */
export const text = defineOperation<Page, { size?: number }>({
  name: 'text',
  target: 'wiki',
  scope: 'page',
  options: z.strictObject({ size: z.number().optional() }),
  build: ({ instance }) => [section(instance.value.name, `Text of ${instance.value.name}`)],
});

export const table = defineOperation<Page, { columns: string[] }>({
  name: 'table',
  target: 'wiki',
  scope: 'page',
  requires: ['text'],
  options: z.strictObject({ columns: z.array(z.string()).min(1) }),
  build: ({ instance, options }) => [
    section(instance.value.name, `Table of ${options.columns.join(' and ')}`),
  ],
});

/** Claims every entry with a `link`, whatever its name. */
export const link = defineOperation<Page, { link: string }>({
  name: 'link',
  target: 'wiki',
  scope: 'page',
  claims: (entry) => 'link' in entry,
  options: z.strictObject({ link: z.string() }),
  build: ({ instance, options, entryName }) => [
    section(instance.value.name, `${entryName}: ${options.link}`),
  ],
});

/** Amends each section of a page. */
export const stamp = defineOperation<Page>({
  name: 'stamp',
  target: 'wiki',
  scope: 'page',
  activation: 'always',
  stage: 'amend',
  build: ({ outputs }) => {
    for (const each of outputs.own<Section>('section')) each.notes.push('stamped');
    return [];
  },
});

/** Lists the sections of all pages, when they exist. */
export const index = defineOperation<Wiki>({
  name: 'index',
  target: 'wiki',
  scope: 'wiki',
  activation: 'always',
  stage: 'after-children',
  build: ({ outputs }) => {
    const headings = outputs.below<Section>('section').map((each) => `${each.heading}\n`);
    return headings.length > 0 ? [staticFile('index.md', headings.join(''))] : [];
  },
});

export function section(page: string, heading: string): Section {
  return { kind: 'section', file: `pages/${page}.md`, heading, notes: [] };
}

/** The package with the target and these operations, by default all of them. */
export function wikiPlugin(
  operations: readonly AnyOperation[] = [text, table, link, stamp, index],
): Plugin {
  return { package: 'wiki-package', targets: [wiki], operations };
}
