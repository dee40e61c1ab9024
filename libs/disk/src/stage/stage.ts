import { join } from 'node:path';

import { attempt, ignoring } from '../errors.js';
import { entryAt, type FileSystem } from '../file-system.js';
import { formatJournal, journalPath, staged, type Journal } from '../journal/journal.js';
import { stageName } from '../names.js';
import type { Change, Plan } from '../types.js';
import { syncDirectory, writeFiles } from './durable.js';

/** The files of a plan that get new content. */
export function newFilesOf(plan: Plan) {
  type Written = Extract<Change, { readonly after: string }>;
  return plan.changes.filter((change): change is Written => 'after' in change);
}

/** Writes the new files of a plan and then its journal into the stage, each safely on the disk. */
export async function stage(plan: Plan, fs: FileSystem): Promise<Journal> {
  const directory = join(plan.root, stageName);
  attempt('write', directory, () => fs.mkdirSync(directory));
  const changes = newFilesOf(plan);
  const files = changes.map((change, index) => ({
    path: join(directory, staged.new(index)),
    text: change.after,
    mode: change.kind === 'update' ? change.mode : undefined,
    target: join(plan.root, change.path),
  }));
  await writeFiles(files, fs);
  const journal: Journal = {
    removedFiles: plan.changes.flatMap(({ kind, path }) => (kind === 'delete' ? [path] : [])),
    removedDirectories: plan.removedDirectories.map((path) => ({
      path,
      mode: (entryAt(join(plan.root, path), fs)?.mode ?? 0o755) & 0o7777,
    })),
    createdDirectories: plan.createdDirectories,
    newFiles: changes.map(({ path, kind }) => ({ path, replaces: kind === 'update' })),
  };
  const path = journalPath(plan.root);
  const part = `${path}.part`;
  await writeFiles([{ path: part, text: formatJournal(journal), target: path }], fs);
  attempt('write', path, () => fs.renameSync(part, path));
  syncDirectory(directory, fs);
  syncDirectory(plan.root, fs);
  return journal;
}

/** Removes the stage with all it holds. The journal goes first: without it, the rest means nothing. */
export function removeStage(root: string, fs: FileSystem): void {
  const directory = join(root, stageName);
  attempt('remove', directory, () => {
    ignoring(['ENOENT'], () => fs.unlinkSync(journalPath(root)));
    syncDirectory(directory, fs);
    fs.rmSync(directory, { recursive: true, force: true });
  });
}
