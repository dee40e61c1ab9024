import { dirname, resolve } from 'node:path';

import { Catalog } from '../catalog/index.js';
import { loadConfig } from '../config/index.js';
import { selectTarget } from '../discovery/index.js';
import { isUserError } from '../errors/errors.js';
import type { Files } from '../files/files.js';
import { ObservedFiles } from '../files/observed-files.js';
import type { SourceFiles } from '../target/sources.js';
import { observeCode } from './last-run/code.js';
import { findInstalled, surroundingsOf } from './project.js';
import type { SourceMemory } from './source-memory.js';
import type { SourcesOptions } from './sources.js';

/** How far a config is evaluated to learn which files it reads: two seconds, where a run may take a minute. */
const maxStepsToTell = 20_000_000;

/** What a config's text tells of it. */
export interface ConfigText {
  /** Another one for another text of the config, or of anything that it imports. */
  readonly digest: string;
  /** The values that it has under some keys, without evaluating it; undefined where that cannot be told. */
  valuesOf(keys: readonly string[]): Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * The files that a config reads besides its imports.
 *
 * @param config absolute path of the config. It is evaluated where its text does not tell.
 * @param memory what earlier calls found: it is taken while nothing has changed that it was made of.
 * @returns undefined where the evaluation fails or takes long, or where the target has no such files.
 * @throws CommandError when the target cannot be chosen or loaded.
 */
export async function filesOf(
  config: string,
  text: ConfigText,
  options: SourcesOptions,
  memory: SourceMemory,
): Promise<SourceFiles | undefined> {
  const known = memory.recall(config, text.digest);
  if (known) return known.found;
  const files = new ObservedFiles();
  const installed = findInstalled(options, dirname(config), files);
  // Without operations: those of a workspace may not be built yet.
  const target = await selectTarget(installed, options.target).load();
  const found = await find();
  const code = installed.directories && observeCode(installed.directories, config);
  if (code) memory.keep(config, text.digest, found, files.observations, code);
  return found;

  async function find(): Promise<SourceFiles | undefined> {
    if (!target.sources) return undefined;
    const { fileKeys } = target.sources;
    const values = text.valuesOf(fileKeys) ?? evaluatedValues(config, fileKeys, files);
    if (!values) return undefined;
    const cwd = resolve(options.cwd ?? process.cwd());
    const catalog = new Catalog(target, []);
    return target.sources.filesOf(
      values,
      surroundingsOf(dirname(config), catalog, cwd, cwd, files),
    );
  }
}

/** All strings that an evaluated config has under some keys, also in lists. */
function evaluatedValues(
  config: string,
  keys: readonly string[],
  files: Files,
): Readonly<Record<string, readonly string[]>> | undefined {
  const values: Record<string, string[]> = Object.fromEntries(keys.map((key) => [key, []]));
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (Object.hasOwn(values, key)) {
        values[key]!.push(...[inner].flat().filter((each) => typeof each === 'string'));
      }
      visit(inner);
    }
  };
  try {
    visit(loadConfig(config, dirname(config), { maxSteps: maxStepsToTell, files }).value);
    return values;
  } catch (error) {
    // What is wrong with it, a run tells.
    if (isUserError(error)) return undefined;
    throw error;
  }
}
