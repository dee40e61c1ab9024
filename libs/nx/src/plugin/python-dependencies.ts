import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the `pyproject.toml` of a project says of the packages that it needs. */
interface Manifest {
  readonly name: string | undefined;
  /** Names of packages in lists, such as `dependencies`. */
  readonly required: ReadonlySet<string>;
  /** Folders, relative to the manifest or absolute. */
  readonly paths: readonly string[];
  /** Packages that another project of the workspace is. */
  readonly members: readonly string[];
}

/**
 * The folders of the workspace that each folder with a `pyproject.toml` needs: path and workspace dependencies of uv,
 * requirements with `file:`, and path dependencies of Poetry.
 *
 * @param folders those of projects, POSIX, relative to the workspace root.
 */
export function pythonDependencies(
  workspaceRoot: string,
  folders: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const manifests = new Map(
    folders.flatMap((folder) => {
      const manifest = readManifest(workspaceRoot, folder);
      return manifest ? [[folder, manifest] as const] : [];
    }),
  );
  const byName = new Map(
    [...manifests].flatMap(([folder, { name }]) =>
      name === undefined ? [] : [[name, folder] as const],
    ),
  );
  // What the root says of sources, all members of the uv workspace have.
  const shared = readManifest(workspaceRoot, '.')?.members ?? [];
  return new Map(
    [...manifests].map(([folder, { paths, members, required }]) => {
      const inherited = shared.filter((name) => required.has(name));
      const named = [...members, ...inherited].flatMap((name) => byName.get(name) ?? []);
      const placed = paths.map((path) => placeOf(workspaceRoot, folder, path));
      return [folder, [...placed, ...named]];
    }),
  );
}

function placeOf(workspaceRoot: string, folder: string, path: string): string {
  if (!path.startsWith('/')) return posix.join(folder, path).replace(/(?<=.)\/$/, '');
  return posix.relative(workspaceRoot.replaceAll('\\', '/'), path);
}

const SOURCES = /^tool\.uv\.sources(?:\.|$)|^tool\.poetry(?:\.group\.[^.]+)?\.dependencies(?:\.|$)/;

function readManifest(workspaceRoot: string, folder: string): Manifest | undefined {
  const file = join(workspaceRoot, folder, 'pyproject.toml');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').replace(/^\s*#.*$/gm, '');
  const paths = [...text.matchAll(/@\s*(file:[^"'\s;]+)/g)].map(([, url]) => pathOf(url!));
  const members: string[] = [];
  let name: string | undefined;
  for (const [header, body] of tables(text)) {
    if (header === 'project' || header === 'tool.poetry') {
      name ??= normal(/^name\s*=\s*["']([^"']+)["']/m.exec(body)?.[1]);
    }
    if (!SOURCES.test(header)) continue;
    paths.push(...[...body.matchAll(/\bpath\s*=\s*["']([^"']+)["']/g)].map(([, path]) => path!));
    const inline = body.matchAll(/^["']?([\w.-]+)["']?\s*=[^\n]*\bworkspace\s*=\s*true/gm);
    members.push(...[...inline].map(([, each]) => normal(each)!));
    if (/^workspace\s*=\s*true/m.test(body)) members.push(normal(header.split('.').at(-1))!);
  }
  const required = [...text.matchAll(/["']([A-Za-z][\w.-]*)/g)].map(([, each]) => normal(each)!);
  return { name, required: new Set(required), paths, members };
}

/** The tables of a TOML file, by their headers. */
function tables(text: string): readonly (readonly [header: string, body: string])[] {
  return text.split(/^(?=\[)/m).map((table) => {
    const header = /^\[+([^\]\n]+)\]+/.exec(table)?.[1] ?? '';
    return [header.replaceAll(/["'\s]/g, ''), table.slice(table.indexOf('\n') + 1)];
  });
}

/** A path in the form of a URL, which may be relative. */
function pathOf(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : url.replace(/^file:(?:\/\/)?/, '');
}

/** As Python compares the names of packages. */
function normal(name: string | undefined): string | undefined {
  return name?.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
