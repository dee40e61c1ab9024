import { dirname, resolve } from 'node:path';

import { checkOperations } from '../build/index.js';
import { Catalog } from '../catalog/index.js';
import { loadConfig, validateConfig, type LoadedConfig } from '../config/index.js';
import {
  declare,
  discover,
  selectTarget,
  type Installed,
  type Plugin,
} from '../discovery/index.js';
import { ConfigError, GenerationError, type Issue } from '../errors/errors.js';
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
  /** Called when a step of the work begins. */
  readonly onStep?: (step: Step) => void;
  /** Receives what `std.trace` says in the config. */
  readonly onTrace?: (message: string) => void;
  /** Receives each file that the config is made of as it is looked for, also when loading fails. */
  readonly onFile?: (path: string) => void;
}

/** The steps of the work, in order. */
export type Step = 'load' | 'check' | 'build' | 'render' | 'write';

/** A config that can be built: checked by its target and by the operations it asks for. */
export interface OpenProject {
  readonly cwd: string;
  readonly config: LoadedConfig;
  readonly target: AnyTarget;
  readonly catalog: Catalog;
  /** The parsed config. */
  readonly project: unknown;
}

/**
 * Loads and checks a config.
 *
 * @throws ConfigError, GenerationError, CommandError; each carries every problem of its kind.
 */
export async function openProject(options: ProjectOptions): Promise<OpenProject> {
  const cwd = resolve(options.cwd ?? process.cwd());
  options.onStep?.('load');
  const path = resolve(cwd, options.config);
  const config = loadConfig(path, resolve(options.displayRoot ?? cwd), options);
  const installed = findInstalled(options.plugins, dirname(config.path));
  const { target, catalog } = await loadTarget(installed, options.target);
  options.onStep?.('check');
  const project = parseProject(config, target, catalog);
  const issues = checkOperations(target, catalog, project, config);
  if (issues.length > 0) throw new GenerationError(issues);
  return { cwd, config, target, catalog, project };
}

/** What explicit plugins declare, or the packages around a directory. */
export function findInstalled(
  plugins: readonly Plugin[] | undefined,
  directory: string,
): Installed {
  return plugins ? declare(plugins) : discover(directory);
}

/** Loads a target, and the operations for it. */
export async function loadTarget(
  installed: Installed,
  name: string | undefined,
): Promise<{ target: AnyTarget; catalog: Catalog }> {
  const target = await selectTarget(installed, name).load();
  const operations = await Promise.all(
    installed.operations.map(async (declared) => ({
      operation: await declared.load(),
      package: declared.package,
    })),
  );
  return { target, catalog: new Catalog(target, operations) };
}

function parseProject(config: LoadedConfig, target: AnyTarget, catalog: Catalog): unknown {
  const checked = validateConfig(config, target.configSchema(catalog));
  if (!checked.issues) return checked.project;
  // Unknown operations are problems of their own kind; beside others, all are told at once.
  const all = validateConfig(config, target.configSchema(catalog.strict));
  throw new ConfigError((all.issues ?? checked.issues) as readonly Issue[]);
}
