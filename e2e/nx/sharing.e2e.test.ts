import { cp, mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { projectRows } from './support/hash-rows.js';
import { startRemoteCache } from './support/remote-cache.js';
import {
  createWorkspace,
  nxVersions,
  openWorkspace,
  type NxWorkspace,
} from './support/workspace.js';

/** What CI relies on: `nx affected`, and a remote cache that serves another clone. */
let ws: NxWorkspace;

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      ...project('a', config(`import '../../shared/fields.libsonnet'`)),
      ...project('b'),
      'shared/fields.libsonnet': field('title'),
    },
  });
});

afterAll(() => ws.dispose());

const personModel = `from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "people"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
`;

async function affected(): Promise<string[]> {
  const args = ['--affected', '--with-target=codegen', '--base=HEAD', '--json'];
  return JSON.parse(await ws.nx('show', 'projects', ...args)) as string[];
}

describe('nx affected', () => {
  test('picks the project whose config imports a shared library outside any project', async () => {
    await ws.write({ 'shared/fields.libsonnet': field('heading') });
    expect(await affected()).toEqual(['a']);
    expect(await ws.statuses('affected', '-t', 'codegen', '--base=HEAD')).toEqual({
      'a:codegen': 'ran',
    });
    await ws.commit();
  });

  test('picks none for a file that nothing imports, and the project of its own config', async () => {
    await ws.write({ 'shared/unrelated.libsonnet': '{}' });
    expect(await affected()).toEqual([]);
    await ws.write(project('b', config(field('text'))));
    expect(await affected()).toEqual(['b']);
    await ws.commit();
  });
});

describe('the project graph', () => {
  const edges = async (name: string) => {
    await ws.nx('graph', '--file=graph.json');
    const { graph } = JSON.parse(await ws.read('graph.json')) as {
      graph: { dependencies: Record<string, readonly { target: string }[]> };
    };
    await ws.remove('graph.json');
    // Nx adds those that it finds in a package.json itself.
    return [...new Set(graph.dependencies[name]!.map(({ target }) => target))].sort();
  };

  test('has an edge to each project that a config imports from, however deep', async () => {
    await ws.write({
      'libs/fields/project.json': '{ "name": "fields" }',
      'libs/fields/fields.libsonnet': `import '../names/title.libsonnet'`,
      'libs/names/project.json': '{ "name": "names" }',
      'libs/names/title.libsonnet': field('title'),
      'shared/fields.libsonnet': `import '../libs/fields/fields.libsonnet'`,
    });
    expect(await edges('a')).toEqual(['fields', 'names']);
    expect(await edges('b')).toEqual([]);
    await ws.commit();
    await ws.write({ 'libs/names/title.libsonnet': field('heading') });
    expect((await affected()).sort()).toEqual(['a']);
    await ws.write({ 'libs/fields/fields.libsonnet': field('title') });
    expect(await edges('a')).toEqual(['fields']);
    await ws.commit();
  });

  test('has an edge to the projects of the models and the functions that a config names', async () => {
    const model = 'libs.people.models.Person';
    const get = `{ name: 'get', fields: ['name'] }`;
    const greet = `{ name: 'greet', fn: 'libs.hooks.people.greet' }`;
    await ws.write({
      ...project(
        'm',
        `{ version: '1', module: 'm', resources: [{ model: '${model}', operations: [${get}, ${greet}] }] }\n`,
      ),
      'libs/people/project.json': '{ "name": "people" }',
      'libs/people/models.py': personModel,
      'libs/hooks/project.json': '{ "name": "hooks" }',
      'libs/hooks/people.py': 'async def greet(row, session):\n    return row\n',
    });
    expect(await edges('m')).toEqual(['hooks', 'people']);
    await ws.commit();
    await ws.write({ 'libs/people/models.py': `# Changed.\n${personModel}` });
    expect(await affected()).toEqual(['m']);
    await ws.commit();
  });

  test('has an edge to the packages of the workspace that bring operations', async () => {
    const { files, change } = projectRows.find(({ id }) => id === 'sources')!;
    await ws.write({ '.gitignore': `${await ws.read('.gitignore')}dist\n`, ...files });
    await mkdir(join(ws.root, 'node_modules/@ws'));
    await symlink('../../libs/sourced', join(ws.root, 'node_modules/@ws/sourced'));
    expect(await edges('sources')).toEqual(['sourced']);
    await ws.commit();
    await change(ws);
    expect(await affected()).toEqual(['sources']);
    await ws.commit();
  });
});

/** One of `apps/e` in which a package is installed as it lies, by an absolute path. */
function environment({ root }: NxWorkspace): Record<string, string> {
  const at = 'apps/e/.venv';
  return {
    [`${at}/pyvenv.cfg`]: `version = 3.11.2\ncommand = python -m venv ${join(root, at)}\n`,
    [`${at}/lib/python3.11/site-packages/crew.pth`]: `${join(root, 'libs/crew/src')}\n`,
  };
}

test('a self-hosted remote cache serves a second clone', async () => {
  const token = 'secret-token';
  const cache = await startRemoteCache(token);
  const clone = openWorkspace(await realpath(await mkdtemp(join(tmpdir(), 'rowhouse-clone-'))));
  try {
    await ws.write({
      '.gitignore': `${await ws.read('.gitignore')}.venv\n`,
      ...project(
        'e',
        config().replace('models.Post', 'crew.models.Person').replace('title', 'name'),
      ),
      'libs/crew/src/crew/models.py': personModel,
      ...environment(ws),
    });
    await ws.remove('.nx');
    await cp(ws.root, clone.root, { recursive: true, verbatimSymlinks: true });
    await clone.write(environment(clone));
    await clone.remove('apps/a/_generated');
    for (const { env } of [ws, clone]) {
      env['NX_SELF_HOSTED_REMOTE_CACHE_SERVER'] = cache.url;
      env['NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN'] = token;
    }
    const all = ['run-many', '--targets=codegen', '--projects=a,b,e'];
    expect(await ws.statuses(...all)).toEqual({
      'a:codegen': 'ran',
      'b:codegen': 'ran',
      'e:codegen': 'ran',
    });
    expect(cache.stored()).toBe(3);
    expect(await clone.statuses(...all)).toEqual({
      'a:codegen': 'remote cache',
      'b:codegen': 'remote cache',
      'e:codegen': 'remote cache',
    });
    expect(cache.served()).toBe(3);
    // The first one that was stored may be either.
    const own = [...cache.results.values()].find((each) => gunzipSync(each).includes('apps/a/'))!;
    expect(await clone.read(schemas('a'))).toBe(await ws.read(schemas('a')));
    // What was restored is whole: a real run changes nothing in it.
    expect(await clone.nx('run', 'a:codegen', '--skip-nx-cache')).not.toContain('created');

    const restore = async () => {
      await clone.remove('.nx');
      await clone.remove('apps/a/_generated');
      return clone.tryNx('run', 'a:codegen');
    };
    // What Nx does when the cache fails, as docs/nx-in-ci.md says.
    for (const how of ['failing', { serving: Buffer.from('no archive') }] as const) {
      cache.behave(how);
      expect((await restore()).code).toBe(1);
    }
    // It takes what it is given: here the result of another project.
    const [foreign] = [...cache.results.values()].filter((each) => each !== own);
    cache.behave({ serving: foreign! });
    expect((await restore()).output).toContain('[remote cache]');
    cache.behave({ serving: own });
    await restore();
    const check = ['run', 'a:codegen-validate', '--checkIgnored', '--skip-nx-cache'];
    expect(await clone.nx(...check)).toContain('apps/a/_generated is up to date');
    await clone.write({ [schemas('a')]: '# something else\n' });
    const { code, output } = await clone.tryNx(...check);
    expect(code).toBe(1);
    expect(output).toContain(`different: ${schemas('a')}`);
    expect(output).toContain('Run nx run a:codegen --skip-nx-cache.');
  } finally {
    await clone.dispose();
    await cache.close();
  }
});
