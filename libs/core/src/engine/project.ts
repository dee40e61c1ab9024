import { dirname, resolve } from 'node:path';

import { checkOperations } from '../build/index.js';
import { Catalog } from '../catalog/index.js';
import { displayPath, loadConfig, validateConfig, type LoadedConfig } from '../config/index.js';
import {
  declare,
  discover,
  findWorkspaceRoot,
  selectTarget,
  type Installed,
  type Plugin,
} from '../discovery/index.js';
import { ConfigError, GenerationError } from '../errors/errors.js';
import { realFiles, type Files } from '../files/files.js';
import type { Prepared, Surroundings } from '../target/prepared.js';
import type { AnyTarget } from '../target/target.js';

/** What every command of the engine is told. */
export interface ProjectOptions {
  /** Path of the config file, relative to `cwd`. */
  readonly config: string;
  /** The target's name; may be left out when exactly one is installed. */
  readonly target?: string;
  /** The working directory. Default: the process's. */
  readonly cwd?: string;
  /** What paths in messages are relative to. Default: `cwd`. */
  readonly displayRoot?: string;
  /** The packages to use, instead of those that discovery finds. */
  readonly plugins?: readonly Plugin[];
  /** How many bytes the evaluation of the config may take, approximately. Default: 1 GiB. */
  readonly maxMemory?: number;
  /**
   * The file of the command that was started: where the project has no target, those that are installed
   * beside it are used.
   */
  readonly command?: string;
  /** Called when a step of the work begins, and within one that tells how far it is. */
  readonly onStep?: (step: Step, done?: Done) => void;
  /** Receives what `std.trace` says in the config. */
  readonly onTrace?: (message: string) => void;
  /** Receives each file that the config is made of as it is looked for, also when loading fails. */
  readonly onFile?: (path: string) => void;
}

/** The steps of the work, in order. */
export type Step = 'load' | 'check' | 'build' | 'render' | 'write';

/** How far a step is. */
export interface Done {
  readonly files: number;
  readonly of: number;
}

/** A config that can be built: checked by its target and by the operations it asks for. */
export interface OpenProject {
  readonly cwd: string;
  /** Where the packages lie that declare targets and operations; undefined where they are given in memory. */
  readonly directories: readonly string[] | undefined;
  readonly config: LoadedConfig;
  readonly target: AnyTarget;
  readonly catalog: Catalog;
  /** The parsed config. */
  readonly project: unknown;
  /** Absolute paths of every file that was read, the config first. */
  readonly files: readonly string[];
  /** Absolute paths that were looked for and are absent. */
  readonly absent: readonly string[];
  /** What the user should know though it is no error, a line each. */
  readonly notices: readonly string[];
  /** Those of them that say that nothing was checked against something, as it was not found. */
  readonly unchecked: readonly string[];
}

/**
 * Loads and checks a config.
 *
 * @param files where all that it depends on is read from.
 * @throws ConfigError, GenerationError, CommandError; each carries every problem of its kind.
 */
export async function openProject(
  options: ProjectOptions,
  files: Files = realFiles,
): Promise<OpenProject> {
  const cwd = resolve(options.cwd ?? process.cwd());
  options.onStep?.('load');
  const path = resolve(cwd, options.config);
  const config = loadConfig(path, resolve(options.displayRoot ?? cwd), { ...options, files });
  const installed = findInstalled(options, dirname(config.path), files);
  const { target, catalog } = await loadTarget(installed, options.target);
  options.onStep?.('check');
  const prepared = await prepare(config, target, catalog, { ...options, cwd }, files);
  const project = parseProject(config, target, catalog, prepared);
  const issues = checkOperations(target, catalog, project, config);
  if (issues.length > 0) throw new GenerationError(issues);
  return {
    cwd,
    directories: installed.directories,
    config,
    target,
    catalog,
    project,
    files: [...config.files, ...prepared.files],
    absent: [...config.absent, ...prepared.absent],
    notices: prepared.notices,
    unchecked: prepared.unchecked,
  };
}

/** Lets the target complete the config from files of the project. */
async function prepare(
  config: LoadedConfig,
  target: AnyTarget,
  operations: Catalog,
  { cwd, displayRoot = cwd, onFile }: ProjectOptions & { readonly cwd: string },
  files: Files,
): Promise<Prepared> {
  const { value, path } = config;
  const root = resolve(displayRoot);
  const surroundings = surroundingsOf(dirname(path), operations, cwd, root, files);
  const prepared = (await target.prepare?.(value, surroundings)) ?? {
    value,
    issues: [],
    files: [],
    absent: [],
    notices: [],
    unchecked: [],
  };
  for (const file of [...prepared.files, ...prepared.absent]) onFile?.(file);
  return prepared;
}

/** What a target is told of the place of a config. */
export function surroundingsOf(
  directory: string,
  operations: Catalog,
  cwd: string,
  displayRoot = cwd,
  files = realFiles,
): Surroundings {
  const root = findWorkspaceRoot(directory, files) ?? cwd;
  const display = (file: string) => displayPath(file, displayRoot);
  return { directory, root, operations, files, display };
}

/** What explicit plugins declare, or the packages around a directory. */
export function findInstalled(
  { plugins, command }: Pick<ProjectOptions, 'plugins' | 'command'>,
  directory: string,
  files: Files = realFiles,
): Installed {
  return plugins ? declare(plugins) : discover(directory, command, files);
}

/** Loads a target, and the operations for it. */
export async function loadTarget(
  installed: Installed,
  name: string | undefined,
): Promise<{ target: AnyTarget; catalog: Catalog }> {
  const target = await selectTarget(installed, name).load();
  const operations = await Promise.all(
    installed.operations.map(async (declared) => {
      const loaded = await declared.load();
      return loaded.map((operation) => ({ operation, package: declared.package }));
    }),
  );
  return { target, catalog: new Catalog(target, operations.flat()) };
}

function parseProject(
  config: LoadedConfig,
  target: AnyTarget,
  catalog: Catalog,
  prepared: Prepared,
): unknown {
  const checked = validateConfig(config, target.configSchema(catalog), prepared);
  if (!checked.issues) return checked.project;
  // Unknown operations are problems of their own kind; beside others, all are told at once.
  const all = validateConfig(config, target.configSchema(catalog.strict), prepared);
  throw new ConfigError(all.issues ?? checked.issues);
}
