import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { nearest, text, type Text, unquoted } from '@rowhouse/errors';

import { stdlibDirectory, type MissingImport } from './imports.js';

/** The likely fix for a file that does not exist: one of a near name in its directory. */
export function fixForFile(path: string): Text | undefined {
  const name = nearFile(path);
  return name === undefined ? undefined : text`Did you mean ${name}?`;
}

/** The likely fix for an import of a file that does not exist. */
export function fixForImport(
  { specifier, path }: MissingImport,
  display: (file: string) => string,
): Text {
  const name = nearFile(path);
  if (name !== undefined) {
    const directory = specifier.slice(0, specifier.length - basename(specifier).length);
    return text`Did you mean ${directory + name}?`;
  }
  if (!specifier.startsWith('stdlib/')) return text`Looked for ${unquoted(display(path))}.`;
  return text`The bundled helpers are: ${listHelpers()}.`;
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
