import { pythonProgram } from '@rowhouse/harness';
import { evaluate } from '@rowhouse/jsonnet';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { codeBlocks, relativeLinks, type CodeBlock } from './code-blocks.js';

const root = resolve(import.meta.dirname, '../..');
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const codegen = 'libs/cli/bin/codegen.cjs';
const schema = 'libs/schema/bin/schema.js';

let directory: string;
beforeAll(() => {
  // Inside the workspace: targets are those of the project that a config lies in.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  directory = mkdtempSync(join(cache, 'rowhouse-docs-'));
  // The models that configs of pages name: the tutorial's, and those of the page itself.
  cpSync(join(root, 'apps/demo/blog'), join(directory, 'blog'), { recursive: true });
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** What each language's blocks must be. A language that is not here fails, so that none is missed. */
const checks: Record<string, (block: CodeBlock) => void> = {
  jsonnet: ({ code }) => (isConfig(code) ? validateConfig(code) : evaluateSnippet(code)),
  json: ({ code }) => void JSON.parse(code),
  python: ({ code, shows }) => {
    const { status, stderr } = spawnSync(
      pythonProgram('python'),
      ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
      { input: code, encoding: 'utf8' },
    );
    expect(status, stderr).toBe(0);
    const path = shows?.startsWith('shop/') ? shows : pathOf(code);
    if (path !== undefined) writeFile(path, code);
  },
  ts: ({ code }) => {
    const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true });
    expect(
      diagnostics?.map((each) => ts.flattenDiagnosticMessageText(each.messageText, '\n')),
    ).toEqual([]);
    if (isSchema(code)) writeModels(code);
  },
  js: (block) => checks['ts']!(block),
  sh: ({ code }) => {
    for (const command of code.matchAll(/(?:npx |^|\$ )(codegen|schema) ([^#\n]*)/gm)) {
      knowsCommand(command[1]!, command[2]!.trim().split(/\s+/));
    }
  },
  sql: () => undefined,
  text: () => undefined,
  ini: () => undefined,
  toml: () => undefined,
  yaml: () => undefined,
  http: () => undefined,
};

/** The models of pages with a config in the quickstart's project. */
const quickstartModels = codeBlocks(
  'docs/quickstart.md',
  readFileSync(join(root, 'docs/quickstart.md'), 'utf8'),
).find(({ shows }) => shows === 'shop/models.py')!.code;

/** Where the configs below a block of Python look for it: a comment on top says it; models are `shop.models`. */
function pathOf(code: string): string | undefined {
  if (/^class Base\(DeclarativeBase\)/m.test(code)) return 'shop/models.py';
  return /^# (shop\/\w+\.py)\n/.exec(code)?.[1];
}

/** Keeps a module of a page, for the configs below it. */
function writeFile(path: string, code: string): void {
  mkdirSync(join(directory, 'shop'), { recursive: true });
  writeFileSync(join(directory, path), code);
}

const isSchema = (code: string) => /^export const metadata/m.test(code) && !/from '\.\//.test(code);

/** Loads the tables of a page, as `schema` does, for the configs below them. */
function writeModels(code: string): void {
  const config = join(directory, 'schema.config.ts');
  writeFileSync(config, code);
  const out = join(directory, 'shop/models.py');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, schema), 'models', '--config', config, '--out', out],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
}

const isConfig = (code: string) => /^\s*version:/m.test(code) && /\b(module|apps):/.test(code);

function validateConfig(code: string): void {
  const config = join(directory, 'codegen.config.jsonnet');
  writeFileSync(config, code);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, codegen), 'validate', '--config', config, '--target', 'fastapi'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
}

function evaluateSnippet(code: string): void {
  const resolveImport = (specifier: string) => {
    const path = join(root, specifier);
    return { path, contents: readFileSync(path, 'utf8') };
  };
  expect(() =>
    evaluate(code, { filename: 'snippet.jsonnet', resolve: resolveImport }),
  ).not.toThrow();
}

/** The command's help must know its subcommand and every option that the page writes. */
function knowsCommand(program: string, words: readonly string[]): void {
  const bin = join(root, program === 'codegen' ? codegen : schema);
  const first = words[0]!.startsWith('-') ? [] : [words[0]!];
  const nested =
    first.length > 0 && ['targets', 'extensions'].includes(first[0]!) ? [words[1]!] : [];
  const help = spawnSync(process.execPath, [bin, ...first, ...nested, '--help'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(help.status, help.stderr).toBe(0);
  const known = `${help.stdout}${program === 'schema' ? ' --config' : ''}`;
  for (const option of words.filter((word) => /^-/.test(word))) {
    expect(known, `${program} ${words.join(' ')}`).toContain(option.replace(/=.*/, ''));
  }
}

describe.each(pages)('%s', (page) => {
  const markdown = readFileSync(join(root, page), 'utf8');

  test('its links lead somewhere', () => {
    const broken = relativeLinks(markdown).filter(
      (target) => !existsSync(resolve(root, dirname(page), target)),
    );
    expect(broken).toEqual([]);
  });

  const blocks = codeBlocks(page, markdown);
  if (blocks.length === 0) return;
  test('its code is what it says', () => {
    rmSync(join(directory, 'shop'), { recursive: true, force: true });
    const goesOn = blocks.some(({ shows }) => shows === 'codegen.config.jsonnet');
    if (goesOn) writeFile('shop/models.py', quickstartModels);
    for (const block of blocks) {
      const check = checks[block.language];
      expect(check, `${page}:${block.line}: a block in '${block.language}'`).toBeDefined();
      try {
        check!(block);
      } catch (error) {
        throw new Error(`${page}:${block.line}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});
