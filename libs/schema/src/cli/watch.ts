import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How long files must rest: an editor writes in several steps. */
const REST_MS = 50;

/** Folders without sources, beside those whose names begin with a dot. */
const OTHERS = new Set(['node_modules', 'migrations', 'dist']);

/** Calls a function at once, and again whenever a source below a folder has changed. */
export async function watchSources(folder: string, onChange: () => Promise<void>): Promise<never> {
  let watchers: readonly FSWatcher[] = [];
  let isChanged = true;
  let wake: (() => void) | undefined;
  for (;;) {
    const former = watchers;
    watchers = (await foldersIn(folder)).map((each) =>
      watch(each, (_, name) => {
        if (name !== null && !/\.(?:[cm]?[jt]s|sql|json)$/.test(name)) return;
        isChanged = true;
        wake?.();
      }),
    );
    for (const watcher of former) watcher.close();
    while (!isChanged) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      await setTimeout(REST_MS);
    }
    isChanged = false;
    await onChange();
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !OTHERS.has(entry.name),
    )
    .map((entry) => foldersIn(join(folder, entry.name)));
  return [folder, ...(await Promise.all(below)).flat()];
}
