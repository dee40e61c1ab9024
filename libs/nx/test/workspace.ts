import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type {
  CreateDependenciesContext,
  ProjectConfiguration,
  TargetConfiguration,
} from '@nx/devkit';
import { onTestFinished } from 'vitest';

import { createDependencies, createNodes, type RowhousePluginOptions } from '@rowhouse/nx';

/** Writes a folder of files that goes when the test ends; `null` makes no file. */
export function temporaryWorkspace(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rowhouse-nx-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFiles(root, files);
  return root;
}

/** Writes files, by path relative to the root. */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The files that make a folder a workspace with `nx` of a version and our package installed. */
export function installed(nxVersion = '23.3.1'): Record<string, string> {
  return {
    'package.json': JSON.stringify({
      name: 'ws',
      devDependencies: { '@rowhouse/fastapi': '0.1.0' },
    }),
    'package-lock.json': '{}',
    'node_modules/nx/package.json': JSON.stringify({ name: 'nx', version: nxVersion }),
    'node_modules/@rowhouse/nx/package.json': JSON.stringify({ name: '@rowhouse/nx' }),
    'node_modules/@rowhouse/fastapi/package.json': JSON.stringify({
      name: '@rowhouse/fastapi',
      codegen: { targets: { fastapi: './dist/index.js#fastapi' } },
    }),
  };
}

/** The projects that the plugin infers for some configs, by root. */
export async function infer(
  workspaceRoot: string,
  configs: readonly string[],
  options?: RowhousePluginOptions,
): Promise<Record<string, Partial<ProjectConfiguration>>> {
  const [, inferProjects] = createNodes;
  const results = await inferProjects(configs, options, { workspaceRoot, nxJsonConfiguration: {} });
  return Object.assign({}, ...results.map(([, { projects }]) => projects)) as Record<
    string,
    Partial<ProjectConfiguration>
  >;
}

/** The projects to which the plugin draws edges from those with a config; folders by project name. */
export async function edges(
  workspaceRoot: string,
  folders: Readonly<Record<string, string>>,
  configs: readonly string[],
): Promise<readonly string[]> {
  const inferred = await infer(workspaceRoot, configs);
  const projects = Object.fromEntries(
    Object.entries(folders).map(([name, root]) => [name, { root, ...inferred[root] }]),
  );
  const context = { workspaceRoot, projects } as unknown as CreateDependenciesContext;
  const found = await createDependencies(undefined, context);
  return found.map(({ target }) => target);
}

/** One target of the one project that a workspace with `apps/api` has. */
export async function inferTarget(
  files: Readonly<Record<string, string>>,
  target = 'codegen',
  options?: RowhousePluginOptions,
): Promise<TargetConfiguration> {
  const root = temporaryWorkspace({ ...installed(), 'apps/api/project.json': '{}', ...files });
  const config = Object.keys(files).find((path) => /codegen\.config\.jsonn?e?t?$/.test(path))!;
  const projects = await infer(root, [config], options);
  return projects['apps/api']!.targets![target]!;
}
