import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { staticFile, type OperationEntry, type StaticFile } from '@rowhouse/core';

import type { HookOptions } from './config/hooks.js';
import type { App, Project } from './config/project.js';
import { dottedName } from './modules.js';
import { header, templates } from './packages.js';

/**
 * The modules of the runtime that generated files import, and those that these import, to be copied
 * beside them. Modules are named as in an import: `filters`, `testing.rows`; the package itself is ''.
 */
export function runtimeFiles(
  project: Project,
  texts: ReadonlyMap<string, string>,
): readonly StaticFile[] {
  const { modules, settings } = (runtime ??= readRuntime());
  const needed = new Set<string>();
  const need = (name: string): void => {
    const module = modules.get(name);
    if (needed.has(name) || module === undefined) return;
    needed.add(name);
    // A module's packages are run before it.
    need(name.slice(0, Math.max(0, name.lastIndexOf('.'))));
    module.imports.forEach(need);
  };
  for (const { operation, options } of project.apps.flatMap(entriesOf)) {
    const hasHandler = (options as HookOptions).handler !== undefined;
    if (hasHandler) importedByWork(operation ?? '').forEach(need);
  }
  const prefix = dottedName(project, 'runtime');
  const pattern = new RegExp(`^from ${prefix.replaceAll('.', '\\.')}\\.([\\w.]+) import`, 'gm');
  for (const text of texts.values()) {
    for (const [, name] of text.matchAll(pattern)) need(name!);
  }
  const files = [...needed].sort().map((name) => modules.get(name)!.file);
  return files.length === 0 ? [] : [...files, settings];
}

/** The modules that the generated work of an operation imports: the handler that takes its place may import them. */
function importedByWork(operation: string): readonly string[] {
  const template = readFileSync(join(templates, 'handlers', `${operation}.py.ejs`), 'utf8');
  return [...template.matchAll(/^from <%- runtime %>\.(\w+) import/gm)].map(([, name]) => name!);
}

function entriesOf({ resources }: App): readonly OperationEntry[] {
  return resources.flatMap(({ operations }) => operations);
}

interface RuntimeModule {
  readonly file: StaticFile;
  readonly imports: readonly string[];
}

interface Runtime {
  /** By name. */
  readonly modules: ReadonlyMap<string, RuntimeModule>;
  /** The rules that ruff checks them by. */
  readonly settings: StaticFile;
}

/** Read once. */
let runtime: Runtime | undefined;

function readRuntime(): Runtime {
  const require = createRequire(import.meta.url);
  const folder = join(
    dirname(require.resolve('@rowhouse/runtime/package.json')),
    'rowhouse_runtime',
  );
  const read = (path: string): StaticFile => {
    const source = readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n');
    return staticFile(`runtime/${path}`, `${header}\n${source}`);
  };
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.py'));
  const modules = paths.map((path) => {
    const file = read(path);
    const dotted = path.slice(0, -'.py'.length).replaceAll('/', '.');
    const isPackage = /(?:^|\.)__init__$/.test(dotted);
    const name = dotted.replace(/\.?__init__$/, '');
    const parent = isPackage ? name : name.slice(0, Math.max(0, name.lastIndexOf('.')));
    return [name, { file, imports: relativeImports(file.content, parent) }] as const;
  });
  return { modules: new Map(modules), settings: read('ruff.toml') };
}

/** The modules that a source may import from its own package: `from .cursors import encode`. */
function relativeImports(source: string, parent: string): readonly string[] {
  return [...source.matchAll(/^\s*from (\.+)([\w.]*) import (.*)/gm)].flatMap(
    ([, dots, rest, members]) => {
      const steps = parent === '' ? [] : parent.split('.');
      const base = steps.slice(0, steps.length - (dots!.length - 1));
      if (rest !== '') return [[...base, rest].join('.')];
      return members!.split(/\W+/).map((member) => [...base, member].join('.'));
    },
  );
}
