import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

import { staticFile, type BuiltProject, type StaticFile } from '@rowhouse/core';
import { contractOf, type Project } from '@rowhouse/fastapi';

import { clientFile } from './client-file.js';
import { nameAll, type NamedApp } from './naming.js';
import { resourceFile } from './resource-file.js';
import { appQueriesFile, queriesFile } from './queries-file.js';
import { schemasFile } from './schemas-file.js';
import { header, importOf } from './source.js';

/** All files of the client. */
export function* clientFiles(built: BuiltProject<Project>): Iterable<StaticFile> {
  const { project } = built;
  const { query, validation } = project.client;
  const apps = nameAll(contractOf(built));
  const exported = new Map<string, readonly string[]>();
  for (const app of apps) {
    for (const resource of app.resources) {
      const path = `${app.folder}/${resource.module}`;
      const { text, types } = resourceFile(resource, project);
      exported.set(path, types);
      yield staticFile(`${path}.ts`, text);
      if (query !== undefined) {
        yield staticFile(`${path}.queries.ts`, withPackage(queriesFile(app, resource), query));
      }
      const schemas = validation && schemasFile(resource);
      if (schemas !== undefined) yield staticFile(`${path}.schemas.ts`, schemas);
    }
    yield staticFile(`${app.folder}/client.ts`, clientFile(app));
    if (query !== undefined) yield staticFile(`${app.folder}/queries.ts`, appQueriesFile(app));
  }
  yield staticFile('index.ts', indexFile(apps, exported, query !== undefined));
  yield* runtimeFiles(project);
}

/** What a project imports: clients, the runtime, and each type whose name is that of one alone. */
function indexFile(
  apps: readonly NamedApp[],
  exported: ReadonlyMap<string, readonly string[]>,
  hasQueries: boolean,
): string {
  const counts = new Map<string, number>();
  for (const name of [...exported.values()].flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const clients = apps.flatMap(({ folder, name }) => [
    `export { create${name}Client } from "./${folder}/client.js";\n`,
    `export type { ${name}Client } from "./${folder}/client.js";\n`,
    ...(hasQueries
      ? [
          `export { create${name}Queries } from "./${folder}/queries.js";\n`,
          `export type { ${name}Queries } from "./${folder}/queries.js";\n`,
        ]
      : []),
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

/** The package of TanStack Query for a framework: each exports what all share. */
function withPackage(text: string, query: string): string {
  return text.replace('@tanstack/query-core', `@tanstack/${query.slice('tanstack-'.length)}-query`);
}

/** The code that all operations share, copied as it is. */
function runtimeFiles({ client: { dates, query, validation } }: Project): readonly StaticFile[] {
  const left = new Set([
    ...(dates === 'branded' ? [] : ['dates.ts']),
    ...(query === undefined ? ['query.ts'] : []),
    ...(validation === undefined ? ['schemas.ts'] : []),
  ]);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !left.has(name))
    .sort();
  const read = (name: string) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return query === undefined ? text : withPackage(text, query);
  };
  // What needs a package is imported where it is used.
  const shared = names.filter((name) => name !== 'query.ts' && name !== 'schemas.ts');
  return [
    ...names.map((name) => staticFile(`runtime/${name}`, header + read(name))),
    staticFile(
      'runtime/index.ts',
      `${header}${shared.map((name) => `export * from "./${name.slice(0, -3)}.js";\n`).join('')}`,
    ),
  ];
}
