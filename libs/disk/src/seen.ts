import type { Stats } from 'node:fs';
import { join } from 'node:path';

import { recover } from './commit.js';
import { entryAt, nodeFileSystem, readBytes, type FileSystem } from './file-system.js';
import { manifestName } from './names.js';
import { parents } from './paths/paths.js';
import { resolveRoot } from './paths/root.js';
import { contentHash, parseManifest, type Manifest } from './plan/manifest.js';
import { refuseShared } from './plan/protection.js';
import type { CleanOptions } from './types.js';

/** How a file that had the content of the manifest looked: its size, its times, its number. */
export type Stamp = readonly [size: number, modified: number, changed: number, number: number];

/** What is known of files without reading them, by path. */
export type Stamps = Readonly<Record<string, Stamp>>;

/** An output root that is as a commit left it. */
export interface Look {
  /** The files of the manifest, in its order. */
  readonly files: readonly string[];
  readonly stamps: Stamps;
  /** Whether files had to be read, so that there are other stamps. */
  readonly hasRead: boolean;
}

/** What a commit left in an output root. */
export interface Left {
  /** The root, links resolved. */
  readonly root: string;
  /** The SHA-256 of its manifest. */
  readonly manifest: string;
  /** Files of earlier commits that stayed, whatever they hold. */
  readonly orphans: readonly string[];
  /** What later looks saw; a file without a stamp is read. */
  readonly stamps: Stamps;
}

/**
 * File systems keep times in steps, the coarsest in two seconds: a file may be written again within the step
 * of the time that it shows. One that changed so recently is read once more next time.
 */
const coarsestStepMs = 2000;

/**
 * Looks whether an output root is as a commit left it. Every file of the manifest is looked at, and read
 * unless it looks as it did when it last had this content.
 *
 * @returns undefined when something changed.
 * @throws DiskError when an output must not be there, or what a killed run left cannot be undone.
 */
export async function lookAgain(
  root: string,
  left: Left,
  options: CleanOptions = {},
): Promise<Look | undefined> {
  const { fs = nodeFileSystem } = options;
  refuseShared(root, options, fs);
  await recover(root, options);
  if (resolveRoot(root, fs) !== left.root) return undefined;
  const text = contentOf(join(left.root, manifestName), fs);
  if (text === undefined || contentHash(text) !== left.manifest) return undefined;
  const manifest = parseManifest(text.toString());
  return manifest && new Looker(left, fs).lookAt(manifest);
}

class Looker {
  readonly #orphans: ReadonlySet<string>;
  readonly #directories = new Map<string, boolean>();
  readonly #since = Date.now() - coarsestStepMs;

  constructor(
    private readonly left: Left,
    private readonly fs: FileSystem,
  ) {
    this.#orphans = new Set(left.orphans);
  }

  lookAt(manifest: Manifest): Look | undefined {
    const { stamps } = this.left;
    const seen: Record<string, Stamp> = {};
    let hasRead = false;
    for (const [path, digest] of manifest) {
      const entry = this.#file(path);
      if (!entry) return undefined;
      if (this.#orphans.has(path)) continue;
      const stamp = stampOf(entry);
      if (!isEqual(stamp, stamps[path])) {
        const content = readBytes(join(this.left.root, path), this.fs);
        if (contentHash(content) !== digest) return undefined;
        hasRead = true;
      }
      // The stamp is older than what was read: a change between the two shows the next time.
      if (entry.ctimeMs < this.#since) seen[path] = stamp;
    }
    return { files: [...manifest.keys()], stamps: hasRead ? seen : stamps, hasRead };
  }

  /** A file that no link leads to. */
  #file(path: string): Stats | undefined {
    for (const directory of parents(path)) {
      if (!this.#isDirectory(directory)) return undefined;
    }
    const entry = entryAt(join(this.left.root, path), this.fs);
    return entry?.isFile() ? entry : undefined;
  }

  #isDirectory(path: string): boolean {
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const found = entryAt(join(this.left.root, path), this.fs)?.isDirectory() ?? false;
    this.#directories.set(path, found);
    return found;
  }
}

/** Where nothing is, or no file, there is no content. */
function contentOf(path: string, fs: FileSystem): Buffer | undefined {
  return entryAt(path, fs)?.isFile() ? readBytes(path, fs) : undefined;
}

function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp {
  return [size, mtimeMs, ctimeMs, ino];
}

function isEqual(one: Stamp, other: Stamp | undefined): boolean {
  return other !== undefined && one.every((value, index) => value === other[index]);
}
