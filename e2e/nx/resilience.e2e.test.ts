import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { projectRows } from './support/hash-rows.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/** Broken configs, many projects, committed output, the watch and the daemon. */
let ws: NxWorkspace;

beforeAll(async () => {
  ws = await createWorkspace({ nxVersion: nxVersions.main, files: project('good') });
});

afterAll(() => ws.dispose());

async function projects(): Promise<string[]> {
  return (JSON.parse(await ws.nx('show', 'projects', '--json')) as string[]).sort();
}

describe('a broken config', () => {
  const bad = (text: string) => ws.write(project('bad', text));

  test.each([
    [
      'with a syntax error',
      "{ version: '1',\n  module: \n}",
      'config error: apps/bad/codegen.config.jsonnet:3:1: ',
    ],
    ['that is empty', '', 'config error: apps/bad/codegen.config.jsonnet is empty'],
    [
      'with an unknown key',
      config(undefined, 'modul: 1,'),
      'config error: apps/bad/codegen.config.jsonnet:4:3: modul: unknown key',
    ],
    [
      'with a missing import',
      config(`import 'gone.libsonnet'`),
      'config error: apps/bad/codegen.config.jsonnet:6:',
    ],
  ])('%s fails its own task with the place, and nx stays usable', async (_, text, message) => {
    await bad(text);
    expect(await projects()).toEqual(['bad', 'good']);
    const { tasks, output } = await ws.failures('run-many', '-t', 'codegen', 'codegen-validate');
    expect(tasks).toEqual(['bad:codegen', 'bad:codegen-validate']);
    expect(output).toContain(message);
  });

  test('that is not text fails its own task', async () => {
    await ws.run('sh', '-c', `printf '\\377\\376' > apps/bad/codegen.config.jsonnet`);
    expect(await projects()).toEqual(['bad', 'good']);
    const { output } = await ws.failures('run', 'bad:codegen');
    expect(output).toContain('apps/bad/codegen.config.jsonnet is not UTF-8');
  });

  test('beside a second one: both are named', async () => {
    await ws.write({ ...project('bad'), 'apps/bad/codegen.config.json': '{}' });
    expect(await projects()).toEqual(['bad', 'good']);
    const { output } = await ws.failures('run', 'bad:codegen');
    expect(output).toContain(
      'error: bad has two configs: apps/bad/codegen.config.jsonnet and apps/bad/codegen.config.json',
    );
    await ws.remove('apps/bad');
  });

  test('without a project has no targets, and nx says what is missing', async () => {
    await ws.write({ 'loose/codegen.config.jsonnet': config() });
    const output = await ws.nx('show', 'projects');
    expect(output).toContain(
      'loose/codegen.config.jsonnet: no targets, because there is no project in that folder.',
    );
    expect(output).toContain('good');
    await ws.remove('loose');
  });
});

describe('two projects that generate into one folder', () => {
  const both = (out: string) =>
    ws.write({
      ...project('one'),
      ...project('two'),
      'apps/two/project.json': JSON.stringify({
        name: 'two',
        targets: { codegen: { options: { out } }, 'codegen-clean': { options: { out } } },
      }),
    });

  afterAll(async () => {
    await ws.remove('apps/one');
    await ws.remove('apps/two');
  });

  test.each(['apps/one/_generated', 'apps/one/_generated/two'])(
    'fail both, each naming the other, and nx stays usable: %s',
    async (out) => {
      await both('apps/two/code');
      await ws.nx('run', 'one:codegen');
      await both(out);
      expect(await projects()).toEqual(['good', 'one', 'two']);
      const { tasks, output } = await ws.failures('run-many', '-t', 'codegen');
      expect(tasks).toEqual(['one:codegen', 'two:codegen']);
      expect(output).toContain(
        'error: apps/one/_generated: one and two both generate into this folder',
      );
      expect(output).toContain(`error: ${out}: two and one both generate into this folder`);
      expect((await ws.failures('run', 'two:codegen-clean')).output).toContain('two and one both');
    },
  );
});

test('a cached target that depends on codegen without its files in the hash is warned of', async () => {
  const blind = { command: 'true', cache: true, dependsOn: ['codegen'] };
  const seeing = { ...blind, inputs: ['default', 'generated'] };
  await ws.write({
    ...project('warned'),
    'apps/warned/project.json': JSON.stringify({
      name: 'warned',
      namedInputs: { generated: [{ dependentTasksOutputFiles: '**/*' }] },
      targets: { test: blind, lint: seeing, report: { ...blind, cache: false } },
    }),
  });
  const output = await ws.nx('run', 'warned:codegen');
  expect(output).toContain('warning: warned:test is cached and depends on codegen, but');
  expect(output.match(/warning: warned:/g)).toHaveLength(1);
  await ws.remove('apps/warned');
});

test('of forty projects in one batch, one with a broken config fails alone', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  for (const name of names) await ws.write(project(name));
  await ws.write(project('p17', config('[{ name: 1 }]')));
  const many = ['run-many', '-t', 'codegen', '--projects=p*'];
  const { tasks, output } = await ws.failures(...many);
  expect(tasks).toEqual(['p17:codegen']);
  expect(output).toContain('config error: apps/p17/codegen.config.jsonnet:6:');
  const validated = await ws.failures('run-many', '-t', 'codegen-validate', '--projects=p*');
  expect(validated.tasks).toEqual(['p17:codegen-validate']);
  expect(validated.output).toContain('config error: apps/p17/codegen.config.jsonnet:6:');
  await ws.write(project('p17'));
  const statuses = await ws.statuses(...many);
  expect(statuses['p17:codegen']).toBe('ran');
  expect(Object.values(statuses).filter((status) => status === 'local cache')).toHaveLength(39);
  for (const name of names) await ws.remove(`apps/${name}`);
});

describe('committed output', () => {
  const generated = schemas('good');

  beforeAll(async () => {
    await ws.write({ '.gitignore': 'node_modules\n.nx\n' });
    await ws.nx('g', '@rowhouse/nx:init', '--sync', '--skipPackageJson');
    expect(await ws.read('.gitignore')).not.toContain('_generated');
  });

  test('is what nx sync:check looks at and nx sync repairs', async () => {
    await ws.remove('apps/good/_generated');
    const before = await ws.tryNx('sync:check');
    expect(before.code).toBe(1);
    expect(before.output).toContain('good: ');
    await ws.nx('sync');
    expect(ws.has(generated)).toBe(true);
    await ws.nx('sync:check');
    await ws.commit();
  });

  test('that has drifted fails codegen-validate, cached or not', async () => {
    expect(await ws.statuses('run', 'good:codegen-validate')).toEqual({
      'good:codegen-validate': 'ran',
    });
    expect(await ws.statuses('run', 'good:codegen-validate')).toEqual({
      'good:codegen-validate': 'local cache',
    });
    await ws.write({ [generated]: `${await ws.read(generated)}# by hand\n` });
    const { output } = await ws.failures('run', 'good:codegen-validate');
    expect(output).toContain(`different: ${generated}`);
    expect(output).toContain('Run nx run good:codegen, and commit the result.');
    await ws.nx('run', 'good:codegen', '--skip-nx-cache');
    await ws.nx('run', 'good:codegen-validate');
  });

  test('goes with codegen-clean', async () => {
    await ws.nx('run', 'good:codegen-clean');
    expect(ws.has('apps/good/_generated')).toBe(false);
    expect(ws.has('apps/good/codegen.config.jsonnet')).toBe(true);
  });
});

test('the watch regenerates on a change of an import, and survives a broken config', async () => {
  await ws.write({
    ...project('w', config(`import 'f.libsonnet'`)),
    'apps/w/f.libsonnet': field('a'),
  });
  const watch = ws.start('run', 'w:codegen-watch');
  try {
    await watch.printed('created');
    await ws.write({ 'apps/w/f.libsonnet': '[' });
    await watch.printed('config error: apps/w/f.libsonnet:1:1');
    await ws.write({ 'apps/w/f.libsonnet': field('later') });
    await watch.printed('changed: apps/w/f.libsonnet');
    await watch.printed('updated');
    expect(await ws.read(schemas('w'))).toContain('later');
  } finally {
    await watch.stop();
  }
});

describe('with the daemon', () => {
  beforeAll(() => {
    ws.env['NX_DAEMON'] = 'true';
  });

  afterAll(async () => {
    await ws.nx('daemon', '--stop');
    ws.env['NX_DAEMON'] = 'false';
  });

  test('an import that is new follows edits as well', async () => {
    await ws.write({
      ...project('d', config(`import 'f.libsonnet'`)),
      'apps/d/f.libsonnet': field('a'),
    });
    const run = ['run', 'd:codegen'];
    expect(await ws.statuses(...run)).toEqual({ 'd:codegen': 'ran' });
    await ws.write({
      'apps/d/f.libsonnet': `import 'g.libsonnet'`,
      'apps/d/g.libsonnet': field('a'),
    });
    expect(await ws.statuses(...run)).toEqual({ 'd:codegen': 'ran' });
    expect(await ws.statuses(...run)).toEqual({ 'd:codegen': 'local cache' });
    await ws.write({ 'apps/d/g.libsonnet': field('b') });
    expect(await ws.statuses(...run)).toEqual({ 'd:codegen': 'ran' });
    expect(await ws.read(schemas('d'))).toContain('b: str');
  });

  test('which watches no ignored files, a run fails rather than cache what it does not know', async () => {
    await ws.write({
      ...project('i', config(`import 'f.libsonnet'`)),
      'apps/i/.gitignore': '*.libsonnet\n',
      'apps/i/f.libsonnet': field('a'),
    });
    const run = ['run', 'i:codegen'];
    expect(await ws.statuses(...run)).toEqual({ 'i:codegen': 'ran' });
    await ws.write({
      'apps/i/f.libsonnet': `import 'g.libsonnet'`,
      'apps/i/g.libsonnet': field('b'),
    });
    const { output } = await ws.failures(...run);
    expect(output).toContain('error: apps/i/g.libsonnet: read by i, but not in the hash');
    expect(output).toContain('run nx reset');
    await ws.nx('reset');
    expect(await ws.statuses(...run)).toEqual({ 'i:codegen': 'ran' });
    expect(await ws.read(schemas('i'))).toContain('b: str');
  });

  test('what is installed into an ignored environment is noticed', async () => {
    const { files, change } = projectRows.find(({ id }) => id === 'installing')!;
    await ws.write({ ...files, 'apps/installing/.gitignore': '.venv\n' });
    const run = ['run', 'installing:codegen'];
    expect(await ws.statuses(...run)).toEqual({ 'installing:codegen': 'ran' });
    expect(await ws.statuses(...run)).toEqual({ 'installing:codegen': 'local cache' });
    await change(ws);
    const { output } = await ws.failures(...run);
    expect(output).toContain('shop/models.py: read by installing, but not in the hash');
    await ws.nx('reset');
    expect(await ws.statuses(...run)).toEqual({ 'installing:codegen': 'ran' });
  });
});
