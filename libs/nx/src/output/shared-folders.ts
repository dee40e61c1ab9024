import { posix } from 'node:path';

/** An output directory of a project. Paths are POSIX, relative to the workspace root. */
export interface OutputClaim {
  /** The project's name. */
  readonly project: string;
  /** What is generated from; one config has one output. */
  readonly config: string;
  readonly projectRoot: string;
  readonly folder: string;
}

/** Finds projects that generate into one folder, or one inside the other's. */
export class OutputClaims {
  readonly #byFolder = new Map<string, OutputClaim[]>();
  readonly #below = new Map<string, OutputClaim[]>();

  constructor(claims: Iterable<OutputClaim>) {
    for (const claim of claims) {
      add(this.#byFolder, claim.folder, claim);
      for (const folder of ancestors(claim.folder)) add(this.#below, folder, claim);
    }
  }

  /** The name of the project of another config whose output directory meets this one. */
  conflict({ config, projectRoot, folder }: OutputClaim): string | undefined {
    const outer = ancestors(folder).flatMap((each) => this.#byFolder.get(each) ?? []);
    const inner = isMixed({ projectRoot, folder }) ? [] : (this.#below.get(folder) ?? []);
    const met = [
      ...(this.#byFolder.get(folder) ?? []),
      ...outer.filter((claim) => !isMixed(claim)),
      ...inner,
    ];
    return met.find((claim) => claim.config !== config)?.project;
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
