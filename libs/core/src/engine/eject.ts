import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { text, unquoted } from '@rowhouse/errors';
import {
  commit,
  manifestName,
  preview,
  previewRelease,
  release,
  type Change,
  type Plan,
} from '@rowhouse/disk';

import { buildOutputs } from '../build/index.js';
import { displayPath } from '../config/index.js';
import { CommandError } from '../errors/errors.js';
import { renderFiles } from '../render/index.js';
import type { Ejection } from '../target/ejection.js';
import type { AnyTarget } from '../target/target.js';
import { entryChange, writeEntry, type EntryChange } from './entry-change.js';
import type { GenerateOptions } from './generate.js';
import { onDisk } from './on-disk.js';
import { openOutput } from './output-root.js';
import { openProject, surroundingsOf, type ProjectOptions } from './project.js';
import { renderProject } from './render-project.js';

/** What {@link ejectPiece} is told. */
export interface EjectOptions extends ProjectOptions {
  /** What is to be the project's own, as the target names it: `articles.update`. */
  readonly name: string;
  /** Where it goes, as the target names such places. Default: the target decides. */
  readonly to?: string;
  /** Whether the config is changed as well. */
  readonly write?: boolean;
}

/** What {@link ejectPiece} did. */
export interface EjectResult extends EntryChange {
  /** Absolute path of the file that was written. */
  readonly file: string;
  /** Whether the config was changed, too. */
  readonly isWritten: boolean;
}

/**
 * Writes a piece of what is generated into a file of the project's own, and says how the config names it.
 * No file that is there is overwritten.
 *
 * @throws ConfigError, GenerationError, CommandError; nothing is written then.
 */
export async function ejectPiece(options: EjectOptions): Promise<EjectResult> {
  const opened = await openProject(options);
  const { target, catalog, project, config, cwd } = opened;
  const surroundings = surroundingsOf(dirname(config.path), catalog, cwd);
  const outputs = buildOutputs(target, catalog, project);
  const { name, to, write = false } = options;
  const piece = ejectionOf(target).piece({ name, to, project, outputs, surroundings });
  const { output, folder, of } = piece;
  const rendering = renderFiles(target, project, [{ ...of, output }]);
  if (rendering.conflicts) throw new Error(`'${name}' cannot be rendered by itself.`);
  const change = entryChange(config, piece);
  const next = write ? writeEntry(config, change) : undefined;
  const file = join(folder, output.file);
  createFile(file, rendering.texts.get(output.file)!, displayPath(file, cwd));
  if (next !== undefined) writeFileSync(config.path, next);
  return { ...change, file, isWritten: write };
}

function createFile(file: string, content: string, shown: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx' });
  } catch (cause) {
    const { code, message: reason } = cause as NodeJS.ErrnoException;
    const message =
      code === 'EEXIST'
        ? text`${unquoted(shown)} already exists, and is never overwritten`
        : text`${unquoted(shown)} cannot be written: ${unquoted(reason)}`;
    const fix = code === 'EEXIST' ? 'Choose another module with --to.' : undefined;
    const issue = { code: 'cannot-eject', message, ...(fix !== undefined && { fix }) };
    throw new CommandError([issue], { cause });
  }
}

/** What {@link ejectAll} is told. */
export type EjectAllOptions = Omit<GenerateOptions, 'clean' | 'prune' | 'force' | 'keepEdits'>;

/** What {@link ejectAll} did, or would do. */
export interface EjectAllResult {
  /** Absolute path of the output directory. */
  readonly outputRoot: string;
  readonly plan: Plan;
  /** The files that were edited by hand, and stay as they are but for their header. */
  readonly edited: readonly string[];
  /** False for a dry run. */
  readonly written: boolean;
}

/**
 * Makes everything that was generated the project's own: what its files import is added to them, they lose
 * what says that they are generated, and the manifest goes. All else stays, edits by hand included; edited
 * files import what was added as the others do.
 *
 * @throws ConfigError, GenerationError, CommandError; the last also when what is there is not what the
 *   config says now. Nothing is changed then.
 */
export async function ejectAll(options: EjectAllOptions): Promise<EjectAllResult> {
  const output = await openOutput(options);
  const { outputRoot, opened } = output;
  const ejection = ejectionOf(opened.target);
  const { files } = renderProject(output, options);
  const { onWait } = options;
  const found = await onDisk(preview(outputRoot, files, onWait ? { onWait } : {}));
  if (isOutdated(found)) throw outdated();
  const edited = found.changes.flatMap(({ kind, path }) => (kind === 'update' ? [path] : []));
  const project = ejection.whole?.(opened.project) ?? opened.project;
  const whole = new Map(
    renderProject({ ...output, opened: { ...opened, project } }, options).files,
  );
  for (const path of edited) whole.set(path, readFileSync(join(outputRoot, path), 'utf8'));
  options.onStep?.('write');
  const textOf = (each: string) => ejection.release(each, project);
  const diskOptions = onWait ? { onWait } : {};
  const released = await onDisk(previewRelease(outputRoot, textOf, diskOptions));
  const added = await onDisk(preview(outputRoot, whole, diskOptions));
  if (!options.dryRun) {
    await onDisk(commit(outputRoot, whole, diskOptions));
    await onDisk(release(outputRoot, textOf, diskOptions));
  }
  const plan = inOne(added, released, textOf);
  return { outputRoot, plan, edited, written: !options.dryRun };
}

/** What two steps change, as if it were one. */
function inOne(added: Plan, released: Plan, textOf: (text: string) => string): Plan {
  const changes = new Map(released.changes.map((change) => [change.path, change]));
  for (const change of added.changes) {
    if (change.path === manifestName || !('after' in change)) continue;
    changes.set(change.path, { ...change, after: textOf(change.after) } as Change);
  }
  const sorted = [...changes.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { ...released, changes: sorted, createdDirectories: added.createdDirectories };
}

/** Whether files differ otherwise than by edits of what would be generated now. */
function isOutdated({ changes, orphans }: Plan): boolean {
  return (
    orphans.length > 0 ||
    changes.some(
      ({ kind, path }) => kind === 'create' || (path === manifestName && kind !== 'unchanged'),
    )
  );
}

function outdated(): CommandError {
  return new CommandError([
    {
      code: 'outdated',
      message: 'the generated files are not up to date',
      fix: 'First run generate with the same options and --prune.',
    },
  ]);
}

function ejectionOf(target: AnyTarget): Ejection {
  if (target.ejection) return target.ejection as Ejection;
  const message = text`what target ${target.name} generates cannot be ejected`;
  throw new CommandError([{ code: 'cannot-eject', message }]);
}
