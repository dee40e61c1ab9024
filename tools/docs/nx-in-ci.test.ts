import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { codeBlocks } from './code-blocks.js';

const root = resolve(import.meta.dirname, '../..');
const page = 'docs/nx-in-ci.md';
const blocks = codeBlocks(page, readFileSync(join(root, page), 'utf8'));

/** What an Nx workspace of ours has. */
const targets = new Set([
  'codegen',
  'codegen-validate',
  'db-check',
  'db-upgrade',
  'openapi',
  'test',
  'test-ci',
]);
const commands = new Set(['affected', 'migrate', 'run', 'run-many', 'sync:check']);

/** All strings in a value, in order. */
function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

function nxCalls(code: string): readonly string[] {
  return [...code.matchAll(/npx nx ([^#\n]+)/g)].map(([, call]) => call!.trim());
}

describe('the examples of docs/nx-in-ci.md', () => {
  const examples = blocks.filter(({ language }) => language === 'yaml');

  it('are YAML, with history, a gate and the tests', () => {
    const [workflow, variables] = examples;
    const steps = strings(parse(workflow!.code));
    const calls = steps.flatMap(nxCalls);
    expect(calls).toEqual([
      'sync:check',
      'affected -t codegen-validate',
      'affected -t codegen test',
    ]);
    // Without the Python packages, `codegen-validate` finds no models.
    const order = ['npm ci', 'uv sync', 'npx nx'].map((call) =>
      steps.findIndex((step) => step.startsWith(call)),
    );
    expect(order).toEqual([...order].filter((at) => at >= 0).sort((a, b) => a - b));
    // `affected` compares commits: a clone without history has none.
    expect(workflow!.code).toContain('fetch-depth: 0');
    expect(parse(variables!.code)).toMatchObject({ variables: { GIT_DEPTH: 0 } });
  });

  it('call targets and commands that there are', () => {
    for (const call of blocks.flatMap(({ code }) => nxCalls(code))) {
      const [command, ...words] = call.split(' ');
      expect(commands).toContain(command);
      const named = words.slice(words.indexOf('-t') + 1).filter((word) => !word.startsWith('-'));
      for (const target of words.includes('-t') ? named : []) expect(targets).toContain(target);
    }
    expect(examples).toHaveLength(2);
  });
});
