import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { ModelReader, type ModelFacts, type TableFacts } from '@rowhouse/sqlalchemy';

import { UserError } from '../errors/errors.js';
import type { Issue, Place } from '@rowhouse/errors';

/** The models of a module or a package. */
export interface ReadModels {
  readonly models: readonly ModelFacts[];
  /** Tables without a class: `Table('article_tags', Base.metadata, …)`. */
  readonly tables: readonly TableFacts[];
  /** What could not be read. */
  readonly problems: readonly Issue[];
  /** A place of a fact, from the current folder. */
  place(at: Place): Place;
}

/**
 * Reads the models at a path: of a module, or of all modules of a package.
 *
 * @throws {UserError} when there are none.
 */
export function readModelsAt(path: string): ReadModels {
  const files = pythonFiles(path);
  if (files.length === 0) {
    throw new UserError([
      {
        code: 'invalid-path',
        subject: '--models',
        found: path,
        expected: ['a module such as blog/models.py, or the folder of a package'],
      },
    ]);
  }
  const root = rootOf(resolve(path));
  const reader = new ModelReader({ roots: [root, process.cwd()] });
  const modules = files.map((file) => moduleOf(relative(root, file)));
  reader.load(modules);
  const models = modules.flatMap((module) => reader.module(module) ?? []);
  if (models.length === 0) {
    throw new UserError([
      {
        code: 'no-models',
        subject: path,
        message: 'no class in it is mapped to a table',
        fix: 'Set --models to the module, or the folder of the package, that defines the models.',
      },
    ]);
  }
  const place = ({ file, line }: Place) => ({
    file: relative('', resolve(root, file)).split(sep).join('/'),
    line,
  });
  const read = new Set(files.map((file) => relative(root, file).split(sep).join('/')));
  return {
    models,
    tables: modules.flatMap((module) => reader.tables(module)),
    problems: reader
      .problems()
      .filter(({ at }) => read.has(at.file))
      .map(({ message, at }) => ({ code: 'not-checked', place: place(at), message })),
    place,
  };
}

/** The Python files at a path, in order. */
function pythonFiles(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return path.endsWith('.py') ? [resolve(path)] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => resolve(entry.parentPath, entry.name))
    .sort();
}

/** The folder that Python would import from: above the outermost package, else the current one where it can. */
function rootOf(path: string): string {
  let folder = path.endsWith('.py') ? dirname(path) : path;
  if (!isPackage(folder)) {
    const names = relative('', folder).split(sep);
    return names.every((name) => /^[A-Za-z_]\w*$/.test(name)) ? process.cwd() : folder;
  }
  while (isPackage(folder)) folder = dirname(folder);
  return folder;
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, '__init__.py'));
}

function moduleOf(file: string): string {
  const parts = file.slice(0, -'.py'.length).split(sep);
  return (basename(file) === '__init__.py' ? parts.slice(0, -1) : parts).join('.');
}
