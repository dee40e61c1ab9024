import { defineOperation, staticFile } from '@rowhouse/core';
import * as z from 'zod';

/** Writes a paragraph. An entry of a page: `{ name: 'text', text: '…' }`. */
const text = defineOperation({
  name: 'text',
  target: 'markdown',
  scope: 'page',
  options: z.strictObject({ text: z.string().min(1) }),
  build: ({ instance, options }) => [
    { kind: 'paragraph', file: `${instance.value.name}.md`, text: options.text, sources: [] },
  ],
});

/** Lists the pages that are not empty. Always runs, after all pages are built. */
const contents = defineOperation({
  name: 'contents',
  target: 'markdown',
  scope: 'site',
  activation: 'always',
  stage: 'after-children',
  when: ({ outputs }) => outputs.below('paragraph').length > 0,
  build: ({ instance, outputs }) => {
    const files = new Set(outputs.below('paragraph').map((paragraph) => paragraph.file));
    const items = [...files].map((file) => `- [${file.replace(/\.md$/, '')}](${file})\n`);
    return [staticFile('contents.md', `# ${instance.value.title}\n\n${items.join('')}`)];
  },
});

export const operations = [text, contents];
