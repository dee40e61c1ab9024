import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { OperationEntry, StaticFile } from '@rowhouse/core';

import type { HookOptions } from './config/hooks.js';
import type { App, Project } from './config/project.js';
import { readPackage } from './copied-package.js';
import { dottedName } from './modules.js';
import { templates } from './packages.js';

/**
 * The modules of the runtime that generated files import, and those that these import, to be copied
 * beside them. Modules are named as in an import: `filters`; the package itself is ''.
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
    // The package is run before its modules.
    need('');
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
  const template = readFileSync(join(templates, operation, 'handler.py.ejs'), 'utf8');
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
  const { modules, settings } = readPackage('@rowhouse/runtime', 'rowhouse_runtime', 'runtime');
  const named = [...modules].map(([path, file]) => {
    const name = path.slice(0, -'.py'.length).replace(/^__init__$/, '');
    return [name, { file, imports: relativeImports(file.content) }] as const;
  });
  return { modules: new Map(named), settings };
}

/** The modules that a source may import from its own package: `from .cursors import encode`. */
function relativeImports(source: string): readonly string[] {
  return [...source.matchAll(/^\s*from \.(\w*) import (.*)/gm)].flatMap(([, module, members]) =>
    module ? [module] : members!.split(/\W+/),
  );
}
