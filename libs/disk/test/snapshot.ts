import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files by their path; a directory's path ends in a slash and its content is empty. */
export type Snapshot = Record<string, string>;

/** Everything below a directory, hidden files and empty directories too; links are not followed. */
export function snapshot(directory: string): Snapshot {
  const found: Snapshot = {};
  visit('');
  return found;

  function visit(prefix: string): void {
    const entries = readdirSync(join(directory, prefix), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) {
        found[`${path}/`] = '';
        visit(`${path}/`);
      } else if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(directory, path))}`;
      else found[path] = readFileSync(join(directory, path), 'latin1');
    }
  }
}

/** The output alone: what a snapshot holds, without directories and the manifest. */
export function outputOf(directory: string): Snapshot {
  const entries = Object.entries(snapshot(directory));
  return Object.fromEntries(
    entries.filter(([path]) => !path.endsWith('/') && path !== '.rowhouse.json'),
  );
}

/** Writes files below a directory. A path that ends in a slash makes a directory. */
export function lay(directory: string, files: Snapshot): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(directory, path);
    mkdirSync(path.endsWith('/') ? target : dirname(target), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(target, content, 'latin1');
  }
}
