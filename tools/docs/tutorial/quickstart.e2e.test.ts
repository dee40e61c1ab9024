import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { codeBlocks, type CodeBlock } from '../code-blocks.js';
import { matches } from './compare.js';
import { Replay, type Printed } from './replay.js';

/**
 * Does what docs/quickstart.md says, block by block: writes its files, types its commands, and compares
 * what it says comes out. README.md shows parts of it, and in a picture what comes out.
 * The pages of tasks go on with its files.
 */
const root = resolve(import.meta.dirname, '../../..');
const blocksOf = (page: string) => codeBlocks(page, readFileSync(join(root, page), 'utf8'));
const quickstart = blocksOf('docs/quickstart.md');

const tasks = ['adopting', 'several-apps', 'custom-authentication', 'deploying', 'upgrading'].map(
  (name) => `docs/${name}.md`,
);

let database: TemporaryDatabase;
let reader: Replay;
let printed: Printed;

const pages: readonly (readonly [string, (block: CodeBlock) => Promise<void>])[] = [
  ['docs/quickstart.md', follow],
  ['README.md', followReadme],
  ...tasks.map((page) => [page, follow] as const),
];

describe.each(pages)('a reader of %s', (page, followBlock) => {
  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'));
    reader = new Replay(database.url);
    printed = { stdout: '', stderr: '' };
    if (!tasks.includes(page)) return;
    writeQuickstart();
    for (const name of ['MAIN', 'STOCK']) reader.set(`${name}_DATABASE_URL`, database.url);
  });

  afterAll(async () => {
    await reader.end();
    await database.drop();
  });

  it.each(blocksOf(page).map((block) => [`line ${block.line}`, block] as const))(
    '%s',
    async (_, block) => {
      await followBlock(block);
    },
  );
});

function writeQuickstart(): void {
  for (const { shows, code } of quickstart) if (shows !== undefined) reader.write(shows, code);
}

async function follow({ language, code, shows }: CodeBlock): Promise<void> {
  if (shows !== undefined) reader.write(shows, code);
  // What is installed here already, and servers of more than a process.
  else if (language === 'sh' && !/\b(?:npm|pip) install\b|^uvicorn .* --/m.test(code))
    await type(code);
  else if (language === 'text' && !code.startsWith('location ')) compare(code);
}

async function followReadme({ language, code }: CodeBlock): Promise<void> {
  const whole = quickstart.find((block) => block.language === language && block.code === code);
  if (whole?.shows !== undefined) {
    reader.write(whole.shows, code);
    if (language === 'jsonnet') await generateAndServe();
  } else if (language === 'python') {
    expect(reader.generated().some((text) => text.includes(code))).toBe(true);
  } else expect(language).toBe('sh');
}

/** What the quickstart does as well, but the README does not show again. */
async function generateAndServe(): Promise<void> {
  for (const block of quickstart) {
    const isCommand = block.language === 'sh' && !block.code.startsWith('curl ');
    if (block.shows === 'main.py' || isCommand) await follow(block);
  }
}

async function type(code: string): Promise<void> {
  printed = await reader.type(code);
}

function compare(told: string): void {
  const seen = printed.stdout + printed.stderr;
  expect(matches(told, seen), `told:\n${told}\n\nseen:\n${seen}`).toBe(true);
}
