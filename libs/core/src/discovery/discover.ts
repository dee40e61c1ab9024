import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { didYouMean, type Phrase, text, type Text, unquoted } from '@rowhouse/errors';

import { CommandError } from '../errors/errors.js';

import { realFiles, type Files } from '../files/files.js';
import type { AnyOperation } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';
import { findPackages, packagesBeside, type Package } from './packages.js';
import type { DeclaredOperations, DeclaredTarget, Installed } from './plugin.js';

const kinds = ['targets', 'derivedTargets', 'operations'] as const;

/**
 * Finds what the packages of a project and its workspace declare in their `package.json`:
 * `"codegen": { "targets": { "fastapi": "./index.js#fastapi" }, "operations": "./index.js#operations" }`.
 * Loads nothing.
 *
 * @param directory a directory of the project.
 * @param command the file of the command that was started. Where the project has no target, the packages
 *   beside it count: a project of Python alone has no `package.json`.
 * @throws CommandError for a declaration of the wrong form; it names the package.
 */
export function discover(directory: string, command?: string, files: Files = realFiles): Installed {
  const own = findPackages(directory, files);
  const installed = declaredBy(own);
  if (installed.targets.length > 0 || command === undefined) return installed;
  const names = new Set(own.map(({ name }) => name));
  const beside = packagesBeside(command, files).filter(({ name }) => !names.has(name));
  return declaredBy([...own, ...beside]);
}

function declaredBy(found: readonly Package[]): Installed {
  const packages = found.filter(({ manifest }) => manifest.codegen !== undefined);
  return {
    targets: packages.flatMap((each) => [
      ...targetsOf(each, 'targets'),
      ...targetsOf(each, 'derivedTargets'),
    ]),
    operations: packages.flatMap(operationsOf),
    directories: packages.map(({ directory }) => directory),
  };
}

function targetsOf(from: Package, kind: 'targets' | 'derivedTargets'): DeclaredTarget[] {
  const { [kind]: targets = {} } = declarationOf(from);
  if (!isRecord(targets)) throw malformed(from, text`${`codegen.${kind}`} is not an object`);
  return Object.entries(targets).map(([name, reference]) => {
    const load = loader(from, `codegen.${kind}.${name}`, reference);
    return {
      name,
      package: from.name,
      isDerived: kind === 'derivedTargets',
      load: async () => {
        const target = (await load()) as AnyTarget | undefined;
        if (target?.name === name) return target;
        throw malformed(
          from,
          text`it declares ${name}, but the name of ${unquoted(reference as string)} is ${target?.name}`,
        );
      },
    };
  });
}

function operationsOf(from: Package): DeclaredOperations[] {
  const { operations: reference } = declarationOf(from);
  if (reference === undefined) return [];
  const load = loader(from, 'codegen.operations', reference);
  return [
    {
      package: from.name,
      load: async () => {
        const operations = await load();
        if (Array.isArray(operations)) return operations as AnyOperation[];
        throw malformed(from, text`${unquoted(reference as string)} is not a list of operations`);
      },
    },
  ];
}

function declarationOf(from: Package): Readonly<Record<string, unknown>> {
  const { codegen } = from.manifest;
  if (!isRecord(codegen)) throw malformed(from, text`${'codegen'} is not an object`);
  for (const key of Object.keys(codegen)) {
    if ((kinds as readonly string[]).includes(key)) continue;
    const fix = didYouMean(key, kinds);
    throw malformed(from, text`${'codegen'} has the unknown key ${key}`, fix);
  }
  return codegen;
}

/** Loads what a reference such as `./dist/index.js#operations` names. */
function loader(from: Package, key: string, reference: unknown): () => Promise<unknown> {
  const [path, member, ...rest] = typeof reference === 'string' ? reference.split('#') : [];
  if (!path?.startsWith('./') || !member || rest.length > 0) {
    throw malformed(from, text`${key}: expected './file.js#export', found ${reference}`);
  }
  return async () => {
    const module = await importFrom(from, path);
    if (Object.hasOwn(module, member)) return module[member];
    const fix = didYouMean(member, Object.keys(module));
    throw malformed(from, text`${unquoted(path)} has no export ${member}`, fix);
  };
}

async function importFrom(from: Package, path: string): Promise<Record<string, unknown>> {
  const file = join(from.directory, path);
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    // Who imported the missing file is this module.
    const reason = (cause as Error).message.replace(/ imported from .*$/, '');
    throw new CommandError(
      [
        {
          code: 'package-load-failed',
          message: `package ${from.name} does not load: ${reason}`,
          fix: `Its package.json names ${path}. Reinstall or rebuild the package.`,
        },
      ],
      { cause },
    );
  }
}

function malformed(from: Package, problem: Phrase, fix?: Text): CommandError {
  const message = text`package ${unquoted(from.name)}: ${problem}`;
  return new CommandError([
    { code: 'package-declaration', message, ...(fix !== undefined && { fix }) },
  ]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
