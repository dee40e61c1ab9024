import { posix } from 'node:path';

import type { ImportClosure } from './import-closure.js';
import { jsonPackagePrefix, prefixFolder, scanPackagePrefix } from './package-prefix.js';

/** Where a config's output goes, as far as that is known without evaluating it. */
export interface OutputFolder {
  /** POSIX, relative to the workspace root. Undefined when it cannot be told. */
  readonly path: string | undefined;
  /** Why nothing can be cached. */
  readonly uncached?: string;
}

/**
 * @param config the config's path, relative to the workspace root.
 * @param override the plugin's `packagePrefix` option.
 */
export function outputFolder(
  config: string,
  closure: ImportClosure,
  override: string | undefined,
): OutputFolder {
  const found = config.endsWith('.json')
    ? jsonPackagePrefix(closure.sources[0] ?? '')
    : scanPackagePrefix(closure.sources);
  const prefix = found.value ?? override;
  if (prefix === undefined) {
    const reason = found.value === undefined ? found.reason : '';
    const fix = `set packagePrefix in the options of @rowhouse/nx in nx.json`;
    return { path: undefined, uncached: `${reason}, so its outputs are unknown: ${fix}` };
  }
  const path = posix.join(posix.dirname(config), prefixFolder(prefix));
  if (prefix !== '') return { path };
  return {
    path,
    uncached: 'its package_prefix is empty, so generated and other files are in the same folder',
  };
}
