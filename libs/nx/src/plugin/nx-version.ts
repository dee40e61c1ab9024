import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { NX_INSTALLATION } from '../workspace/nx-installation.js';

/** What the workspace's Nx understands in a target's inputs. */
export interface InputSupport {
  /** `{ fileset, includeIgnored: true }`, from 23.3 on; before, the flag is overlooked. */
  readonly includeIgnored: boolean;
}

/** Reads the version of the Nx that the workspace has installed. */
export function inputSupport(workspaceRoot: string): InputSupport {
  const [major = 0, minor = 0] = nxVersion(workspaceRoot).split('.').map(Number);
  return { includeIgnored: major > 23 || (major === 23 && minor >= 3) };
}

function nxVersion(workspaceRoot: string): string {
  try {
    const paths = [workspaceRoot, join(workspaceRoot, NX_INSTALLATION)];
    const manifest = createRequire(import.meta.url).resolve('nx/package.json', { paths });
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  } catch {
    return '0.0.0';
  }
}
