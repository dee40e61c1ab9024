import { realpathSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

/** An output directory of a project. Paths are POSIX, relative to the workspace root. */
export interface OutputClaim {
  /** The project's name. */
  readonly project: string;
  /** What is generated from; one config has one output. */
  readonly config: string;
  readonly projectRoot: string;
  readonly folder: string;
}

/** Finds projects that generate into one folder, or one inside the other's, also by way of links. */
export class OutputClaims {
  readonly #byFolder = new Map<string, OutputClaim[]>();
  readonly #below = new Map<string, OutputClaim[]>();
  readonly #workspaceRoot: string;

  constructor(workspaceRoot: string, claims: Iterable<OutputClaim>) {
    this.#workspaceRoot = realPath(workspaceRoot);
    for (const claim of claims) {
      const real = this.#realFolder(claim);
      add(this.#byFolder, real, claim);
      for (const folder of ancestors(real)) add(this.#below, folder, claim);
    }
  }

  /** The name of the project of another config whose output directory meets this one. */
  conflict(claim: OutputClaim): string | undefined {
    const real = this.#realFolder(claim);
    const outer = ancestors(real).flatMap((each) => this.#byFolder.get(each) ?? []);
    const inner = isMixed(claim) ? [] : (this.#below.get(real) ?? []);
    const met = [
      ...(this.#byFolder.get(real) ?? []),
      ...outer.filter((each) => !isMixed(each)),
      ...inner,
    ];
    return met.find(({ config }) => config !== claim.config)?.project;
  }

  #realFolder({ folder }: OutputClaim): string {
    const path = realPath(join(this.#workspaceRoot, folder));
    return relative(this.#workspaceRoot, path).split(sep).join('/') || '.';
  }
}

/** A path with the links in it resolved, as far as it exists. */
function realPath(path: string): string {
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return resolve(realpathSync(existing), relative(existing, path));
    } catch {
      // It does not exist yet, or cannot be read: the links in what is around it count.
      if (existing === dirname(existing)) return path;
    }
  }
}

/** Generated files beside a project's own, which may hold other projects as well. */
function isMixed({ projectRoot, folder }: Pick<OutputClaim, 'projectRoot' | 'folder'>): boolean {
  return folder === projectRoot;
}

function ancestors(folder: string): readonly string[] {
  const found: string[] = [];
  for (let each = folder; each !== '.';) {
    each = posix.dirname(each);
    found.push(each);
  }
  return found;
}

function add(map: Map<string, OutputClaim[]>, folder: string, claim: OutputClaim): void {
  const claims = map.get(folder);
  if (claims) claims.push(claim);
  else map.set(folder, [claim]);
}
