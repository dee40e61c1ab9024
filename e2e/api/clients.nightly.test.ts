import { pythonProgram } from '@rowhouse/harness';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { codeBlocks } from '../../tools/docs/code-blocks.js';
import { repository } from '../../tools/packages/own-packages.js';
import { author, serveDemo, type DemoApi } from './demo-api.js';

const page = 'docs/clients.md';
const blocks = codeBlocks(page, readFileSync(join(repository, page), 'utf8'));
const quiet = [
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--ignore-scripts',
];

let demo: DemoApi;
let directory: string;

beforeAll(async () => {
  demo = await serveDemo(inject('postgresUrl'));
  execFileSync(pythonProgram('python'), ['-m', 'blog.examples', author.email], {
    cwd: demo.directory,
    env: { ...process.env, ...demo.env },
  });
  directory = mkdtempSync(join(tmpdir(), 'rowhouse-clients-'));
  write('package.json', '{ "private": true }');
  const { body } = await demo.send('GET', '/openapi.json');
  write('openapi.json', JSON.stringify(body));
  const files = blocks.filter(({ shows }) => shows !== undefined);
  for (const { shows, code } of files) {
    write(shows!, code.replaceAll('http://localhost:8000', demo.api.url));
  }
  for (const command of commandsOf(/^npm install /)) run(`${command} ${quiet.join(' ')}`);
  run(`npm install --no-save @types/react@19 @types/node@20 ${quiet.join(' ')}`);
  for (const command of commandsOf(/^npx /)) run(command);
});

afterAll(async () => {
  await demo.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('the clients of docs/clients.md', () => {
  test('compile strictly', () => {
    expect(problems('tags.ts', 'hey-api-tags.ts', 'orval-tags.ts')).toEqual([]);
  });

  test.each([
    ['openapi-typescript', 'tags', 'answer.items'],
    ['Hey API', 'hey-api-tags', 'answer.items'],
    ['Orval', 'orval-tags', 'answer.status === 200 ? answer.data.items : []'],
  ])('by %s search the served demo, as a query', async (_name, module, items) => {
    const created = await demo.send('POST', '/tags/', { name: `found by ${module}` });
    expect(created.status).toBe(201);
    const script = `
      import { QueryClient } from '@tanstack/react-query';
      import { tags } from './${module}';
      const answer = await new QueryClient().fetchQuery(tags('found by ${module}'));
      console.log((${items}).map(({ name }) => name).join());`;
    write(`${module}-run.mts`, script);
    expect(problems(`${module}-run.mts`)).toEqual([]);
    const tsx = join(repository, 'node_modules/tsx/dist/cli.mjs');
    const output = execFileSync(process.execPath, [tsx, `${module}-run.mts`], {
      cwd: directory,
      encoding: 'utf8',
    });
    expect(output.trim()).toBe(`found by ${module}`);
  });

  test('have no mutation for a search where the generator tells queries from mutations', () => {
    const hooks = readFileSync(join(directory, 'hey-api/@tanstack/react-query.gen.ts'), 'utf8');
    expect(hooks).toContain('blogTagCreateMutation');
    expect(hooks).not.toContain('blogTagListMutation');
    expect(hooks).not.toContain('blogTagCreateOptions');
    const orval = readFileSync(join(directory, 'orval/api.ts'), 'utf8');
    expect(orval).toContain('getBlogTagCreateMutationOptions');
    expect(orval).not.toContain('getBlogTagListMutationOptions');
  });
});

function write(path: string, text: string): void {
  writeFileSync(join(directory, path), text);
}

function run(command: string): void {
  execFileSync(command, { cwd: directory, shell: true, stdio: 'pipe' });
}

/** The commands of the page that begin in one way, each once. */
function commandsOf(start: RegExp): string[] {
  const lines = blocks.flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : []));
  return [...new Set(lines.filter((line) => start.test(line)))];
}

/** What the TypeScript compiler says of files under `strict`. */
function problems(...files: readonly string[]): string[] {
  const program = ts.createProgram(
    files.map((file) => join(directory, file)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [join(directory, 'node_modules/@types/node')],
    },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
