import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { declare, discover, selectTarget, targetNames } from './index.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'discovery-')));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, content: unknown): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** A package with one target of its name. */
function writePackage(directory: string, name: string, code?: string): void {
  const codegen = { targets: { [name]: './index.js#target' } };
  write(`${directory}/package.json`, { name, type: 'module', codegen });
  const target = `export const target = { name: ${JSON.stringify(name)}, language: 'L' };`;
  write(`${directory}/index.js`, code ?? target);
}

function link(from: string, to: string): void {
  mkdirSync(dirname(join(root, from)), { recursive: true });
  symlinkSync(join(root, to), join(root, from), 'junction');
}

const found = (directory = '.') => discover(join(root, directory)).targets.map(({ name }) => name);

describe('beside the command', () => {
  const foundBeside = (command: string, directory = 'py') => {
    mkdirSync(join(root, directory), { recursive: true });
    return discover(join(root, directory), join(root, command)).targets.map(({ name }) => name);
  };
  const bin = 'lib/node_modules/@scope/cli/bin/run.js';
  beforeEach(() => {
    write(bin, '');
    write('lib/node_modules/@scope/cli/package.json', { name: '@scope/cli' });
    write('lib/node_modules/broken/package.json', '{');
    writePackage('lib/node_modules/@scope/a', '@scope/a');
    writePackage('lib/node_modules/b', 'b');
  });

  it('packages count where the project has no target', () => {
    expect(foundBeside(bin)).toEqual(['@scope/a', 'b']);
    write('py/package.json', { dependencies: { '@scope/a': '*' } });
    expect(foundBeside(bin)).toEqual(['@scope/a', 'b']);
    link('py/node_modules/c', 'elsewhere/c');
    writePackage('elsewhere/c', 'c');
    write('py/package.json', { dependencies: { c: '*' } });
    expect(foundBeside(bin)).toEqual(['c']);
  });

  it('they are found through the link that started it', () => {
    link('bin/run', bin);
    expect(foundBeside('bin/run')).toEqual(['@scope/a', 'b']);
  });

  it('none is no error', () => {
    expect(foundBeside('nowhere/run.js')).toEqual([]);
  });
});

describe('where packages are found', () => {
  it('nowhere that Node.js does not look', () => {
    write('node_modules/project/package.json', { dependencies: { a: '*' } });
    writePackage('node_modules/node_modules/a', 'a');
    expect(found('node_modules/project')).toEqual([]);
  });

  it('among the dependencies of a project, of whatever kind', () => {
    write('package.json', {
      dependencies: { a: '*' },
      devDependencies: { b: '*' },
      optionalDependencies: { c: '*', missing: '*' },
      peerDependencies: { d: '*' },
    });
    for (const name of ['a', 'b', 'c', 'd', 'undeclared']) {
      writePackage(`node_modules/${name}`, name);
    }
    expect(found()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('from a directory inside the project', () => {
    write('package.json', { dependencies: { '@scope/a': '*' } });
    writePackage('node_modules/@scope/a', '@scope/a');
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    expect(found('src/deep')).toEqual(['@scope/a']);
  });

  it.each([
    ['npm', 'package.json', { workspaces: ['packages/*'], devDependencies: { b: '*' } }],
    ['pnpm', 'pnpm-workspace.yaml', 'packages: []'],
    ['Nx', 'nx.json', {}],
  ])('in the project and in the root of its %s workspace', (_, mark, content) => {
    write('package.json', { devDependencies: { b: '*' } });
    write(mark, content);
    write('packages/app/package.json', { name: 'app', dependencies: { a: '*' } });
    writePackage('packages/a', 'a');
    link('node_modules/a', 'packages/a');
    writePackage('node_modules/b', 'b');
    expect(found('packages/app')).toEqual(['a', 'b']);
  });

  it('where Nx installs what nx.json names, in a workspace without a package.json', () => {
    write('nx.json', {});
    write('.nx/installation/package.json', { devDependencies: { a: '*' } });
    writePackage('.nx/installation/node_modules/a', 'a');
    writePackage('.nx/installation/node_modules/b', 'b');
    mkdirSync(join(root, 'apps/api'), { recursive: true });
    expect(found('apps/api')).toEqual(['a']);
  });

  it('not above the project outside a workspace', () => {
    write('package.json', { dependencies: { a: '*' } });
    writePackage('node_modules/a', 'a');
    write('app/package.json', { name: 'app' });
    expect(found('app')).toEqual([]);
  });

  it('behind the links of a pnpm store, whose own dependencies then resolve', async () => {
    write('package.json', { dependencies: { a: '*' } });
    const store = 'node_modules/.pnpm/a@1.0.0/node_modules';
    writePackage(`${store}/a`, 'a', `export { target } from 'a-part';`);
    write(`${store}/a-part/package.json`, { name: 'a-part', type: 'module', exports: './main.js' });
    write(`${store}/a-part/main.js`, `export const target = { name: 'a', language: 'L' };`);
    link('node_modules/a', `${store}/a`);
    const [target] = discover(root).targets;
    expect(await target!.load()).toEqual({ name: 'a', language: 'L' });
  });

  it('in the project itself', () => {
    writePackage('.', 'own');
    expect(found()).toEqual(['own']);
  });

  it('once, from the innermost project', () => {
    write('package.json', { workspaces: ['app'], dependencies: { a: '*' } });
    writePackage('node_modules/a', 'a');
    write('app/package.json', { name: 'app', dependencies: { a: '*' } });
    writePackage('app/node_modules/a', 'a', 'export const target = "inner"');
    expect(found('app')).toEqual(['a']);
  });

  it('nowhere, when there is no package.json', () => {
    expect(found()).toEqual([]);
  });
});

describe('what a package declares', () => {
  const declaring = (codegen: unknown) => {
    write('package.json', { dependencies: { 'my-package': '*' } });
    write('node_modules/my-package/package.json', { name: 'my-package', type: 'module', codegen });
    write('node_modules/my-package/index.js', `export const thing = { name: 'thing' };`);
    return () => discover(root);
  };

  it.each([
    [[], "'codegen' is not an object"],
    [{ target: {} }, "'codegen' has the unknown key 'target'\n  Did you mean 'targets'?"],
    [{ targets: ['x'] }, "'codegen.targets' is not an object"],
    [
      { targets: { x: 'index.js' } },
      `'codegen.targets.x': expected './file.js#export', found 'index.js'`,
    ],
    [{ operations: 5 }, `'codegen.operations': expected './file.js#export', found 5`],
    [{ operations: {} }, `'codegen.operations': expected './file.js#export', found an object`],
  ])('must have the right form: %j', (codegen, message) => {
    expect(declaring(codegen)).toThrow(`package my-package: ${message}`);
  });

  it.each([
    ['./missing.js#x', 'package my-package does not load: Cannot find module'],
    ['./index.js#thin', "./index.js has no export 'thin'\n  Did you mean 'thing'?"],
  ])('must be there when it is loaded: %s', async (reference, message) => {
    const { operations, targets } = declaring({
      operations: reference,
      targets: { x: reference },
    })();
    await expect(operations[0]!.load()).rejects.toThrow(message);
    await expect(targets[0]!.load()).rejects.toThrow(message);
  });

  it('must be of its kind, and a target of its name', async () => {
    const reference = './index.js#thing';
    const { operations, targets } = declaring({
      operations: reference,
      targets: { x: reference },
    })();
    await expect(operations[0]!.load()).rejects.toThrow(`${reference} is not a list of operations`);
    await expect(targets[0]!.load()).rejects.toThrow(
      `it declares 'x', but the name of ${reference} is 'thing'`,
    );
  });

  it('is not loaded before it is asked for', () => {
    declaring({ targets: { x: './index.js#x' } });
    write('node_modules/my-package/index.js', 'throw new Error("loaded");');
    expect(found()).toEqual(['x']);
  });

  it('is told by package when its package.json is broken', () => {
    write('package.json', { dependencies: { a: '*' } });
    write('node_modules/a/package.json', '{');
    expect(found).toThrow(`${join(root, 'node_modules/a/package.json')} is not JSON`);
  });
});

describe('the choice of a target', () => {
  const installed = (...names: string[]) =>
    declare(names.map((name, index) => ({ package: `p${index}`, targets: [{ name } as never] })));

  it('falls on the only one', () => {
    expect(selectTarget(installed('a')).name).toBe('a');
  });

  it('falls on the one that is asked for', () => {
    expect(selectTarget(installed('a', 'b'), 'b').name).toBe('b');
  });

  it('falls on one that is made of another only where it is asked for', () => {
    write('package.json', { dependencies: { a: '*', b: '*' } });
    writePackage('node_modules/a', 'a');
    write('node_modules/b/package.json', {
      name: 'b',
      codegen: { derivedTargets: { b: './index.js#target' } },
    });
    expect(selectTarget(discover(root)).name).toBe('a');
    expect(selectTarget(discover(root), 'b').name).toBe('b');
  });

  it('must be made among several', () => {
    expect(() => selectTarget(installed('a', 'b'))).toThrow(
      'several targets are installed: a, b\n  Choose one with --target.',
    );
  });

  it('suggests a near name', () => {
    expect(() => selectTarget(installed('fastapi', 'b'), 'fastpi')).toThrow(
      "no target 'fastpi' is installed\n  Did you mean 'fastapi'?",
    );
  });

  it('says what to install when there is none', () => {
    expect(() => selectTarget(installed())).toThrow(
      'no target is installed\n  Install one in this project: npm install --save-dev @rowhouse/fastapi',
    );
  });

  it('refuses two of one name and names both packages', () => {
    expect(() => targetNames(installed('a', 'a'))).toThrow(
      "target 'a' comes from two packages: p0 and p1",
    );
  });
});
