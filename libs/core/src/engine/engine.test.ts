import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  clean,
  configSchemaJson,
  defineTarget,
  generate,
  generateTree,
  hasChanges,
  listTargets,
  staticFile,
  validate,
  type GenerateOptions,
} from '../index.js';
import { WikiProject } from '../../test/wiki-project.js';
import { wiki, wikiPlugin } from '../../test/wiki.js';

let project: WikiProject;
let cwd: string;
beforeEach(() => {
  project = new WikiProject();
  cwd = project.cwd;
  writeConfig('a', 'b');
});
afterEach(() => {
  vi.unstubAllEnvs();
  project.remove();
});

const writeConfig = (...pages: readonly string[]) => {
  project.writeConfig(...pages);
};
const filesIn = (directory: string) => project.filesIn(directory);

const run = (options: Partial<GenerateOptions> = {}) =>
  generate({ config: 'wiki.json', cwd, plugins: [wikiPlugin()], ...options });

describe('a target made of another one', () => {
  const index = defineTarget({
    ...wiki,
    name: 'index',
    outputRoot: () => '../index',
    derived: {
      from: 'wiki',
      files: ({ outputs }) => [
        staticFile('files.txt', `${outputs.map(({ output }) => output.file).join('\n')}\n`),
      ],
    },
  });

  it('has its configs and operations, and files of its own beside the config', async () => {
    const plugins = [wikiPlugin(), { package: 'index', targets: [index] }];
    mkdirSync(join(cwd, 'docs'));
    writeFileSync(join(cwd, 'docs/wiki.json'), readFileSync(join(cwd, 'wiki.json')));
    const options = { config: 'docs/wiki.json', plugins, target: 'index' };
    const { target, outputRoot } = await run(options);
    expect([target, outputRoot]).toEqual(['index', join(cwd, 'index')]);
    const lines = readFileSync(join(cwd, 'index/files.txt'), 'utf8').split('\n');
    expect(lines).toContain('pages/a.md');
    expect(hasChanges((await run(options)).plan)).toBe(false);
    expect((await run({ plugins })).target).toBe('wiki');
  });
});

describe('generate', () => {
  it('writes where the target says, and tells what it did', async () => {
    const result = await run();
    expect(filesIn('out')).toEqual(['out/index.md', 'out/pages/a.md', 'out/pages/b.md']);
    expect(readFileSync(join(cwd, 'out/pages/a.md'), 'utf8')).toBe(
      '<!-- pages/a.md -->\n## Text of a\n"stamped"\n',
    );
    expect(result).toMatchObject({
      target: 'wiki',
      outputRoot: join(cwd, 'out'),
      written: true,
      files: [join(cwd, 'wiki.json')],
      absent: [],
    });
    expect(result.plan.changes).toContainEqual(
      expect.objectContaining({ kind: 'create', path: 'pages/a.md' }),
    );
  });

  it('writes where the caller says', async () => {
    await run({ out: 'else/where' });
    expect(filesIn('.')).toContain('else/where/index.md');
    await expect(run({ out: '' })).rejects.toThrow(
      'the path of the output directory is an empty string',
    );
  });

  it('touches nothing when nothing changed', async () => {
    await run();
    const before = statSync(join(cwd, 'out/index.md')).mtimeMs;
    const { plan } = await run();
    expect(hasChanges(plan)).toBe(false);
    expect(statSync(join(cwd, 'out/index.md')).mtimeMs).toBe(before);
  });

  it('overwrites edits by hand', async () => {
    await run();
    writeFileSync(join(cwd, 'out/index.md'), 'mine');
    await run();
    expect(readFileSync(join(cwd, 'out/index.md'), 'utf8')).toContain('Text of a');
  });

  it('leaves the files of what was removed, and names them', async () => {
    await run();
    writeConfig('a');
    const { plan } = await run();
    expect(plan.orphans).toEqual(['pages/b.md']);
    expect(filesIn('out')).toContain('out/pages/b.md');
  });

  it('prunes exactly what earlier runs generated', async () => {
    await run();
    writeFileSync(join(cwd, 'out/pages/mine.md'), 'mine');
    writeConfig('a');
    await run({ prune: true });
    expect(filesIn('out/pages')).toEqual(['out/pages/a.md', 'out/pages/mine.md']);
  });

  it('cleans everything else away', async () => {
    await run();
    writeFileSync(join(cwd, 'out/pages/mine.md'), 'mine');
    writeConfig('a');
    await run({ clean: true });
    expect(filesIn('out')).toEqual(['out/index.md', 'out/pages/a.md']);
  });

  it('writes nothing when it only says what would change', async () => {
    await run();
    writeConfig('a', 'c');
    const { plan, written } = await run({ clean: true, dryRun: true });
    expect(written).toBe(false);
    const kinds = plan.changes.map(({ kind, path }) => `${kind} ${path}`);
    expect(kinds).toEqual(
      expect.arrayContaining(['update index.md', 'delete pages/b.md', 'create pages/c.md']),
    );
    expect(filesIn('out/pages')).toEqual(['out/pages/a.md', 'out/pages/b.md']);
  });

  it('leaves the old output whole when the config is bad', async () => {
    await run();
    writeFileSync(join(cwd, 'wiki.json'), '{}');
    await expect(run({ clean: true })).rejects.toThrow('title: missing');
    expect(filesIn('out')).toHaveLength(3);
  });

  it('gives the same hash for the same data in another order of keys', async () => {
    const write = (text: string) => {
      writeFileSync(join(cwd, 'wiki.json'), text);
    };
    write('{"title":"W","books":[{"name":"x","pages":[]}]}');
    const { hash } = await run();
    write('{"books":[{"pages":[],"name":"x"}],"title":"W"}');
    expect((await run()).hash).toBe(hash);
    write('{"books":[{"pages":[],"name":"y"}],"title":"W"}');
    expect((await run()).hash).not.toBe(hash);
  });

  it('tells which step it is at', async () => {
    const steps: unknown[] = [];
    await run({ onStep: (step, done) => steps.push(done ? [step, done.files, done.of] : step) });
    expect(steps).toEqual([
      ...['load', 'check', 'build', 'render'],
      ...[0, 1, 2].map((files) => ['render', files, 3]),
      'write',
    ]);
  });
});

it('generates a tree and leaves the disk alone', async () => {
  const { tree, outputRoot } = await generateTree({
    config: 'wiki.json',
    cwd,
    plugins: [wikiPlugin()],
  });
  expect(outputRoot).toBe(join(cwd, 'out'));
  expect(tree.readFileSync('/index.md', 'utf8')).toBe('Text of a\nText of b\n');
  expect(filesIn('out')).toEqual([]);
});

it('generates into neither the root of the file system nor the home directory', async () => {
  vi.stubEnv('HOME', join(cwd, 'home'));
  mkdirSync(join(cwd, 'home'));
  symlinkSync('home', join(cwd, 'link'));
  const refusal = /will not write into .*: it is the (root|home)/;
  for (const out of ['/', '//', '/../']) {
    await expect(run({ out, dryRun: true })).rejects.toThrow(refusal);
  }
  for (const out of ['home', 'home/', 'link', './x/../home']) {
    await expect(run({ out })).rejects.toThrow(refusal);
  }
  expect(filesIn('home')).toEqual([]);
  await run({ out: 'home/api' });
  expect(filesIn('home')).not.toEqual([]);
  vi.stubEnv('HOME', cwd);
  await run({ out: '.' });
  expect(filesIn('.')).toContain('index.md');
});

it('brings a named output to one tree even when the config is bad', async () => {
  for (const command of [generate, clean]) {
    await run({ out: 'other' });
    mkdirSync(join(cwd, 'other/.rowhouse-stage'));
    writeFileSync(join(cwd, 'other/.rowhouse-stage/0'), 'half a fi');
    writeFileSync(join(cwd, 'wiki.json'), '{');
    const again = command({ config: 'wiki.json', cwd, plugins: [wikiPlugin()], out: 'other' });
    await expect(again).rejects.toMatchObject({ prefix: 'config error' });
    expect(readdirSync(join(cwd, 'other'))).not.toContain('.rowhouse-stage');
    writeConfig('a', 'b');
  }
});

describe('clean', () => {
  const options = () => ({ config: 'wiki.json', cwd, plugins: [wikiPlugin()] });

  it('deletes the output directory', async () => {
    await run();
    const { plan } = await clean(options());
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    expect(plan.changes.map(({ path }) => path)).toContain('pages/a.md');
  });

  it('only says what it would delete', async () => {
    await run();
    const { plan, written } = await clean({ ...options(), dryRun: true });
    expect(written).toBe(false);
    expect(plan.changes).not.toEqual([]);
    expect(filesIn('out')).toHaveLength(3);
  });

  it.each(['.', '..', '/'])('never deletes %j', async (out) => {
    await expect(clean({ ...options(), out, force: true })).rejects.toThrow();
    expect(existsSync(join(cwd, 'wiki.json'))).toBe(true);
  });

  it('reports a bad config and deletes nothing', async () => {
    await run();
    writeFileSync(join(cwd, 'wiki.json'), '{}');
    await expect(clean(options())).rejects.toThrow('title: missing');
    expect(filesIn('out')).toHaveLength(3);
  });

  it('deletes foreign files only when forced', async () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out/mine.md'), 'mine');
    await expect(clean(options())).rejects.toThrow();
    expect(existsSync(join(cwd, 'out/mine.md'))).toBe(true);
    await clean({ ...options(), force: true });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });
});

describe('validate', () => {
  it('says what a config is made of, and generates nothing', async () => {
    const result = await validate({ config: 'wiki.json', cwd, plugins: [wikiPlugin()] });
    expect(result).toMatchObject({ target: 'wiki', files: [join(cwd, 'wiki.json')] });
    expect(filesIn('.')).toEqual(['wiki.json']);
  });

  it('sweeps up after a run that was killed', async () => {
    await run();
    mkdirSync(join(cwd, 'out/.rowhouse-stage'));
    writeFileSync(join(cwd, 'out/.rowhouse-stage/0'), 'half a fi');
    const before = filesIn('out').filter((file) => !file.includes('stage'));
    await validate({ config: 'wiki.json', cwd, plugins: [wikiPlugin()] });
    expect(readdirSync(join(cwd, 'out'))).not.toContain('.rowhouse-stage');
    expect(filesIn('out')).toEqual(before);
  });

  it('finds operations that cannot be had, all at once', async () => {
    const pages = [{ name: 'a', operations: ['txt', { name: 'table', columns: ['x'] }] }];
    const config = { title: 'W', books: [{ name: 'one', pages }] };
    writeFileSync(join(cwd, 'wiki.json'), JSON.stringify(config));
    const run = validate({ config: 'wiki.json', cwd, plugins: [wikiPlugin()] });
    await expect(run).rejects.toMatchObject({
      prefix: 'generation error',
      issues: [
        { path: ['books', 0, 'pages', 0, 'operations', 0], code: 'unknown-operation' },
        { path: ['books', 0, 'pages', 0, 'operations', 1], code: 'requirement-missing' },
      ],
    });
  });

  it('finds them beside other problems too', async () => {
    const pages = [{ name: 5, operations: ['txt'] }];
    const config = { title: 'W', books: [{ name: 'one', pages }] };
    writeFileSync(join(cwd, 'wiki.json'), JSON.stringify(config));
    const run = validate({ config: 'wiki.json', cwd, plugins: [wikiPlugin()] });
    await expect(run).rejects.toMatchObject({
      prefix: 'config error',
      issues: [
        { path: ['books', 0, 'pages', 0, 'name'], code: 'wrong-type' },
        { path: ['books', 0, 'pages', 0, 'operations', 0], code: 'unknown-operation' },
      ],
    });
  });
});

it('lists targets by name', async () => {
  const other = { package: 'q', targets: [{ name: 'api', language: 'Go' } as never] };
  expect(await listTargets({ plugins: [wikiPlugin(), other] })).toEqual([
    { name: 'api', language: 'Go', package: 'q' },
    { name: 'wiki', language: 'Markdown', package: 'wiki-package' },
  ]);
});

it('describes a config in JSON Schema, the options of each operation included', async () => {
  const schema = await configSchemaJson({ plugins: [wikiPlugin()] });
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'wiki config',
    required: ['title', 'books'],
    properties: { operations: { type: 'array', items: { $ref: '#/$defs/page-operation' } } },
    $defs: {
      'page-operation': {
        anyOf: [
          { type: 'string', enum: ['text', 'table'] },
          {
            type: 'object',
            required: ['name'],
            if: { required: ['link'] },
            then: { $ref: '#/$defs/operation-link' },
            else: {
              if: { properties: { name: { const: 'text' } }, required: ['name'] },
              then: { $ref: '#/$defs/operation-text' },
              else: {
                then: { $ref: '#/$defs/operation-table' },
                else: { anyOf: [{ $ref: '#/$defs/operation-link' }] },
              },
            },
          },
        ],
      },
      'operation-text': { properties: { name: { const: 'text' }, size: { type: 'number' } } },
      'operation-table': { properties: { name: { const: 'table' } }, required: ['columns'] },
      'operation-link': {
        properties: { name: { type: 'string' }, link: { type: 'string' } },
      },
    },
  });
});
