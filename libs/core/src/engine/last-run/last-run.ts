import { hash } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { lookAgain, manifestName, type Left, type Plan } from '@rowhouse/disk';

import { changedSince, stillHold, type Observation } from '../../files/observed-files.js';
import type { GenerateOptions, GenerateResult } from '../generate.js';
import { onDisk } from '../on-disk.js';
import type { ProjectOptions } from '../project.js';
import { cacheFolder } from './cache-folder.js';
import { RecordFile } from './record-file.js';

/** A run that went well: all that it depended on, and what came of it. */
export interface Run {
  readonly observations: readonly Observation[];
  /** What the config traced. */
  readonly traces: readonly string[];
  readonly result: Pick<
    GenerateResult,
    'target' | 'outputRoot' | 'files' | 'absent' | 'notices' | 'unchecked' | 'hash' | 'instances'
  >;
  /** The output as the run left it, or found it; undefined when it only looked at the config. */
  readonly left: Left | undefined;
}

/** Another form of a record is another number. */
const form = 3;

/**
 * What the last run of the same kind came to, kept in a folder that is neither committed nor cached. What the next run would
 * do all over is skipped while everything is as it was: each input has the same content, the code that generates
 * is the same, the output was not touched.
 */
export class LastRun {
  readonly #file: RecordFile<Run>;

  /** That of a run, when it may be skipped: one that is given its targets in memory never is. */
  static of(options: GenerateOptions): LastRun | undefined {
    return options.skip === false || options.plugins ? undefined : new LastRun(options);
  }

  private constructor(private readonly options: GenerateOptions) {
    const config = resolve(options.cwd ?? process.cwd(), options.config);
    const name = `${hash('sha256', JSON.stringify(kindOf(options)))}.json`;
    this.#file = new RecordFile(join(cacheFolder(dirname(config)), name));
  }

  /** The last run, when all that it depended on is as it was. */
  recall(): Run | undefined {
    const run = this.#file.read();
    return run && stillHold(run.observations) ? run : undefined;
  }

  /**
   * What the last run depended on that is not as it was: paths, and variables of the environment. Undefined where no run is
   * remembered.
   */
  changedInputs(): readonly string[] | undefined {
    const run = this.#file.read();
    return run && [...new Set(changedSince(run.observations))].sort();
  }

  /** What a run would find that has nothing to do; undefined when it has. */
  async unchanged(run: Run): Promise<Plan | undefined> {
    const { left } = run;
    const { clean, prune } = this.options;
    // A clean looks for whatever else lies there.
    if (!left || clean || (prune && left.orphans.length > 0)) return undefined;
    const { outputRoot } = run.result;
    const options = { cwd: resolve(this.options.cwd ?? process.cwd()) };
    const look = await onDisk(lookAgain(outputRoot, left, options));
    if (look?.hasRead) this.keep({ ...run, left: { ...left, stamps: look.stamps } });
    return look && unchangedPlan(left, look.files);
  }

  keep(run: Run): void {
    this.#file.write(run);
  }
}

/** Tells what a run told, to those who listen now. */
export function retell({ traces, result }: Run, { onTrace, onFile }: ProjectOptions): void {
  for (const message of traces) onTrace?.(message);
  for (const path of [...result.files, ...result.absent]) onFile?.(path);
}

/** Options about what lies in the output directory, and about what is told: they do not change what is generated. */
const besides = new Set<string>([
  'clean',
  'prune',
  'force',
  'keepEdits',
  'dryRun',
  'skip',
  'reasons',
] satisfies (keyof GenerateOptions)[]);

/**
 * What a run is told that decides what it does; and what beside files, packages and the environment a target can see of
 * this process. Functions that listen are no part of its JSON.
 */
function kindOf(options: GenerateOptions): readonly unknown[] {
  const { version, execArgv, env } = process;
  const told = Object.entries({ ...options, cwd: resolve(options.cwd ?? '.') });
  return [
    [form, import.meta.url, version, execArgv, env['NODE_OPTIONS'], process.cwd(), homedir()],
    Object.fromEntries(told.filter(([name]) => !besides.has(name)).sort()),
  ];
}

function unchangedPlan({ root, manifest, orphans }: Left, files: readonly string[]): Plan {
  const left = new Set(orphans);
  const paths = [...files.filter((path) => !left.has(path)), manifestName];
  return {
    root,
    // In the order of a commit's plan.
    changes: paths.sort((a, b) => (a < b ? -1 : 1)).map((path) => ({ kind: 'unchanged', path })),
    manifest,
    orphans,
    createdDirectories: [],
    removedDirectories: [],
  };
}
