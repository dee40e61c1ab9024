import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { filesOf } from '@rowhouse/core';
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
}

/**
 * The files that a target reads for a config, such as those of models, where the config's text names all
 * of them. Undefined where it does not, or where the target cannot be asked.
 */
export async function sourceInputs(
  workspaceRoot: string,
  config: string,
  { sources }: ImportClosure,
): Promise<SourceInputs | undefined> {
  const texts = [...sources, ...bundledTexts(sources)];
  const path = join(workspaceRoot, config);
  try {
    const found = await filesOf(path, (keys) => literalValues(texts, keys), { cwd: workspaceRoot });
    if (!found) return undefined;
    const inside = (paths: readonly string[]) =>
      paths.flatMap((each) => within(workspaceRoot, each));
    const { files, absent, folders } = found;
    return { files: inside(files), absent: inside(absent), folders: inside(folders) };
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

/** A path from the root; none for one outside, or of an installed package. */
function within(root: string, path: string): readonly string[] {
  const parts = relative(root, path).split(sep);
  return parts[0] === '..' || parts.includes('node_modules') ? [] : [parts.join('/')];
}
