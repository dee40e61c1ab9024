import { join } from 'node:path';

import { integer } from 'drizzle-orm/pg-core';
import { afterEach, describe, expect, test } from 'vitest';

import {
  Extension,
  Metadata,
  SchemaConfig,
  SchemaValidationError,
  table,
  type Plugin,
} from '../index.js';
import { columnNames } from '../../test/column-names.js';
import { createProject, type Project } from '../../test/project.js';

/** An extension class with the given name and dependencies. */
function extension(
  name: string,
  dependsOn: readonly string[] = [],
  hooks: Partial<Extension> = {},
) {
  class Named extends Extension {
    static override readonly dependsOn = dependsOn;
    override readonly name = name;
  }
  return Object.assign(new Named(), hooks);
}

const manual = () => new SchemaConfig({ autoDiscover: false });
const names = (config: SchemaConfig) => config.extensions().map(({ name }) => name);
const column = (name: string): Plugin => ({ name, run: () => ({ [name]: integer() }) });

describe('use()', () => {
  test('chains; dependencies come first, ties keep the order of use', () => {
    const config = manual()
      .use(extension('audit', ['rest', 'log']))
      .use(extension('b'))
      .use(extension('log'))
      .use(extension('rest'));
    expect(names(config)).toEqual(['rest', 'log', 'audit', 'b']);
  });

  test('takes the same instance twice, but not two of one name', () => {
    const audit = extension('audit');
    expect(names(manual().use(audit).use(audit))).toEqual(['audit']);
    expect(() => manual().use(audit).use(extension('audit')).extensions()).toThrow(
      'two extensions have the same name: extension audit (registered with use()) and extension audit (registered with use())',
    );
  });

  test('comes before the first table', () => {
    const config = manual();
    table('a', {}, { metadata: new Metadata(), config });
    expect(() => config.use(extension('audit'))).toThrow(
      "use() of extension 'audit' was called after the first table or view was defined with this config",
    );
  });
});

describe('dependencies', () => {
  test('every missing one is reported, with who needs it and where that came from', () => {
    const config = manual()
      .use(extension('audit', ['rest', 'log']))
      .use(extension('b', ['c']));
    expect(() => config.extensions()).toThrow(SchemaValidationError);
    expect(() => config.extensions()).toThrow(
      [
        "extension audit (registered with use()): depends on extension 'rest', which is not registered (registered: audit, b) [missing-extension]",
        "extension audit (registered with use()): depends on extension 'log', which is not registered (registered: audit, b) [missing-extension]",
        "extension b (registered with use()): depends on extension 'c', which is not registered (registered: audit, b) [missing-extension]",
        '  Add it with use(), or install its package.',
      ].join('\n'),
    );
  });

  test('a circle is refused', () => {
    const config = manual()
      .use(extension('a', ['b']))
      .use(extension('b', ['a']));
    expect(() => config.extensions()).toThrow(
      'extensions depend on each other in a cycle: extension a (registered with use()) → extension b (registered with use()) → extension a (registered with use())',
    );
  });

  test('so is an extension that depends on itself', () => {
    expect(() =>
      manual()
        .use(extension('a', ['a']))
        .extensions(),
    ).toThrow('extension a (registered with use()): depends on itself [extension-cycle]');
  });
});

describe('hooks', () => {
  test('plugins of extensions come before those of the config, and those before the table’s', () => {
    const config = new SchemaConfig({ autoDiscover: false, plugins: [column('config')] })
      .use(extension('b', ['a'], { plugins: () => [column('b')] }))
      .use(extension('a', [], { plugins: () => [column('a')] }));
    const made = table('t', {}, { metadata: new Metadata(), config, plugins: [column('table')] });
    expect(columnNames(made)).toEqual(['id', 'a', 'b', 'config', 'table']);
  });

  test('validate() runs when all are loaded, and may refuse', () => {
    const seen: string[] = [];
    const config = manual()
      .use(extension('a', [], { validate: (registered) => void seen.push(...registered) }))
      .use(extension('b'));
    config.extensions();
    expect(seen).toEqual(['a', 'b']);

    const refusal = new SchemaValidationError([
      { code: 'one-of-two', subject: 'extension a', message: 'wants exactly one of x and y' },
    ]);
    const refusing = manual().use(
      extension('a', [], {
        validate: () => {
          throw refusal;
        },
      }),
    );
    expect(() => refusing.extensions()).toThrow(refusal);
  });

  test('a defect in a hook is reported with the extension’s name and keeps its cause', () => {
    const defect = new TypeError('x is undefined');
    const config = manual().use(
      extension('a', [], {
        plugins: () => {
          throw defect;
        },
      }),
    );
    let error: unknown;
    try {
      config.plugins();
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({
      message: 'extension a (registered with use()) failed in plugins(): x is undefined',
      cause: defect,
    });
  });
});

describe('discovery', () => {
  const source = (name: string, className: string) =>
    `exports.${className} = class { name = ${JSON.stringify(name)}; plugins() { return []; } configureMetadata() {} configureMigrations() {} registerCli() {} validate() {} };
     globalThis.loadedExtensions = [...(globalThis.loadedExtensions ?? []), ${JSON.stringify(name)}];`;
  const brought = (name: string, entry: object, files: Record<string, string> = {}) => ({
    [`node_modules/${name}/package.json`]: { name, exports: {}, schema: { extensions: entry } },
    ...Object.fromEntries(
      Object.entries(files).map(([path, text]) => [`node_modules/${name}/${path}`, text]),
    ),
  });
  const loaded = () => (globalThis as { loadedExtensions?: string[] }).loadedExtensions ?? [];
  const projects: Project[] = [];
  const project = async (files: Record<string, string | object>, directory = '') => {
    const made = await createProject(files);
    projects.push(made);
    return new SchemaConfig({ projectRoot: join(made.root, directory) });
  };
  afterEach(async () => {
    delete (globalThis as { loadedExtensions?: string[] }).loadedExtensions;
    await Promise.all(projects.splice(0).map((made) => made.remove()));
  });

  test('finds extensions of the dependencies of the project and of the workspace around it', async () => {
    const config = await project(
      {
        'package.json': { workspaces: ['apps/*'], devDependencies: { zeta: '1', plain: '1' } },
        'apps/api/package.json': { dependencies: { '@acme/audit': '1', missing: '1' } },
        ...brought('zeta', { zeta: './index.cjs#Zeta' }, { 'index.cjs': source('zeta', 'Zeta') }),
        ...brought(
          '@acme/audit',
          { audit: './a.cjs#Audit' },
          { 'a.cjs': source('audit', 'Audit') },
        ),
        'node_modules/plain/package.json': { name: 'plain' },
        ...brought('stranger', { stranger: './missing.cjs#X' }),
      },
      'apps/api/src',
    );
    expect(
      config.extensions().map(({ name, package: from, origin }) => [name, from, origin]),
    ).toEqual([
      ['audit', '@acme/audit', 'discovered'],
      ['zeta', 'zeta', 'discovered'],
    ]);
  });

  test('loads ES modules and TypeScript as well', async () => {
    const body = `export class Made { name = 'made'; plugins() { return []; } configureMetadata() {} configureMigrations() {} registerCli() {} validate() {} }`;
    for (const file of ['made.mjs', 'made.ts']) {
      const config = await project({
        'package.json': { dependencies: { made: '1' } },
        ...brought('made', { made: `./${file}#Made` }, { [file]: body }),
      });
      expect(names(config)).toEqual(['made']);
    }
  });

  test('is off with autoDiscover: false', async () => {
    const made = await createProject({
      'package.json': { dependencies: { audit: '1' } },
      ...brought('audit', { audit: './a.cjs#Audit' }, { 'a.cjs': source('audit', 'Audit') }),
    });
    projects.push(made);
    const config = new SchemaConfig({ projectRoot: made.root, autoDiscover: false });
    expect(names(config)).toEqual([]);
  });

  test('a registered extension wins, and the other is never loaded', async () => {
    const config = await project({
      'package.json': { dependencies: { audit: '1' } },
      ...brought('audit', { audit: './a.cjs#Audit' }, { 'a.cjs': source('audit', 'Audit') }),
    });
    const own = extension('audit');
    expect(config.use(own).extensions()).toMatchObject([{ extension: own, origin: 'manual' }]);
    expect(loaded()).toEqual([]);
  });

  test('two packages with one name are refused, and named', async () => {
    const config = await project({
      'package.json': { dependencies: { a: '1', b: '1' } },
      ...brought('a', { audit: './a.cjs#A' }, { 'a.cjs': source('audit', 'A') }),
      ...brought('b', { audit: './b.cjs#B' }, { 'b.cjs': source('audit', 'B') }),
    });
    expect(() => config.extensions()).toThrow(
      'two extensions have the same name: extension audit (from package a) and extension audit (from package b)\n  Rename or remove one.',
    );
  });

  test('a dependency of a discovered one is named with its package', async () => {
    const config = await project({
      'package.json': { dependencies: { audit: '1' } },
      ...brought(
        'audit',
        { audit: './a.cjs#Audit' },
        {
          'a.cjs': `${source('audit', 'Audit')}; exports.Audit.dependsOn = ['rest'];`,
        },
      ),
    });
    expect(() => config.extensions()).toThrow(
      "extension audit (from package audit): depends on extension 'rest', which is not registered (registered: audit) [missing-extension]\n  Add it with use(), or install its package.",
    );
  });

  test.each<[string, object, Record<string, string>, string]>([
    [
      'a malformed entry',
      { a: 'index.js', b: './x/../../y.js#B', c: 3 },
      {},
      "package.json of bad: schema.extensions.a: found 'index.js', expected './module.js#ExtensionClass', a path inside the package [extension-declaration]\npackage.json of bad: schema.extensions.b: found './x/../../y.js#B', expected './module.js#ExtensionClass', a path inside the package [extension-declaration]\npackage.json of bad: schema.extensions.c: found 3, expected './module.js#ExtensionClass', a path inside the package [extension-declaration]",
    ],
    [
      'a list',
      ['./a.js#A'],
      {},
      "package.json of bad: schema.extensions: found a list, expected an object with extension names as keys and './module.js#ExtensionClass' as values [extension-declaration]",
    ],
    [
      'a missing module',
      { a: './a.cjs#A' },
      {},
      'extension a (from package bad), ./a.cjs#A in its package.json: cannot be loaded: Cannot find module',
    ],
    [
      'a missing class',
      { a: './a.cjs#A' },
      { 'a.cjs': '' },
      "extension a (from package bad), ./a.cjs#A in its package.json: the module does not export the class 'A' [extension-load-failed]",
    ],
    [
      'a class that is no extension',
      { a: './a.cjs#A' },
      { 'a.cjs': 'exports.A = class { name = "a"; validate() {} }' },
      'extension a (from package bad), ./a.cjs#A in its package.json: it has no plugins(), no configureMetadata(), no configureMigrations(), no registerCli() [not-an-extension]\n  It must extend Extension of @rowhouse/schema.',
    ],
    [
      'another name',
      { a: './a.cjs#A' },
      { 'a.cjs': source('b', 'A') },
      "extension a (from package bad), ./a.cjs#A in its package.json: its name is 'b' [extension-declaration]\n  Use the same name in package.json and in the class.",
    ],
  ])('reports %s', async (_what, entry, files, message) => {
    const config = await project({
      'package.json': { dependencies: { bad: '1' } },
      ...brought('bad', entry, files),
    });
    expect(() => config.extensions()).toThrow(message);
    expect(() => config.extensions()).toThrow(SchemaValidationError);
  });
});
