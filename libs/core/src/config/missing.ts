import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { nearest } from '../errors/suggest.js';
import { stdlibDirectory, type MissingImport } from './imports.js';

/** The likely fix for a file that does not exist: one of a near name in its directory. */
export function hintForFile(path: string): string | undefined {
  const name = nearFile(path);
  return name === undefined ? undefined : `Did you mean '${name}'?`;
}

/** The likely fix for an import of a file that does not exist. */
export function hintForImport(
  { specifier, path }: MissingImport,
  shown: (file: string) => string,
): string {
  const name = nearFile(path);
  if (name !== undefined) {
    const directory = specifier.slice(0, specifier.length - basename(specifier).length);
    return `Did you mean '${directory}${name}'?`;
  }
  if (!specifier.startsWith('stdlib/')) return `Looked for ${shown(path)}.`;
  return `The bundled helpers are: ${listHelpers().join(', ')}.`;
}

function nearFile(path: string): string | undefined {
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true });
    return nearest(
      basename(path),
      entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name),
    );
  } catch {
    return undefined;
  }
}

function listHelpers(): readonly string[] {
  return readdirSync(stdlibDirectory(), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.libsonnet') && !path.startsWith('node_modules/'))
    .map((path) => `stdlib/${path}`)
    .sort();
}
