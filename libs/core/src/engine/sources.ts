import { existsSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';

import { text, unquoted } from '@rowhouse/errors';

import { displayPath, loadConfig } from '../config/index.js';
import { CommandError } from '../errors/errors.js';
import type { Surroundings } from '../target/prepared.js';
import type { Account, FirstConfig, Sources } from '../target/sources.js';
import { findInstalled, loadTarget, surroundingsOf, type ProjectOptions } from './project.js';

/** What a question about the sources of a project is told. */
export type SourcesOptions = Pick<ProjectOptions, 'target' | 'cwd' | 'plugins' | 'command'>;

/**
 * What a config in the working directory may be about, by the names that it has there; none where the
 * target knows of no such thing.
 *
 * @throws CommandError when the target cannot be chosen or loaded.
 */
export async function subjects(options: SourcesOptions = {}): Promise<readonly string[]> {
  const { target, surroundings } = await open(options, resolve(options.cwd ?? process.cwd()));
  return existsSync(surroundings.directory)
    ? ((await target.sources?.subjects(surroundings)) ?? [])
    : [];
}

/** What {@link facts} is told. */
export interface FactsOptions extends SourcesOptions {
  /** Whether the project's own code is run to tell. */
  readonly isRun?: boolean;
}

/**
 * What the target knows of the project's sources around the working directory.
 *
 * @param subject one of them; undefined for all.
 * @throws CommandError when there is no such thing, or the target knows of none.
 */
export async function facts(
  subject: string | undefined,
  options: FactsOptions = {},
): Promise<Account> {
  const opened = await open(options, resolve(options.cwd ?? process.cwd()));
  const request = { subject, isRun: options.isRun ?? false };
  return sourcesOf(opened).facts(request, opened.surroundings);
}

/**
 * A first config of what is in the working directory; written nowhere.
 *
 * @param from what it is about. Default: everything.
 * @throws CommandError when there is nothing to make a config of.
 */
export async function firstConfig(
  from?: string,
  options: SourcesOptions = {},
): Promise<FirstConfig> {
  const opened = await open(options, resolve(options.cwd ?? process.cwd()));
  return sourcesOf(opened).firstConfig({ from, config: undefined }, opened.surroundings);
}

/** What {@link init} is told. */
export interface InitOptions extends SourcesOptions {
  /** What the config is about. Default: everything. */
  readonly from?: string;
  /** Path of the config, relative to `cwd`. Default: `codegen.config.jsonnet`. */
  readonly out?: string;
}

/** What {@link init} did. */
export interface InitResult extends FirstConfig {
  /** Absolute path of the config. */
  readonly config: string;
  /** Whether it was written; else it was there already, and `text` says what it lacks. */
  readonly written: boolean;
}

/**
 * Writes a first config. One that is there already is never changed: the result says what it lacks.
 *
 * @throws CommandError when there is nothing to make a config of; ConfigError for one that cannot be read.
 */
export async function init(options: InitOptions = {}): Promise<InitResult> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const config = resolve(cwd, options.out ?? defaultConfig(cwd));
  const folder = dirname(config);
  if (!existsSync(folder)) {
    const message = `there is no folder ${displayPath(folder, cwd)}`;
    throw new CommandError([{ code: 'cannot-write-config', message }]);
  }
  const opened = await open({ ...options, cwd }, folder);
  const isThere = existsSync(config);
  const shown = displayPath(config, cwd);
  if (!isThere && extname(config) !== '.jsonnet') {
    const message = text`${unquoted(shown)} is not a .jsonnet file, which the comments of a first config need`;
    throw new CommandError([{ code: 'unsupported-extension', message }]);
  }
  const account = await sourcesOf(opened).firstConfig(
    { from: options.from, config: isThere ? loadConfig(config, cwd).value : undefined },
    opened.surroundings,
  );
  if (!isThere) write(config, account.text, shown);
  return { ...account, config, written: !isThere };
}

/**
 * Source for a project to copy, such as a model that a setting of the config needs.
 *
 * @param use what it is for: `idempotency`.
 * @throws CommandError when the target knows none.
 */
export async function exampleFor(use: string, options: SourcesOptions = {}): Promise<string> {
  const { target } = await open(options, resolve(options.cwd ?? process.cwd()));
  const example = target.sources?.examples?.[use];
  if (example) return example();
  const message = text`target ${target.name} has no example for ${use}`;
  throw new CommandError([{ code: 'no-sources', message }]);
}

function defaultConfig(cwd: string): string {
  const names = ['codegen.config.jsonnet', 'codegen.config.json'];
  return names.find((name) => existsSync(join(cwd, name))) ?? names[0]!;
}

function write(config: string, content: string, shown: string): void {
  try {
    // One that somebody wrote meanwhile stays.
    writeFileSync(config, content, { flag: 'wx' });
  } catch (cause) {
    const message = `${shown} cannot be written: ${(cause as Error).message}`;
    throw new CommandError([{ code: 'cannot-write-config', message }], { cause });
  }
}

interface Opened {
  readonly target: { readonly name: string; readonly sources?: Sources };
  readonly surroundings: Surroundings;
}

async function open(options: SourcesOptions, directory: string): Promise<Opened> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const { target, catalog } = await loadTarget(findInstalled(options, directory), options.target);
  return { target, surroundings: surroundingsOf(directory, catalog, cwd) };
}

function sourcesOf({ target }: Opened): Sources {
  if (target.sources) return target.sources;
  const message = text`target ${target.name} has no sources to write a config from`;
  throw new CommandError([{ code: 'no-sources', message }]);
}
