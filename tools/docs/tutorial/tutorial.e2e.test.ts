import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { codeBlocks, type CodeBlock } from '../code-blocks.js';
import { matches } from './compare.js';
import { Replay, type Printed } from './replay.js';

/**
 * Does what docs/tutorial.md says, block by block: writes its files, types its commands, and compares
 * what it says comes out.
 */
const page = resolve(import.meta.dirname, '../../../docs/tutorial.md');
const blocks = codeBlocks('docs/tutorial.md', readFileSync(page, 'utf8'));
const config = 'codegen.config.jsonnet';

let database: TemporaryDatabase;
let reader: Replay;
let printed: Printed = { stdout: '', stderr: '' };

beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  reader = new Replay(database.url);
});

afterAll(async () => {
  await reader.end();
  await database.drop();
});

describe('a reader of docs/tutorial.md', () => {
  it.each(blocks.map((block) => [`line ${block.line}`, block] as const))('%s', async (_, block) => {
    await follow(block);
  });
});

async function follow({ language, code, shows }: CodeBlock): Promise<void> {
  if (shows !== undefined) {
    reader.write(relative('apps/demo', shows), code);
  } else if (language === 'jsonnet') configure(code);
  else if (language === 'python') {
    const parts = code.trimEnd().split('\n\n\n');
    const holdsAll = (text: string) => parts.every((part) => text.includes(`${part}\n`));
    expect(reader.generated('blog/models.py').some(holdsAll)).toBe(true);
  } else if (language === 'ts') reader.write('call.ts', code);
  else if (language === 'sh') await type(code);
  else if (language === 'text') {
    if (code.startsWith('config error:')) await mistake();
    compare(code);
  }
}

/** A whole config, or what the text around says to change of the one that is there. */
function configure(code: string): void {
  if (code.includes("version: '1'")) return reader.write(config, code);
  const [definition] = code.split('\n');
  const text = reader.read(config);
  const add = (line: RegExp, added: string) => {
    expect(text).toMatch(line);
    reader.write(config, `${definition}\n${text.replace(line, `$&\n${added}`)}`);
  };
  const [auth] = /^ {2}auth: .*$/m.exec(code) ?? [];
  if (auth !== undefined) return add(/^ {2}module: .*$/m, auth);
  const [access] = /^ {2}access: [\s\S]*?^ {2}\},$/m.exec(code) ?? [];
  if (access !== undefined) {
    add(/^.*model: 'blog.models.Article',$/m, access);
    const stamped = ", 'author_id'] },\n        { name: 'update'";
    return reader.write(
      config,
      reader.read(config).replace(stamped, stamped.replace(/^.*?\]/, ']')),
    );
  }
  if (code.startsWith("{ name: 'author'")) {
    const shown = text.replace(/^( +\{ name: 'get', .*)'author_id'/m, `$1${code.trim()}`);
    expect(shown).not.toBe(text);
    return reader.write(config, shown);
  }
  expect(code).toContain("'subtitle'");
  reader.write(
    config,
    text.replace(/^( +\{ name: '(?:get|update)', .*\btitle),/gm, "$1, 'subtitle',"),
  );
}

/** The mistake that the text speaks of, made for a moment. */
async function mistake(): Promise<void> {
  const sound = reader.read(config);
  reader.write(config, sound.replace("'subtitle', 'body', price]", "'subtitel', 'body', price]"));
  await type(`npx codegen generate --config ${config}`);
  reader.write(config, sound);
}

async function type(code: string): Promise<void> {
  // What is installed here already, and what runs until it is stopped.
  if (/^npm install|codegen watch/m.test(code)) return;
  if (code.includes('AUTHOR=') || code.includes('$ARTICLE')) await reader.serve();
  if (code.includes('$ARTICLE')) {
    const { items } = (await search()) as { items: readonly { id: string; title: string }[] };
    code = `ARTICLE=${items[0]!.id}\n${code}`;
  }
  printed = await reader.type(code);
  // It is silent if there is nothing to say.
  if (code.startsWith('npx tsc')) expect(printed).toEqual({ stdout: '', stderr: '' });
  const id = /^location: \/authors\/(\S+)$/m.exec(printed.stdout)?.[1];
  if (id !== undefined) reader.set('AUTHOR', id);
  // Who logs in has a variable of the name.
  const names = [...code.matchAll(/username=(\w+)@/g)];
  const tokens = [...printed.stdout.matchAll(/"access_token":"([^"]+)"/g)];
  names.forEach(([, name], index) => {
    reader.set(name!.toUpperCase(), tokens[index]![1]!);
  });
}

async function search(): Promise<unknown> {
  const command = `curl localhost:8000/articles/search --json '{}' -H "Authorization: Bearer $ADA"`;
  return JSON.parse((await reader.type(command)).stdout);
}

function compare(told: string): void {
  if (told.startsWith('_generated/\n')) {
    for (const [, path] of told.matchAll(/^ {2}(\S+) /gm)) {
      expect(reader.exists(`_generated/${path}`), path).toBe(true);
    }
    return;
  }
  const seen = printed.stdout + printed.stderr;
  expect(matches(told, seen), `told:\n${told}\n\nseen:\n${seen}`).toBe(true);
}
