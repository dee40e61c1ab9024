import { dirname } from 'node:path';

import { commit, hasChanges, preview, type CleanOptions, type CommitOptions } from '@rowhouse/disk';

import { findWorkspaceRoot } from '../discovery/index.js';
import type { GenerateOptions, GenerateResult } from './generate.js';
import type { LastRun } from './last-run/last-run.js';
import { Memory } from './last-run/remember.js';
import { onDisk } from './on-disk.js';
import { openOutput } from './output-root.js';
import type { OpenProject } from './project.js';
import { reasonsOf } from './reasons.js';
import { renderProject } from './render-project.js';
import { instancesOf } from './instances.js';

const ejectInstead = 'To change what a route does, make that your own: see codegen eject --help.';

/** Generates all files of a config, whatever the last run did. */
export async function generateAnew(
  options: GenerateOptions,
  lastRun: LastRun | undefined,
): Promise<GenerateResult> {
  const changedInputs = options.reasons ? lastRun?.changedInputs() : undefined;
  const memory = new Memory(lastRun);
  const output = await openOutput(memory.listenTo(options), memory.files);
  const { opened, outputRoot } = output;
  const { files, notices, outputs } = renderProject(output, options);
  const instances = instancesOf(opened);
  options.onStep?.('write');
  const bringToDisk = options.dryRun ? preview : commit;
  const plan = await onDisk(
    bringToDisk(outputRoot, files, commitOptions(options, opened)),
    ({ origin }) => (origin === 'edited' && opened.target.ejection ? ejectInstead : undefined),
  );
  if (!options.dryRun || !hasChanges(plan)) {
    const { root, manifest, orphans } = plan;
    memory.keep(output, { notices, instances }, { root, manifest: manifest!, orphans, stamps: {} });
  }
  const { target, config } = opened;
  return {
    target: target.name,
    outputRoot,
    plan,
    written: !options.dryRun,
    files: opened.files,
    absent: opened.absent,
    notices,
    unchecked: opened.unchecked,
    instances,
    ...(options.reasons && { reasons: reasonsOf(outputs, opened, changedInputs) }),
    get hash() {
      return config.hash;
    },
  };
}

function commitOptions(options: GenerateOptions, opened: OpenProject): CommitOptions {
  const mode = options.clean ? 'clean' : options.prune ? 'prune' : 'keep';
  const { keepEdits = false } = options;
  return { mode, keepEdits, ...cleanOptions(options, opened) };
}

/** What the disk is to know of the command's surroundings. */
export function cleanOptions(
  { force, onWait }: Pick<GenerateOptions, 'force' | 'onWait'>,
  { cwd, config }: OpenProject,
): CleanOptions {
  const workspaceRoot = findWorkspaceRoot(dirname(config.path));
  return {
    cwd,
    ...(workspaceRoot !== undefined && { workspaceRoot }),
    ...(force !== undefined && { force }),
    ...(onWait && { onWait }),
  };
}
