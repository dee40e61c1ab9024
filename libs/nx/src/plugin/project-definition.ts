import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { TargetConfiguration } from '../devkit.js';

/** What a project says of itself, as far as inferring needs it before Nx has put it together. */
export interface ProjectDefinition {
  /** The name that Nx will give it. */
  readonly name: string;
  readonly targets: Readonly<Record<string, TargetConfiguration | undefined>>;
}

interface Manifest {
  readonly name?: unknown;
  readonly targets?: ProjectDefinition['targets'];
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly nx?: { readonly targets?: ProjectDefinition['targets'] };
}

/** Reads a folder's `project.json` and `package.json`. Absent or broken ones count as empty. */
export function readProjectDefinition(folder: string): ProjectDefinition {
  const project = readManifest(join(folder, 'project.json'));
  const manifest = readManifest(join(folder, 'package.json'));
  const name = [project.name, manifest.name].find((each) => typeof each === 'string');
  return {
    name: name ?? basename(folder),
    targets: { ...scriptsOf(manifest), ...manifest.nx?.targets, ...project.targets },
  };
}

/** Nx makes a target of each. */
function scriptsOf({ scripts = {} }: Manifest): ProjectDefinition['targets'] {
  return Object.fromEntries(Object.keys(scripts).map((name) => [name, {}]));
}

function readManifest(file: string): Manifest {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Manifest | null) ?? {};
  } catch {
    // Nx reports a broken one.
    return {};
  }
}
