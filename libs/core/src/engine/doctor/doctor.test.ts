import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { doctor, formatIssues, generate } from '../../index.js';
import { ownDirectory } from '../../discovery/packages.js';
import { WikiProject } from '../../../test/wiki-project.js';
import { wikiPlugin } from '../../../test/wiki.js';

let project: WikiProject;
beforeEach(() => {
  project = new WikiProject();
  project.writeConfig('a', 'b');
});
afterEach(() => {
  project.remove();
});

const options = () => ({ cwd: project.cwd, plugins: [wikiPlugin()] });

/** What is found out of a topic: its lines, and the text of its problems. */
async function find(topic: string, more: object = { config: 'wiki.json' }) {
  const findings = await doctor({ ...options(), ...more });
  const { lines, issues } = findings.find((each) => each.topic === topic)!;
  return { lines, problems: formatIssues(issues) };
}

function writePackage(folder: string, manifest: object): void {
  mkdirSync(join(project.cwd, folder), { recursive: true });
  writeFileSync(join(project.cwd, folder, 'package.json'), JSON.stringify(manifest));
}

test('finds nothing wrong where nothing is', async () => {
  await generate({ config: 'wiki.json', ...options() });
  const findings = await doctor({ config: 'wiki.json', ...options() });
  expect(findings.map(({ topic }) => topic)).toEqual([
    'Node.js',
    'Packages',
    'Targets',
    'Config',
    'Output',
  ]);
  expect(findings.flatMap(({ issues }) => issues)).toEqual([]);
  expect(await find('Targets')).toMatchObject({ lines: ['wiki (Markdown) of wiki-package'] });
  expect(await find('Config')).toMatchObject({ lines: ['wiki.json: valid'] });
  expect(await find('Output')).toMatchObject({ lines: ['out: 4 files, up to date'] });
});

test('says how the output differs from the config, and writes nothing', async () => {
  const outdated = {
    lines: ['out: 4 files, 4 missing'],
    problems: 'the generated files are not up to date\n  Run: codegen generate --config wiki.json',
  };
  expect(await find('Output')).toEqual(outdated);
  expect(project.filesIn('out')).toEqual([]);
  await generate({ config: 'wiki.json', ...options() });
  project.writeConfig('a', 'c');
  writeFileSync(join(project.cwd, 'out/pages/a.md'), 'mine');
  const { lines } = await find('Output');
  expect(lines).toEqual([
    'out: 4 files, 1 missing, 2 out of date, 1 edited by hand, 1 left from earlier runs',
  ]);
});

test('has the problems of a config that is wrong, and asks for none', async () => {
  writeFileSync(join(project.cwd, 'wiki.json'), '{ "titel": 1 }');
  expect((await find('Config')).problems).toContain('unknown key [unknown-key]');
  expect((await find('Config', { config: 'absent.json' })).problems).toContain('no such file');
  expect(await find('Config', {})).toEqual({
    lines: ['none in this folder: codegen init writes a first one, and --config names another'],
    problems: '',
  });
});

test('has the problems of the output as its own', async () => {
  writeFileSync(join(project.cwd, 'out'), 'a file');
  expect((await find('Output')).problems).toContain('it is a file');
  expect((await find('Config')).lines).toEqual(['wiki.json: valid']);
});

test('says why a package that may have a target was not asked', async () => {
  writePackage('.', { devDependencies: { 'codegen-atlas': '*' } });
  writePackage('node_modules/codegen-atlas', { name: 'codegen-atlas' });
  writePackage('node_modules/codegen-globe', { codegen: { targets: {} } });
  const plain = { plugins: undefined };
  expect(await find('Targets', plain)).toEqual({
    lines: ['none', 'not codegen-globe: installed, but no package.json names it'],
    problems: 'no target is installed\n  Install one: npm install --save-dev codegen-globe',
  });
  writePackage('.', { devDependencies: { 'codegen-moon': '*', 'codegen-globe': '*' } });
  expect(await find('Targets', plain)).toEqual({
    lines: ['none', 'not codegen-moon: package.json names it, but it is not installed'],
    problems: 'no target is installed\n  Install what package.json names: npm install',
  });
  expect(await find('Config', { ...plain, config: 'wiki.json' })).toEqual({
    lines: ['wiki.json: not checked'],
    problems: '',
  });
});

test('names a target whose code does not load', async () => {
  writePackage('.', { devDependencies: { 'codegen-atlas': '*' } });
  const codegen = { targets: { atlas: './gone.js#atlas' } };
  writePackage('node_modules/codegen-atlas', { name: 'codegen-atlas', codegen });
  const { lines, problems } = await find('Targets', { plugins: undefined });
  expect(lines).toEqual(['atlas of codegen-atlas does not load']);
  expect(problems).toContain('Its package.json names ./gone.js.');
});

test('finds packages of Rowhouse in several versions', async () => {
  const own = JSON.parse(readFileSync(join(ownDirectory(), 'package.json'), 'utf8')) as {
    version: string;
  };
  writePackage('.', { devDependencies: { '@rowhouse/atlas': '*', other: '*' } });
  writePackage('node_modules/@rowhouse/atlas', { name: '@rowhouse/atlas', version: '9.9.9' });
  writePackage('node_modules/other', { name: 'other', version: '1.0.0' });
  expect(await find('Packages')).toEqual({
    lines: ['@rowhouse/atlas 9.9.9', `@rowhouse/core ${own.version}`],
    problems: `@rowhouse/atlas is 9.9.9, but @rowhouse/core is ${own.version}\n  Install the same version of all Rowhouse packages.`,
  });
});
