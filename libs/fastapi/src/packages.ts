import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { staticFile, type StaticFile } from '@rowhouse/core';
import { headerOf } from '@rowhouse/python';

/** The first line of every generated Python file. */
export const header = headerOf('the config');

/** And of every generated file of SQL. */
export const sqlHeader = header.replaceAll(/^#/gm, '--');

/** The `__init__.py` of a generated package without code of its own. `folder` is empty for the root. */
export function packageFile(folder: string, about: string): StaticFile {
  const path = folder === '' ? '__init__.py' : `${folder}/__init__.py`;
  return staticFile(path, `${header}\n"""${about}"""\n`);
}

/** The version that generated tests ask for, such as `0.1`: a later patch goes with them as well. */
export function generatorVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return version.split('.').slice(0, 2).join('.');
}

/** The folder of the templates: each operation has its own beside its code. */
export const templates = fileURLToPath(new URL('./operations', import.meta.url));
