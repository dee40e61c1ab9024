import { posix } from 'node:path';

import type { ImportClosure } from './import-closure.js';
import { literalValues } from './literal-values.js';

/** The only key of a config of this name is that of `client`. */
const OUT = 'out';

/**
 * Where the TypeScript client of a config goes, relative to the workspace root. Undefined where there is none, or where
 * only an evaluation tells: `codegen generate --target client` knows it then.
 */
export function clientFolder(config: string, { sources }: ImportClosure): string | undefined {
  if (!sources.some((source) => source.includes('client'))) return undefined;
  const [out, ...others] = literalValues(sources, [OUT])?.[OUT] ?? [];
  if (out === undefined || others.length > 0) return undefined;
  const folder = posix.join(posix.dirname(config), out);
  return folder.startsWith('../') ? undefined : folder.replace(/\/$/, '');
}
