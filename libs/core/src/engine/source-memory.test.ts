import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ObservedFiles } from '../files/observed-files.js';
import { SourceMemory } from './source-memory.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'memory-')));
  writeFileSync(join(root, 'models.py'), 'one');
  writeFileSync(join(root, 'code.js'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

const path = (name: string) => join(root, name);
const open = () => new SourceMemory(path('memory/files.json'));
const found = { files: [], absent: [], folders: [], patterns: [], installable: [] };

function observations(name: string, question: 'read' | 'kindOf' | 'stamp' = 'read') {
  const files = new ObservedFiles();
  files[question](path(name));
  return files.observations;
}

function remember(files: typeof found | undefined): void {
  const memory = open();
  const code = observations('code.js', 'stamp');
  const read = [...observations('models.py'), ...observations('other.py', 'kindOf')];
  memory.keep('a', 'text', files, read, code);
  memory.keep('b', 'text', files, [], code);
  memory.save();
}

test('what was found is found again while nothing has changed', () => {
  remember(found);
  expect(open().recall('a', 'text')).toMatchObject({ found });
  remember(undefined);
  expect(open().recall('a', 'text')).toBeDefined();
  expect(open().recall('a', 'text')?.found).toBeUndefined();
  expect(open().recall('c', 'text')).toBeUndefined();
});

test.each([
  ['a file that was read', 'models.py', [false, true]],
  ['a file that was not there', 'other.py', [false, true]],
  ['the code', 'code.js', [false, false]],
])('a change of %s makes it outdated', (_, name, known) => {
  remember(found);
  writeFileSync(path(name), 'changed');
  const memory = open();
  expect(['a', 'b'].map((config) => memory.recall(config, 'text') !== undefined)).toEqual(known);
});

test('another text of the config makes it outdated, and it alone', () => {
  remember(found);
  const memory = open();
  expect(memory.recall('a', 'other')).toBeUndefined();
  expect(memory.recall('b', 'text')).toBeDefined();
});

test('configs that nobody asks for any more are forgotten', () => {
  remember(found);
  const memory = open();
  memory.recall('b', 'text');
  memory.save();
  expect(open().recall('a', 'text')).toBeUndefined();
  expect(open().recall('b', 'text')).toMatchObject({ found });
});
