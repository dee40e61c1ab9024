import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A project of the wiki target in a temporary directory. */
export class WikiProject {
  readonly cwd = realpathSync(mkdtempSync(join(tmpdir(), 'engine-')));

  /** Writes a config of pages with one text each. */
  writeConfig(...pages: readonly string[]): void {
    const book = { name: 'one', pages: pages.map((name) => ({ name, operations: ['text'] })) };
    writeFileSync(join(this.cwd, 'wiki.json'), JSON.stringify({ title: 'W', books: [book] }));
  }

  /** The files under a directory of the project, the manifest left out. */
  filesIn(directory: string): readonly string[] {
    if (!existsSync(join(this.cwd, directory))) return [];
    return readdirSync(join(this.cwd, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.rowhouse.json')
      .map((entry) => join(entry.parentPath, entry.name).slice(this.cwd.length + 1))
      .sort();
  }

  remove(): void {
    rmSync(this.cwd, { recursive: true });
  }
}
