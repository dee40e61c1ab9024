import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryWorkspace } from '../../../test/workspace.js';
import { describeTask } from '../../task/task.js';
import { generateProject } from './run.js';
import type { CodegenExecutorSchema } from './schema.js';

const target = resolve(import.meta.dirname, '../../../../../e2e/packages/codegen-markdown');

/** A workspace with a project `site` of two pages, generated, of which one was then edited. */
async function editedSite(first: CodegenExecutorSchema = {}) {
  const page = (name: string) => ({ name, operations: [{ name: 'text', text: `About ${name}` }] });
  const config = { version: '1', title: 'T', pages: [page('rows'), page('tables')] };
  const root = temporaryWorkspace({
    'package.json': JSON.stringify({ devDependencies: { 'codegen-markdown': '*' } }),
    'nx.json': '{}',
    'site/codegen.config.json': JSON.stringify(config),
  });
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(target, join(root, 'node_modules/codegen-markdown'), 'junction');
  const projects = { site: { root: 'site' } };
  const context = { root, projectsConfigurations: { version: 2, projects } };
  const task = describeTask({}, context, { projectName: 'site', target: undefined });
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const run = (options: CodegenExecutorSchema) =>
    generateProject(task, options, {
      projects: context.projectsConfigurations,
      warnings: [],
      print,
    });
  await run(first);
  lines.length = 0;
  const file = join(root, 'site/pages/rows.md');
  writeFileSync(file, 'mine');
  return { run, lines, file, libraries: join(root, 'node_modules') };
}

test('an edit by hand is overwritten and named', async () => {
  const { run, lines, file } = await editedSite();
  await run({});
  expect(lines).toEqual([
    'site/pages: 1 updated, 3 unchanged',
    'overwritten: rows.md (edited by hand)',
  ]);
  expect(readFileSync(file, 'utf8')).toContain('About rows');
});

test('with keepEdits, it stays, and the task fails', async () => {
  const { run, file } = await editedSite();
  await expect(run({ keepEdits: true })).rejects.toThrow(
    `cannot overwrite ${file}: it was edited by hand`,
  );
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('with skip: false, nothing is kept for the next run', async () => {
  const { libraries } = await editedSite({ skip: false });
  expect(existsSync(join(libraries, '.cache'))).toBe(false);
});
