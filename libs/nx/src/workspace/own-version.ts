import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package, and of the others of Rowhouse with it. */
export function ownVersion(): string {
  const manifest = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
