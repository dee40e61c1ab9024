import { hash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

import { filesOf, type SourceMemory } from '@rowhouse/core';
import { stdlibDirectory } from '@rowhouse/core/imports';
import { scanImports } from '@rowhouse/jsonnet/syntax';

import type { ImportClosure } from './import-closure.js';
import { literalValues } from './literal-values.js';

/** Files of the workspace that generating reads besides the config: POSIX paths and patterns from its root. */
export interface SourceInputs {
  readonly files: readonly string[];
  /** Looked for, and not there. */
  readonly absent: readonly string[];
  /** Folders of which every file counts. */
  readonly folders: readonly string[];
  /** Of which every file counts, by `*`, `?` and `**`. */
  readonly patterns: readonly string[];
  /** Where files would be read once something is installed; `*` stands for any name. */
  readonly installable: readonly string[];
  /** Absolute paths of files outside the workspace. */
  readonly outside: readonly string[];
}

/**
 * The files that a target reads for a config, such as those of models. Undefined where the config cannot
 * tell which, or the target cannot be asked.
 */
export async function sourceInputs(
  workspaceRoot: string,
  config: string,
  { sources }: ImportClosure,
  memory: SourceMemory,
): Promise<SourceInputs | undefined> {
  const path = join(workspaceRoot, config);
  const text = {
    digest: hash('sha256', JSON.stringify(sources)),
    valuesOf: (keys: readonly string[]) =>
      literalValues([...sources, ...bundledTexts(sources)], keys),
  };
  try {
    const found = await filesOf(path, text, { cwd: workspaceRoot }, memory);
    if (!found) return undefined;
    const places = new Places(workspaceRoot);
    return {
      files: places.of(found.files),
      absent: places.of(found.absent),
      folders: places.of(found.folders),
      patterns: places.of(found.patterns),
      installable: new Places(workspaceRoot).of(found.installable),
      outside: [...places.outside],
    };
  } catch {
    // Why the target does not load, or which of several it is, a run of the task tells.
    return undefined;
  }
}

/** The texts of the bundled helpers that a config imports, and that those import. */
function bundledTexts(sources: readonly string[]): readonly string[] {
  const texts = new Map<string, string>();
  const queue = [...sources];
  for (const source of queue) {
    for (const { specifier } of scanImports(source)) {
      if (!specifier?.startsWith('stdlib/') || texts.has(specifier)) continue;
      const path = join(stdlibDirectory(), specifier.slice('stdlib/'.length));
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      texts.set(specifier, text);
      queue.push(text);
    }
  }
  return [...texts.values()];
}

/** Turns absolute paths into such from the root of a workspace. */
class Places {
  readonly outside = new Set<string>();
  readonly #realRoot: string;

  constructor(private readonly root: string) {
    this.#realRoot = realpathSync(root);
  }

  /** A link counts as itself and as what it leads to: Nx does not look through linked folders. */
  of(paths: readonly string[]): readonly string[] {
    const found = paths.flatMap((path) => {
      const real = existsSync(path) ? realpathSync(path) : undefined;
      const places = [fromRoot(this.root, path)];
      if (real !== undefined) places.push(fromRoot(this.#realRoot, real));
      if (places.includes(undefined)) this.outside.add(real ?? path);
      return places.filter((place) => place !== undefined);
    });
    return [...new Set(found)];
  }
}

/** POSIX and relative to the root; undefined when the path lies outside. */
function fromRoot(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside.split(sep)[0] === '..' || isAbsolute(inside)) return undefined;
  return inside.split(sep).join('/') || '.';
}
