import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { refuse, SchemaValidationError } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';

/** An extension that a package declares, not loaded yet. */
export interface DiscoveredExtension {
  readonly name: string;
  readonly origin: 'discovered';
  readonly package: string;
  readonly dependsOn: readonly string[];
  /** Directory of the package. */
  readonly directory: string;
  /** Module path inside the package, and the exported class. */
  readonly module: string;
  readonly className: string;
}

/** The parts of a `package.json` that discovery reads. */
interface Manifest {
  readonly workspaces?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly schema?: { readonly extensions?: unknown };
}

const ENTRY_FORM = "'./module.js#ExtensionClass'";
const ENTRY = /^(?<module>\.\/[^#]+)#(?<className>[\p{ID_Start}$_][\p{ID_Continue}$]*)$/u;

/**
 * Finds the extensions that the dependencies of a project, and of the workspace around it, declare
 * under `schema.extensions` in their `package.json`. Loads none of them.
 *
 * @returns the project's before the workspace's, each in the order of the dependencies' names.
 * @throws SchemaValidationError when a declaration is malformed.
 */
export function discoverExtensions(projectRoot: string): readonly DiscoveredExtension[] {
  const found: DiscoveredExtension[] = [];
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const root of dependencyRoots(resolve(projectRoot))) {
    const manifest = readManifest(join(root, 'package.json'));
    const names = Object.keys({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }).sort();
    for (const name of names) {
      const directory = packageDirectory(name, root);
      if (directory === undefined || seen.has(name)) continue;
      seen.add(name);
      found.push(...declaredExtensions(name, directory, issues));
    }
  }
  refuse(issues);
  return found;
}

/** The nearest directory with a `package.json`, and the workspace root above it. */
function dependencyRoots(start: string): readonly string[] {
  const roots: string[] = [];
  for (let directory = start; ; directory = dirname(directory)) {
    const manifest = join(directory, 'package.json');
    if (existsSync(manifest)) {
      const isWorkspace =
        readManifest(manifest).workspaces !== undefined ||
        existsSync(join(directory, 'nx.json')) ||
        existsSync(join(directory, 'pnpm-workspace.yaml'));
      if (roots.length === 0 || isWorkspace) roots.push(directory);
      if (isWorkspace) return roots;
    }
    if (dirname(directory) === directory) return roots;
  }
}

/** Walks up `node_modules`: `require.resolve` would fail on packages that do not export their manifest. */
function packageDirectory(name: string, root: string): string | undefined {
  const places = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  return places
    .map((place) => join(place, name))
    .find((path) => existsSync(join(path, 'package.json')));
}

function declaredExtensions(
  packageName: string,
  directory: string,
  issues: Issue[],
): readonly DiscoveredExtension[] {
  const declared = readManifest(join(directory, 'package.json')).schema?.extensions;
  if (declared === undefined) return [];
  const subject = `package.json of ${packageName}`;
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
    issues.push({
      code: 'extension-declaration',
      subject,
      path: ['schema', 'extensions'],
      found: declared,
      expected: [`an object with extension names as keys and ${ENTRY_FORM} as values`],
    });
    return [];
  }
  return Object.entries(declared as Record<string, unknown>).flatMap(([name, entry]) => {
    const match = typeof entry === 'string' ? ENTRY.exec(entry) : null;
    const { module, className } = match?.groups ?? {};
    if (module === undefined || className === undefined || module.split('/').includes('..')) {
      issues.push({
        code: 'extension-declaration',
        subject,
        path: ['schema', 'extensions', name],
        found: entry,
        expected: [`${ENTRY_FORM}, a path inside the package`],
      });
      return [];
    }
    return [
      {
        name,
        origin: 'discovered',
        package: packageName,
        dependsOn: [],
        directory,
        module,
        className,
      },
    ];
  });
}

function readManifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch (error) {
    throw new SchemaValidationError(
      [
        {
          code: 'package-unreadable',
          subject: path,
          message: `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        },
      ],
      { cause: error },
    );
  }
}
