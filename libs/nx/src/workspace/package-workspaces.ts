import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface RootManifest {
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
}

/** Tells which folders are packages of the workspace, where Nx makes a project of a `package.json`. */
export class PackageWorkspaces {
  #matcher: Promise<(folder: string) => boolean> | undefined;

  constructor(readonly workspaceRoot: string) {}

  /** @param folder POSIX, relative to the workspace root. */
  async includes(folder: string): Promise<boolean> {
    this.#matcher ??= this.#read();
    return (await this.#matcher)(folder);
  }

  async #read(): Promise<(folder: string) => boolean> {
    const patterns = [...this.#npmPatterns(), ...(await this.#pnpmPatterns())];
    const { minimatch } = await import('minimatch');
    const normalized = patterns.map((pattern) =>
      pattern.replace(/^(!?)\.\//, '$1').replace(/\/$/, ''),
    );
    const wanted = normalized.filter((pattern) => !pattern.startsWith('!'));
    const unwanted = normalized.filter((pattern) => pattern.startsWith('!'));
    return (folder) =>
      wanted.some((pattern) => minimatch(folder, pattern)) &&
      unwanted.every((pattern) => minimatch(folder, pattern));
  }

  #npmPatterns(): readonly string[] {
    try {
      const text = readFileSync(join(this.workspaceRoot, 'package.json'), 'utf8');
      const { workspaces = [] } = JSON.parse(text) as RootManifest;
      return 'packages' in workspaces ? (workspaces.packages ?? []) : (workspaces as string[]);
    } catch {
      return [];
    }
  }

  async #pnpmPatterns(): Promise<readonly string[]> {
    try {
      const text = readFileSync(join(this.workspaceRoot, 'pnpm-workspace.yaml'), 'utf8');
      const { parse } = await import('yaml');
      return (parse(text) as { packages?: readonly string[] } | null)?.packages ?? [];
    } catch {
      return [];
    }
  }
}
