import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of files that is gone after the test. */
export interface Project {
  readonly root: string;
  remove(): Promise<void>;
}

/** Writes `files`, by path; an object becomes JSON. */
export async function createProject(
  files: Readonly<Record<string, string | object>>,
): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), 'rowhouse-schema-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(
      join(root, path),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
