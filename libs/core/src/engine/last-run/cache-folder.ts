import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * Where a project keeps what may be lost at any time: in the nearest `node_modules`, as other tools do; where a
 * project has none, in the user's cache.
 */
export function cacheFolder(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    const isPackage = existsSync(join(folder, 'package.json'));
    if (isPackage && existsSync(join(folder, 'node_modules'))) {
      return join(folder, 'node_modules', '.cache', 'rowhouse');
    }
    if (dirname(folder) === folder) return join(userCache(), 'rowhouse');
  }
}

/** As the XDG Base Directory Specification has it: a relative path there counts as none. */
function userCache(): string {
  const named = process.env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(named) ? named : join(homedir(), '.cache');
}
