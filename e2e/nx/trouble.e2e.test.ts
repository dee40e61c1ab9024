import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { createWorkspace, nxVersions, type NxWorkspace } from './support/workspace.js';

/**
 * What is wrong with a project fails the tasks of that project alone, with one message. All troubles are in one
 * workspace and in one run, beside a project without any.
 */
let ws: NxWorkspace;
let ran: { readonly tasks: readonly string[]; readonly output: string };

interface Trouble {
  readonly id: string;
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  /** The targets that fail; the others must not. */
  readonly fails: readonly ('codegen' | 'codegen-validate')[];
  /** Each is printed. */
  readonly says: readonly string[];
}

const both = ['codegen', 'codegen-validate'] as const;
const invalid = (id: string, what: string, text: string, says: string): Trouble => ({
  id,
  what: `a config ${what}`,
  files: project(id, text),
  fails: both,
  says: [`config error: apps/${id}/codegen.config.jsonnet${says}`],
});
const own = (name: string, targets: object) => ({
  [`apps/${name}/project.json`]: JSON.stringify({ name, targets }),
});
const strict = { 'codegen-validate': { options: { strict: false } } };
const outside = '/nowhere/outside.libsonnet';
const conditional = `${config().trimEnd()} + (if false then { package_prefix: 'api' } else {})`;

const troubles: readonly Trouble[] = [
  invalid('syntax', 'with a syntax error', "{ version: '1',\n  module: \n}", ':3:1: '),
  invalid('empty', 'that is empty', '', ' is empty'),
  invalid('key', 'with an unknown key', config(undefined, 'modul: 1,'), ':4:3: modul: unknown key'),
  invalid('gone', 'with a missing import', config(`import 'gone.libsonnet'`), ':6:'),
  {
    id: 'two',
    what: 'two configs',
    files: { ...project('two'), 'apps/two/codegen.config.json': '{}' },
    fails: both,
    says: [
      'error: two has two configs: apps/two/codegen.config.jsonnet and apps/two/codegen.config.json',
    ],
  },
  {
    id: 'left',
    what: 'the folder that another project generates into',
    files: project('left'),
    fails: both,
    says: ['error: apps/left/_generated: left and right both generate into this folder'],
  },
  {
    id: 'right',
    what: 'a folder inside of that of another project',
    files: {
      ...project('right'),
      ...own('right', {
        ...strict,
        codegen: { options: { out: 'apps/left/_generated/right' } },
        'codegen-clean': { options: { out: 'apps/left/_generated/right' } },
      }),
    },
    fails: ['codegen'],
    says: ['error: apps/left/_generated/right: right and left both generate into this folder'],
  },
  {
    id: 'replaced',
    what: 'inputs that leave out what the config imports',
    files: {
      ...project('replaced', config(`import '../../shared/replaced.libsonnet'`)),
      ...own('replaced', {
        codegen: { inputs: ['{projectRoot}/**/*', '^default'] },
        'codegen-validate': { ...strict['codegen-validate'], inputs: ['{projectRoot}/**/*'] },
      }),
      'shared/replaced.libsonnet': field('title'),
    },
    fails: both,
    says: [
      'error: shared/replaced.libsonnet: read by replaced, but not in the hash of this target',
    ],
  },
  {
    id: 'modelless',
    what: 'a model that is not found: a warning of codegen',
    files: { ...project('modelless'), ...own('modelless', {}) },
    fails: ['codegen-validate'],
    says: [
      'error: nothing was checked of Post: no module models',
      'Install the Python packages first',
      'warning: nothing was checked of Post: no module models',
    ],
  },
  {
    id: 'misleading',
    what: 'a package_prefix that the text misleads about',
    files: project('misleading', conditional),
    fails: both,
    says: [
      'the config generates into apps/misleading/_generated, but the target expects apps/misleading/api',
    ],
  },
  {
    id: 'blind',
    what: 'cached targets that depend on codegen, of which one is without its files in the hash',
    files: {
      ...project('blind'),
      'apps/blind/project.json': JSON.stringify({
        name: 'blind',
        namedInputs: { generated: [{ dependentTasksOutputFiles: '**/*' }] },
        targets: {
          ...strict,
          test: { command: 'true', cache: true, dependsOn: ['codegen'] },
          lint: {
            command: 'true',
            cache: true,
            dependsOn: ['codegen'],
            inputs: ['default', 'generated'],
          },
          report: { command: 'true', cache: false, dependsOn: ['codegen'] },
        },
      }),
    },
    fails: [],
    says: ['warning: blind:test is cached and depends on codegen, but'],
  },
];

/** The projects for which nothing is cached, their configs, and what a run says of it. */
const uncached = [
  [
    'computed',
    config(undefined, `package_prefix: 'ot' + 'her',`),
    'its package_prefix is not a plain',
  ],
  ['mixed', config(undefined, `package_prefix: '', models: false,`), 'its package_prefix is empty'],
  [
    'far',
    config(`if true then ${field('title')} else import '${outside}'`),
    'it reads from outside the workspace',
  ],
] as const;

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...project('good'),
      ...Object.assign({}, ...troubles.map(({ files }) => files)),
      ...Object.assign({}, ...uncached.map(([id, text]) => project(id, text))),
      'apps/mixed/models.py': '# mine\n',
      'loose/codegen.config.jsonnet': config(),
      ...project('bytes'),
    },
  });
  await ws.run('sh', '-c', `printf '\\377\\376' > apps/bytes/codegen.config.jsonnet`);
  ran = await ws.failures('run-many', '-t', ...both);
});

afterAll(() => ws.dispose());

test.each(troubles.map((each) => [each.what, each] as const))(
  '%s',
  (_what, { id, fails, says }) => {
    const failed = ran.tasks.filter((task) => task.startsWith(`${id}:`));
    expect(failed).toEqual(fails.map((target) => `${id}:${target}`));
    for (const text of says) expect(ran.output).toContain(text);
  },
);

test('nothing is cached, and the run says why, for a computed or empty package_prefix and files of elsewhere', async () => {
  const projects = uncached.map(([id]) => id).join(',');
  const run = ['run-many', '-t', 'codegen', `--projects=${projects}`, '--output-style=static'];
  const output = await ws.nx(...run);
  expect(output).toContain('0/3 hit');
  for (const [, , why] of uncached) expect(output).toContain(`not cached: ${why}`);
});

test('a config that is no text', () => {
  expect(ran.tasks).toContain('bytes:codegen');
  expect(ran.output).toContain('apps/bytes/codegen.config.jsonnet is not UTF-8');
});

test('one warning for one target, and nothing against the project without troubles', () => {
  expect(ran.output.match(/warning: blind:/g)).toHaveLength(1);
  expect(ran.tasks.filter((task) => task.startsWith('good:'))).toEqual([]);
  expect(ws.has('apps/good/_generated/blog/schemas/post.py')).toBe(true);
  expect(ws.has('apps/mixed/blog/schemas/post.py')).toBe(true);
  expect(ws.has('apps/computed/other/blog/schemas/post.py')).toBe(true);
});

test('a config without a project has no targets, and nx says what is missing', () => {
  expect(ran.output).toContain(
    'loose/codegen.config.jsonnet: no targets, because there is no project in that folder.',
  );
});

test('codegen-clean deletes neither what another project generates nor hand-written files', async () => {
  const targets = ['run-many', '-t', 'codegen-clean', '--projects=right,mixed,good'];
  const { tasks, output } = await ws.failures(...targets);
  expect(tasks).toEqual(['mixed:codegen-clean', 'right:codegen-clean']);
  expect(output).toContain('right and left both generate into this folder');
  expect(output).toContain('will not delete');
  expect(await ws.read('apps/mixed/models.py')).toBe('# mine\n');
  expect(ws.has('apps/good/_generated')).toBe(false);
  expect(ws.has('apps/good/codegen.config.jsonnet')).toBe(true);
});

describe('your own file in the output directory', () => {
  const mine = 'apps/good/_generated/blog/mine.py';

  test('stops a run that would store it, and the message says what to do', async () => {
    await ws.write({ ...project('good', config(field('subtitle'))), [mine]: '# mine\n' });
    const { tasks, output } = await ws.failures('run', 'good:codegen');
    expect(tasks).toEqual(['good:codegen']);
    expect(output).toContain(
      `error: ${mine}: not generated, but in the output directory of a cached target.`,
    );
    expect(output).toContain('set "cache": false for this target');
    expect(await ws.read(mine)).toBe('# mine\n');
    await ws.remove(mine);
  });
});

test('generated files of another config that were edited stay, until the next real run', async () => {
  const post = 'apps/good/_generated/blog/schemas/post.py';
  const tag = 'apps/good/_generated/blog/schemas/tag.py';
  const generate = async (text: string) => {
    await ws.write(project('good', text));
    return (await ws.statuses('run', 'good:codegen'))['good:codegen'];
  };
  await generate(config());
  await generate(config().replaceAll('Post', 'Tag'));
  await ws.write({ [tag]: `${await ws.read(tag)}# by hand\n` });
  expect(await generate(config())).toBe('local cache');
  expect([ws.has(post), ws.has(tag)]).toEqual([true, true]);
  expect(await generate(`// changed\n${config()}`)).toBe('ran');
  expect(ws.has(tag)).toBe(false);
});

test('--verbose says what is in the hash', async () => {
  const output = await ws.nx('run', 'good:codegen', '--verbose', '--skip-nx-cache');
  expect(output).toContain('in the hash: apps/good/codegen.config.jsonnet');
  expect(output).toMatch(/in the hash: the versions of .*@rowhouse\/nx/);
});

describe('committed output', () => {
  const generated = 'apps/good/_generated/blog/schemas/post.py';

  test('is what nx sync:check looks at and nx sync repairs', async () => {
    for (const { id } of [...troubles, { id: 'bytes' }]) await ws.remove(`apps/${id}`);
    await ws.write({ '.gitignore': 'node_modules\n.nx\n' });
    await ws.nx('g', '@rowhouse/nx:init', '--sync', '--skipPackageJson');
    expect(await ws.read('.gitignore')).not.toContain('_generated');
    await ws.remove('apps/good/_generated');
    const before = await ws.tryNx('sync:check');
    expect(before.code).toBe(1);
    expect(before.output).toContain('good: ');
    await ws.nx('sync');
    expect(ws.has(generated)).toBe(true);
    await ws.nx('sync:check');
  });

  test('that has drifted fails codegen-validate, cached or not', async () => {
    const status = async () =>
      (await ws.statuses('run', 'good:codegen-validate'))['good:codegen-validate'];
    expect(await status()).toBe('ran');
    expect(await status()).toBe('local cache');
    await ws.write({ [generated]: `${await ws.read(generated)}# by hand\n` });
    const { output } = await ws.failures('run', 'good:codegen-validate');
    expect(output).toContain(`different: ${generated}`);
    expect(output).toContain('Run nx run good:codegen, and commit the result.');
  });
});

test('an import that is new follows edits as well, with the daemon', async () => {
  ws.env['NX_DAEMON'] = 'true';
  try {
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
  } finally {
    await ws.nx('daemon', '--stop');
    ws.env['NX_DAEMON'] = 'false';
  }
});
