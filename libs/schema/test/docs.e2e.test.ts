import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import { codeBlocks } from '../../../tools/docs/code-blocks.js';

const root = resolve(import.meta.dirname, '../../..');
const pages = join(root, 'docs/schema');

/** What the reference's snippets are about: the tutorial's tables, and all imports. */
const PRELUDE = `
import * as drizzle from 'drizzle-orm';
import * as pgCore from 'drizzle-orm/pg-core';
import type { Command } from 'commander';
import {
  domain, Extension, fn, idempotencyKeys, idOf, materializedView, Metadata, partition, pgExtension, raw, RestExtension, restView, SchemaConfig,
  schemaView, seed, select, sequence, table, timestamps, trigger,
  type MigrationRegistry, type PluginContext, type SchemaProject,
} from '@rowhouse/schema';
const { count, eq, getTableColumns, sql } = drizzle;
const { boolean, check, date, index, integer, text } = pgCore;
const metadata = new Metadata();
const config = new SchemaConfig().use(new RestExtension());
const authors = table('authors', { name: text().notNull() }, { metadata, config });
const articles = table('articles', { slug: text().unique(), title: text(), authorId: integer('author_id') }, { metadata, config });
export { boolean, check, count, date, eq, index };
`;

test('the TypeScript of the pages compiles, under the rules of this repository', () => {
  const sources = new Map<string, string>();
  for (const page of readdirSync(pages)) {
    for (const { code, language, line } of codeBlocks(
      page,
      readFileSync(join(pages, page), 'utf8'),
    )) {
      if (language !== 'ts') continue;
      const standalone = /^import /m.test(code);
      const file = join(import.meta.dirname, `${page}-${line}.ts`);
      sources.set(file, standalone ? code : `${PRELUDE}\n${code}\nexport {};`);
    }
  }
  expect(sources.size).toBeGreaterThan(5);
  expect(problems(sources)).toEqual([]);
});

/** Compiles files that exist in memory alone. */
function problems(sources: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  Object.assign(options, { composite: false, noEmit: true, noUnusedLocals: false });
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = sources.get(path);
    return text === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
