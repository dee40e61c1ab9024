import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/**
 * What the cache must get right. The projects: `a` imports a shared library, which imports a file of
 * another folder; `b` imports its own file; `c` imports nothing.
 */
let ws: NxWorkspace;
const RUN_ALL = ['run-many', '--targets=codegen'];
const imports = (specifier: string) => config(`import '${specifier}'`);

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...project('a', imports('../../shared/fields.libsonnet')),
      ...project('b', imports('fields.libsonnet')),
      ...project('c'),
      'shared/fields.libsonnet': `import 'deep/title.libsonnet'`,
      'shared/deep/title.libsonnet': field('title'),
      'apps/b/fields.libsonnet': field('title'),
    },
  });
  expect(await ws.statuses(...RUN_ALL)).toEqual({
    'a:codegen': 'ran',
    'b:codegen': 'ran',
    'c:codegen': 'ran',
  });
});

afterAll(() => ws.dispose());

const hits = { 'a:codegen': 'local cache', 'b:codegen': 'local cache', 'c:codegen': 'local cache' };

describe('a hit', () => {
  test('is a run after nothing, and after an unrelated file, changed', async () => {
    await ws.write({ 'README.md': 'x', 'apps/c/notes.md': 'x', 'shared/other.libsonnet': '{}' });
    expect(await ws.statuses(...RUN_ALL)).toEqual(hits);
  });

  test('restores deleted outputs', async () => {
    const before = await ws.read(schemas('a'));
    await ws.remove('apps/a/_generated');
    await ws.remove(schemas('b'));
    expect(await ws.statuses(...RUN_ALL)).toEqual(hits);
    expect(await ws.read(schemas('a'))).toBe(before);
    expect(ws.has('apps/a/_generated/.rowhouse.json')).toBe(true);
    expect(ws.has(schemas('b'))).toBe(true);
  });
});

describe('a run', () => {
  test('says with --verbose what is in its hash', async () => {
    const output = await ws.nx('run', 'a:codegen', '--verbose', '--skip-nx-cache');
    expect(output).toContain('in the hash: apps/a/codegen.config.jsonnet');
    expect(output).toContain('in the hash: shared/deep/title.libsonnet');
    expect(output).toMatch(/in the hash: the versions of .*@rowhouse\/nx/);
    const many = await ws.nx(...RUN_ALL, '--verbose', '--skip-nx-cache', '--batch');
    expect(many).toContain('in the hash: apps/b/fields.libsonnet');
  });

  test('follows an edit two imports away, outside the project, for that project alone', async () => {
    await ws.write({ 'shared/deep/title.libsonnet': field('heading') });
    expect(await ws.statuses(...RUN_ALL)).toEqual({ ...hits, 'a:codegen': 'ran' });
    expect(await ws.read(schemas('a'))).toContain('heading');
    await ws.nx('show', 'target', 'inputs', 'a:codegen', '--check', 'shared/deep/title.libsonnet');
  });

  test('follows an edit of an import inside the project', async () => {
    await ws.write({ 'apps/b/fields.libsonnet': field('heading') });
    expect(await ws.statuses(...RUN_ALL)).toEqual({ ...hits, 'b:codegen': 'ran' });
  });
});

describe("a user's file", () => {
  const mine = 'apps/a/_generated/blog/mine.py';

  test('in the output directory outlives every restore', async () => {
    await ws.write({ [mine]: '# mine\n' });
    await ws.remove(schemas('a'));
    expect(await ws.statuses('run', 'a:codegen')).toEqual({ 'a:codegen': 'local cache' });
    expect(ws.has(schemas('a'))).toBe(true);
    expect(await ws.read(mine)).toBe('# mine\n');
  });

  test('there stops a run that would store it, and the message says what to do', async () => {
    await ws.write({ 'shared/deep/title.libsonnet': field('subtitle') });
    const { code, output } = await ws.tryNx('run', 'a:codegen');
    expect(code).toBe(1);
    expect(output).toContain(
      `error: ${mine}: not generated, but in the output directory of a cached target.`,
    );
    expect(output).toContain('set "cache": false for this target');
    expect(await ws.read(mine)).toBe('# mine\n');
    await ws.remove(mine);
  });

  test('is safe beside the output too', async () => {
    await ws.write({ 'apps/a/notes.py': '# mine\n' });
    await ws.nx('run', 'a:codegen');
    await ws.remove('apps/a/_generated');
    expect(await ws.statuses('run', 'a:codegen')).toEqual({ 'a:codegen': 'local cache' });
    expect(await ws.read('apps/a/notes.py')).toBe('# mine\n');
  });
});

describe('files of another config, such as that of another branch,', () => {
  const one = config();
  const two = one.replace(
    '  ],\n}',
    `    { model: 'models.Tag', operations: [{ name: 'get', fields: ${field('title')} }] },\n  ],\n}`,
  );
  const tag = 'apps/c/_generated/blog/schemas/tag.py';
  const generate = async (text: string) => {
    await ws.write({ 'apps/c/codegen.config.jsonnet': text });
    return ws.statuses('run', 'c:codegen');
  };

  test('go with a restore, and come back with another', async () => {
    await generate(one);
    await generate(two);
    await ws.write({ 'apps/c/_generated/blog/schemas/__pycache__/tag.cpython-311.pyc': '' });
    expect(await generate(one)).toEqual({ 'c:codegen': 'local cache' });
    expect(ws.has(schemas('c'))).toBe(true);
    expect(ws.has(tag)).toBe(false);
    expect(await generate(two)).toEqual({ 'c:codegen': 'local cache' });
    expect(ws.has(tag)).toBe(true);
  });

  test('stay where they were edited; the next real run takes them away', async () => {
    await ws.write({ [tag]: `${await ws.read(tag)}# by hand\n` });
    expect(await generate(one)).toEqual({ 'c:codegen': 'local cache' });
    expect(await ws.read(tag)).toContain('# by hand');
    expect(await generate(`// changed\n${one}`)).toEqual({ 'c:codegen': 'ran' });
    expect(ws.has(tag)).toBe(false);
  });
});

describe('imports that Nx does not see', () => {
  test('ignored by git: the hash counts them all the same', async () => {
    await ws.write({
      '.gitignore': `${await ws.read('.gitignore')}local.libsonnet\n`,
      ...project('d', imports('local.libsonnet')),
      'apps/d/local.libsonnet': field('title'),
    });
    expect(await ws.statuses('run', 'd:codegen')).toEqual({ 'd:codegen': 'ran' });
    expect(await ws.statuses('run', 'd:codegen')).toEqual({ 'd:codegen': 'local cache' });
    await ws.write({ 'apps/d/local.libsonnet': field('heading') });
    expect(await ws.statuses('run', 'd:codegen')).toEqual({ 'd:codegen': 'ran' });
    expect(await ws.read(schemas('d'))).toContain('heading');
  });

  test('outside the workspace: nothing is cached, and the run says why', async () => {
    await ws.run('mkdir', '-p', `${ws.root}-outside`);
    await ws.run('sh', '-c', `printf %s "${field('title')}" > "${ws.root}-outside/x.libsonnet"`);
    await ws.write(project('e', imports(`${ws.root}-outside/x.libsonnet`)));
    for (let run = 1; run <= 2; run++) {
      const output = await ws.nx('run', 'e:codegen');
      expect(output).toContain('not cached: it reads from outside the workspace');
    }
    await ws.run('rm', '-r', `${ws.root}-outside`);
  });
});

const postModel = `from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Post(Base):
    __tablename__ = "posts"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
`;

test('a module that another task is yet to write may import any other', async () => {
  const models = {
    command: 'cp source.txt models.py',
    options: { cwd: '{projectRoot}' },
    outputs: ['{projectRoot}/models.py'],
  };
  await ws.write({
    ...project('k'),
    'apps/k/project.json': JSON.stringify({
      name: 'k',
      targets: { models, codegen: { dependsOn: ['models'] } },
    }),
    'apps/k/.gitignore': 'models.py\n',
    'apps/k/source.txt': 'from shared.base import *\n',
    'shared/base.py': postModel,
  });
  const inFreshClone = async () => {
    await ws.remove('apps/k/models.py');
    return (await ws.statuses('run', 'k:codegen'))['k:codegen'];
  };
  expect(await inFreshClone()).toBe('ran');
  expect(await inFreshClone()).toBe('local cache');
  await ws.write({ 'shared/base.py': `# Posts.\n${postModel}` });
  expect(await inFreshClone()).toBe('ran');
});

test('models that are not found are an error of codegen-validate, and a warning of codegen', async () => {
  const own = (options: object) =>
    JSON.stringify({ name: 'm', targets: { 'codegen-validate': { options } } });
  await ws.write({ ...project('m'), 'apps/m/project.json': own({}) });
  const { tasks, output } = await ws.failures(
    'run-many',
    '-t',
    'codegen',
    'codegen-validate',
    '--projects=m',
  );
  expect(tasks).toEqual(['m:codegen-validate']);
  expect(output).toContain('error: nothing was checked of Post: no module models');
  expect(output).toContain('Install the Python packages first');
  expect(output).toContain('warning: nothing was checked of Post: no module models');
  await ws.write({ 'apps/m/project.json': own({ strict: false }) });
  await ws.nx('run', 'm:codegen-validate');
  await ws.write({ 'apps/m/project.json': own({}), 'apps/m/models.py': postModel });
  expect(await ws.nx('run', 'm:codegen-validate')).toContain('valid');
});

describe('a target whose hash misses what it reads', () => {
  const shared = 'shared/own-inputs.libsonnet';

  test.each(['codegen', 'codegen-validate'])(
    'fails where nx.json replaces its inputs: %s',
    async (target) => {
      await ws.write({ ...project('h', imports(`../../${shared}`)), [shared]: field('title') });
      const nxJson = await ws.read('nx.json');
      const targetDefaults = { [target]: { inputs: ['{projectRoot}/**/*', '^default'] } };
      await ws.write({ 'nx.json': JSON.stringify({ ...JSON.parse(nxJson), targetDefaults }) });
      const { tasks, output } = await ws.failures('run', `h:${target}`);
      expect(tasks).toEqual([`h:${target}`]);
      expect(output).toContain(`error: ${shared}: read by h, but not in the hash of this target`);
      await ws.write({ 'nx.json': nxJson });
      await ws.nx('run', `h:${target}`);
    },
  );
});

describe('a package_prefix', () => {
  test('that is empty mixes output with hand-written files: not cached, and clean refuses', async () => {
    await ws.write({
      ...project('f', config(undefined, `package_prefix: '', models: false,`)),
      'apps/f/models.py': '# mine\n',
    });
    expect(await ws.nx('run', 'f:codegen')).toContain('not cached: its package_prefix is empty');
    expect(ws.has('apps/f/blog/schemas/post.py')).toBe(true);
    const { code, output } = await ws.tryNx('run', 'f:codegen-clean');
    expect(code).toBe(1);
    expect(output).toContain('will not delete');
    expect(await ws.read('apps/f/models.py')).toBe('# mine\n');
  });

  test('that is computed cannot be cached, and the run says why', async () => {
    await ws.write(project('g', config(undefined, `package_prefix: 'ot' + 'her',`)));
    expect(await ws.nx('run', 'g:codegen')).toContain(
      'not cached: its package_prefix is not a plain',
    );
    expect(ws.has('apps/g/other/blog/schemas/post.py')).toBe(true);
  });

  test('that the text misleads about fails the run, and nothing wrong is cached', async () => {
    const text = config(undefined, `[if false then 'package_prefix']: 'x',`);
    const misleading = `${text.trimEnd()} + (if true then { package_prefix: 'other' } else {})`;
    await ws.write(project('g', `${misleading} + { package_prefix: 'ot' + 'her' }`));
    expect(await ws.nx('run', 'g:codegen')).toContain(
      'not cached: its package_prefix is not a plain',
    );
    const conditional = `${config().trimEnd()} + (if false then { package_prefix: 'api' } else {})`;
    await ws.write(project('g', conditional));
    const { code, output } = await ws.tryNx('run', 'g:codegen');
    expect(code).toBe(1);
    expect(output).toContain(
      'the config generates into apps/g/_generated, but the target expects apps/g/api',
    );
  });
});
