import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

import { staticFile, type BuiltProject, type StaticFile } from '@rowhouse/core';
import { contractOf, type Project } from '@rowhouse/fastapi';

import { clientFile } from './client-file.js';
import { nameAll, type NamedApp } from './naming.js';
import { resourceFile } from './resource-file.js';
import { header, importOf } from './source.js';

/** All files of the client. */
export function* clientFiles(built: BuiltProject<Project>): Iterable<StaticFile> {
  const { project } = built;
  const apps = nameAll(contractOf(built));
  const exported = new Map<string, readonly string[]>();
  for (const app of apps) {
    for (const resource of app.resources) {
      const path = `${app.folder}/${resource.module}`;
      const { text, types } = resourceFile(resource, project);
      exported.set(path, types);
      yield staticFile(`${path}.ts`, text);
    }
    yield staticFile(`${app.folder}/client.ts`, clientFile(app));
  }
  yield staticFile('index.ts', indexFile(apps, exported));
  yield* runtimeFiles(project);
}

/** What a project imports: clients, the runtime, and each type whose name is that of one alone. */
function indexFile(
  apps: readonly NamedApp[],
  exported: ReadonlyMap<string, readonly string[]>,
): string {
  const counts = new Map<string, number>();
  for (const name of [...exported.values()].flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const clients = apps.flatMap(({ folder, name }) => [
    `export { create${name}Client } from "./${folder}/client.js";\n`,
    `export type { ${name}Client } from "./${folder}/client.js";\n`,
  ]);
  const types = [...exported].map(([path, names]) =>
    importOf(
      names.filter((name) => counts.get(name) === 1),
      `./${path}.js`,
      'export type',
    ),
  );
  return [header, 'export * from "./runtime/index.js";\n', ...clients, ...types].join('');
}

const folder = fileURLToPath(new URL('../runtime', import.meta.url));

/** The code that all operations share, copied as it is. */
function runtimeFiles({ client }: Project): readonly StaticFile[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && (name !== 'dates.ts' || client.dates === 'branded'))
    .sort();
  return [
    ...names.map((name) =>
      staticFile(`runtime/${name}`, `${header}${readFileSync(join(folder, name), 'utf8')}`),
    ),
    staticFile(
      'runtime/index.ts',
      `${header}${names.map((name) => `export * from "./${name.slice(0, -3)}.js";\n`).join('')}`,
    ),
  ];
}
