import { mkdir, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { config, field, project, schemas } from './support/configs.js';
import { projectRows } from './support/hash-rows.js';
import { startRemoteCache } from './support/remote-cache.js';
import {
  copyFolder,
  createWorkspace,
  nxVersions,
  openWorkspace,
  type NxWorkspace,
} from './support/workspace.js';

/** What CI relies on: edges of the graph, `nx affected`, and a remote cache that serves another clone. */
let ws: NxWorkspace;

const personModel = `from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "people"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
`;

/** Names a model and a function of other projects. */
const people = `{
  version: '1',
  module: 'people',
  resources: [
    {
      model: 'libs.people.models.Person',
      operations: [
        { name: 'get', fields: ['name'] },
        { name: 'greet', fn: 'libs.hooks.people.greet' },
      ],
    },
  ],
}
`;

const sources = projectRows.find(({ id }) => id === 'sources')!;

beforeAll(async () => {
  ws = await createWorkspace({
    nxVersion: nxVersions.main,
    files: {
      '.gitignore': 'node_modules\n.nx\n_generated/\n.venv\ndist\n',
      ...project('deep', config(`import '../../shared/fields.libsonnet'`)),
      'shared/fields.libsonnet': `import '../libs/fields/fields.libsonnet'`,
      'libs/fields/project.json': '{ "name": "fields" }',
      'libs/fields/fields.libsonnet': `import '../names/title.libsonnet'`,
      'libs/names/project.json': '{ "name": "names" }',
      'libs/names/title.libsonnet': field('title'),
      ...project('shared', config(`import '../../shared/own.libsonnet'`)),
      'shared/own.libsonnet': field('title'),
      ...project('named', people),
      'libs/people/project.json': '{ "name": "people" }',
      'libs/people/models.py': personModel,
      'libs/hooks/project.json': '{ "name": "hooks" }',
      'libs/hooks/people.py': 'async def greet(row, session):\n    return row\n',
      ...sources.files,
      ...project('own'),
      ...project('still'),
    },
  });
  await mkdir(join(ws.root, 'node_modules/@ws'));
  await symlink('../../libs/sourced', join(ws.root, 'node_modules/@ws/sourced'));
});

afterAll(() => ws.dispose());

test('the graph has an edge to each project that a config reads from', async () => {
  await ws.nx('graph', '--file=graph.json');
  const { graph } = JSON.parse(await ws.read('graph.json')) as {
    graph: { dependencies: Record<string, readonly { target: string }[]> };
  };
  await ws.remove('graph.json');
  const edges = (name: string) =>
    // Nx adds those that it finds in a package.json itself.
    [...new Set(graph.dependencies[name]!.map(({ target }) => target))].sort();
  expect(edges('deep')).toEqual(['fields', 'names']);
  expect(edges('named')).toEqual(['hooks', 'people']);
  expect(edges('sources')).toEqual(['sourced']);
  expect(edges('still')).toEqual([]);
});

test('nx affected picks the projects whose config reads what has changed', async () => {
  await ws.write({
    'libs/names/title.libsonnet': field('heading'),
    'shared/own.libsonnet': field('heading'),
    'shared/unrelated.libsonnet': '{}',
    'libs/people/models.py': `# Changed.\n${personModel}`,
    ...project('own', config(field('text'))),
  });
  await sources.change(ws);
  const args = ['--affected', '--with-target=codegen', '--base=HEAD', '--json'];
  const affected = JSON.parse(await ws.nx('show', 'projects', ...args)) as string[];
  expect(affected.sort()).toEqual(['deep', 'named', 'own', 'shared', 'sources']);
  await ws.commit();
});

/** One of `apps/editable` in which a package is installed as it lies, by an absolute path. */
function environment({ root }: NxWorkspace): Record<string, string> {
  const at = 'apps/editable/.venv';
  return {
    [`${at}/pyvenv.cfg`]: `version = 3.11.2\ncommand = python -m venv ${join(root, at)}\n`,
    [`${at}/lib/python3.11/site-packages/crew.pth`]: `${join(root, 'libs/crew/src')}\n`,
  };
}

test('a self-hosted remote cache serves a second clone', async () => {
  const cache = await startRemoteCache('secret-token');
  const clone = openWorkspace(await realpath(await mkdtemp(join(tmpdir(), 'rowhouse-clone-'))));
  try {
    const editable = config().replace('models.Post', 'crew.models.Person').replace('title', 'name');
    await ws.write({
      ...project('editable', editable),
      'libs/crew/src/crew/models.py': personModel,
      ...environment(ws),
    });
    await ws.remove('.nx');
    await copyFolder(ws.root, clone.root);
    await clone.write(environment(clone));
    for (const { env } of [ws, clone]) cache.use(env);
    const all = ['run-many', '--targets=codegen', '--projects=deep,still,editable'];
    const each = (status: string) => ({
      'deep:codegen': status,
      'editable:codegen': status,
      'still:codegen': status,
    });
    expect(await ws.statuses(...all)).toEqual(each('ran'));
    expect(await clone.statuses(...all)).toEqual(each('remote cache'));
    expect([cache.stored(), cache.served()]).toEqual([3, 3]);
    expect(await clone.read(schemas('deep'))).toBe(await ws.read(schemas('deep')));
    // What was restored is whole: a real run changes nothing in it.
    const check = ['run', 'deep:codegen-validate', '--checkIgnored', '--skip-nx-cache'];
    expect(await clone.nx(...check)).toContain('apps/deep/_generated is up to date');
    await clone.write({ [schemas('deep')]: '# something else\n' });
    const { output } = await clone.failures(...check);
    expect(output).toContain(`different: ${schemas('deep')}`);
    expect(output).toContain('Run nx run deep:codegen --skip-nx-cache.');
  } finally {
    await clone.dispose();
    await cache.close();
  }
});
