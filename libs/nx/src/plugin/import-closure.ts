import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { readRegularFile } from '@rowhouse/core/imports';
import { scanImports } from '@rowhouse/jsonnet/syntax';

/** The files that an evaluation of a config may read. Paths are POSIX, relative to the workspace root. */
export interface ImportClosure {
  /** The config first, then what it imports, directly or not. */
  readonly files: readonly string[];
  /** Imported, but not there. An evaluation may not need them; when they appear, the result may change. */
  readonly absent: readonly string[];
  /** Absolute paths of imports from outside the workspace. */
  readonly outside: readonly string[];
  /** The texts of the Jsonnet files among `files`. */
  readonly sources: readonly string[];
}

interface ScannedFile {
  /** Undefined when it cannot be read, as a directory or a pipe cannot. */
  readonly source: string | undefined;
  readonly imports: readonly { readonly path: string; readonly isCode: boolean }[];
}

/**
 * Finds imports by their text; evaluates nothing. One scanner reads each file of a workspace once,
 * however many configs import it.
 */
export class ImportScanner {
  readonly #files = new Map<string, ScannedFile>();
  readonly #links = new Map<string, string | undefined>();
  readonly #realRoot: string;

  constructor(readonly workspaceRoot: string) {
    this.#realRoot = realpathSync(workspaceRoot);
  }

  /** @param config POSIX, relative to the workspace root. */
  closure(config: string): ImportClosure {
    const files = new Set<string>();
    const absent = new Set<string>();
    const outside = new Set<string>();
    const sources: string[] = [];
    const visited = new Set<string>();
    const queue = [{ path: join(this.workspaceRoot, config), isCode: true }];
    for (const { path, isCode } of queue) {
      const key = `${isCode} ${path}`;
      if (visited.has(key)) continue;
      visited.add(key);
      const real = this.#realPath(path);
      // A link counts as itself and as what it leads to: Nx does not look through linked folders.
      const places = [fromRoot(this.workspaceRoot, path)];
      if (real !== undefined) places.push(fromRoot(this.#realRoot, real));
      for (const place of places) {
        if (place === undefined) outside.add(real ?? path);
        else (real === undefined ? absent : files).add(place);
      }
      if (!isCode || real === undefined) continue;
      const scanned = this.#scan(path);
      if (scanned.source !== undefined) sources.push(scanned.source);
      queue.push(...scanned.imports);
    }
    return { files: [...files], absent: [...absent], outside: [...outside], sources };
  }

  #scan(path: string): ScannedFile {
    let scanned = this.#files.get(path);
    if (!scanned) {
      scanned = scan(path);
      this.#files.set(path, scanned);
    }
    return scanned;
  }

  #realPath(path: string): string | undefined {
    if (!this.#links.has(path)) this.#links.set(path, realPath(path));
    return this.#links.get(path);
  }
}

function scan(path: string): ScannedFile {
  let source: string;
  try {
    source = readRegularFile(path).toString('utf8');
  } catch {
    return { source: undefined, imports: [] };
  }
  const imports = scanImports(source).flatMap(({ kind, specifier }) =>
    specifier === undefined || isBundled(specifier)
      ? []
      : [{ path: resolve(dirname(path), specifier), isCode: kind === 'import' }],
  );
  return { source, imports };
}

/** Bundled helpers come with the engine's own version. */
function isBundled(specifier: string): boolean {
  return specifier.startsWith('stdlib/');
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** POSIX and relative to the root; undefined when the path lies outside. */
function fromRoot(root: string, path: string): string | undefined {
  const inside = relative(root, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return undefined;
  }
  return sep === '\\' ? inside.replaceAll('\\', '/') : inside;
}
