import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CommandError } from '../errors/errors.js';
import { didYouMean } from '../errors/suggest.js';
import { text, unquoted, type Phrase, type Text } from '../errors/text.js';
import type { AnyOperation } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';
import { findPackages, packagesBeside, type Package } from './packages.js';
import type { Declared, Installed } from './plugin.js';

const kinds = ['targets', 'operations'] as const;

/**
 * Finds what the packages of a project and its workspace declare in their `package.json`:
 * `"codegen": { "targets": { "fastapi": "./dist/index.js#fastapi" }, "operations": {} }`. Loads nothing.
 *
 * @param directory a directory of the project.
 * @param command the file of the command that was started. Where the project has no target, the packages
 *   beside it count: a project of Python alone has no `package.json`.
 * @throws CommandError for a declaration of the wrong form; it names the package.
 */
export function discover(directory: string, command?: string): Installed {
  const own = findPackages(directory);
  const installed = declaredBy(own);
  if (installed.targets.length > 0 || command === undefined) return installed;
  const names = new Set(own.map(({ name }) => name));
  return declaredBy([...own, ...packagesBeside(command).filter(({ name }) => !names.has(name))]);
}

function declaredBy(found: readonly Package[]): Installed {
  const packages = found.filter(({ manifest }) => manifest.codegen !== undefined);
  return {
    targets: packages.flatMap((each) => declarations<AnyTarget>(each, 'targets')),
    operations: packages.flatMap((each) => declarations<AnyOperation>(each, 'operations')),
  };
}

function declarations<Value extends { readonly name: string }>(
  from: Package,
  kind: (typeof kinds)[number],
): Declared<Value>[] {
  const { codegen } = from.manifest;
  if (!isRecord(codegen)) throw malformed(from, text`${'codegen'} is not an object`);
  for (const key of Object.keys(codegen)) {
    if ((kinds as readonly string[]).includes(key)) continue;
    const fix = didYouMean(key, kinds);
    throw malformed(from, text`${'codegen'} has the unknown key ${key}`, fix);
  }
  const declared = codegen[kind] ?? {};
  if (!isRecord(declared)) throw malformed(from, text`${`codegen.${kind}`} is not an object`);
  return Object.entries(declared).map(([name, reference]) => {
    const [path, member, ...rest] = typeof reference === 'string' ? reference.split('#') : [];
    if (!path?.startsWith('./') || !member || rest.length > 0) {
      throw malformed(
        from,
        text`${`codegen.${kind}.${name}`}: expected './file.js#export', found ${reference}`,
      );
    }
    return {
      name,
      package: from.name,
      load: () => loadExport<Value>(from, path, member, name),
    };
  });
}

async function loadExport<Value extends { readonly name: string }>(
  from: Package,
  path: string,
  member: string,
  name: string,
): Promise<Value> {
  const file = join(from.directory, path);
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
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
  const value = module[member];
  if (!isRecord(value)) {
    const fix = didYouMean(member, Object.keys(module));
    throw malformed(from, text`${unquoted(path)} has no export ${member}`, fix);
  }
  if (value['name'] !== name) {
    throw malformed(
      from,
      text`it declares ${name}, but the name of ${unquoted(`${path}#${member}`)} is ${value['name']}`,
    );
  }
  return value as unknown as Value;
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
