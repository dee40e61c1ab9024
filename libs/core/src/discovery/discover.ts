import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CommandError } from '../errors/errors.js';
import { didYouMean } from '../errors/suggest.js';
import type { AnyOperation } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';
import { findPackages, type Package } from './packages.js';
import type { Declared, Installed } from './plugin.js';

const kinds = ['targets', 'operations'] as const;

/**
 * Finds what the packages of a project and its workspace declare in their `package.json`:
 * `"codegen": { "targets": { "fastapi": "./dist/index.js#fastapi" }, "operations": {} }`. Loads nothing.
 *
 * @param directory a directory of the project.
 * @throws CommandError for a declaration of the wrong form; it names the package.
 */
export function discover(directory: string): Installed {
  const packages = findPackages(directory).filter(({ manifest }) => manifest.codegen !== undefined);
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
  if (!isRecord(codegen)) throw malformed(from, `'codegen' is not an object`);
  for (const key of Object.keys(codegen)) {
    if ((kinds as readonly string[]).includes(key)) continue;
    throw malformed(from, `'codegen' has the unknown key '${key}'`, didYouMean(key, kinds));
  }
  const declared = codegen[kind] ?? {};
  if (!isRecord(declared)) throw malformed(from, `'codegen.${kind}' is not an object`);
  return Object.entries(declared).map(([name, reference]) => {
    const [path, member, ...rest] = typeof reference === 'string' ? reference.split('#') : [];
    if (!path?.startsWith('./') || !member || rest.length > 0) {
      const form = `expected "./file.js#export", found ${JSON.stringify(reference)}`;
      throw malformed(from, `'codegen.${kind}.${name}': ${form}`);
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
          message: `package ${from.name} does not load: ${reason}`,
          hint: `Its package.json names ${path}. Reinstall or rebuild the package.`,
        },
      ],
      { cause },
    );
  }
  const value = module[member];
  if (!isRecord(value)) {
    const hint = didYouMean(member, Object.keys(module));
    throw malformed(from, `${path} has no export '${member}'`, hint);
  }
  if (value['name'] !== name) {
    const found = JSON.stringify(value['name']);
    throw malformed(from, `it declares '${name}', but the name of ${path}#${member} is ${found}`);
  }
  return value as unknown as Value;
}

function malformed(from: Package, message: string, hint?: string): CommandError {
  return new CommandError([
    { message: `package ${from.name}: ${message}`, ...(hint !== undefined && { hint }) },
  ]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
