import type { TargetConfiguration } from '@nx/devkit';

import type { IgnoreRules } from '../workspace/ignore-rules.js';
import type { ImportClosure, ImportScanner } from './import-closure.js';
import type { TargetNames } from './options.js';
import { outputFolder, type OutputFolder } from './output-folder.js';
import type { Input, Toolchain } from './toolchain.js';

/** What inferring needs to know about the workspace. */
export interface Inference {
  readonly names: TargetNames;
  readonly packagePrefix: string | undefined;
  readonly scanner: ImportScanner;
  readonly ignored: IgnoreRules;
  readonly toolchain: Toolchain;
  /** Whether inputs may list ignored files. */
  readonly includesIgnored: boolean;
}

type TargetMetadata = NonNullable<TargetConfiguration['metadata']>;

/** What the executors read back from a target of theirs. */
export interface RowhouseTargetMetadata extends TargetMetadata {
  /** Where the target's outputs or inputs expect generated files, relative to the workspace root. */
  readonly output?: string;
  /** Why the target is not cached. */
  readonly uncached?: string;
}

/** What makes a task's result, or why that cannot be told. */
interface Hashable {
  readonly inputs: readonly Input[];
  readonly uncached: string | undefined;
}

const technologies = ['jsonnet', 'python'];

/**
 * The targets of one project. With two configs in it they exist all the same, and say so when run.
 *
 * @param project its folder, and its name for messages.
 * @param configs its configs, sorted. All paths are relative to the workspace root.
 */
export function inferTargets(
  { root, name }: { readonly root: string; readonly name: string },
  configs: readonly string[],
  inference: Inference,
): Record<string, TargetConfiguration> {
  const config = configs[0]!;
  const closure = inference.scanner.closure(config);
  const output = outputFolder(config, closure, inference.packagePrefix);
  const hashable = hashInputs(root, closure, inference);
  const uncached = configs.length > 1 ? 'the project has two configs' : hashable.uncached;
  const known = { root, output, inputs: hashable.inputs, uncached };
  const options = {
    ...(configs.length === 1 && { config }),
    ...(output.path !== undefined && { out: output.path }),
  };
  const { names } = inference;
  const targets: Record<string, TargetConfiguration> = {
    [names.codegen]: codegenTarget(known),
    [names.validate]: validateTarget(known),
    [names.clean]: {
      executor: '@rowhouse/nx:clean',
      metadata: describe('Delete the generated code', undefined, output.path),
    },
    [names.watch]: {
      executor: '@rowhouse/nx:watch',
      continuous: true,
      metadata: describe('Generate again on every change of the config', undefined, output.path),
    },
  };
  for (const [targetName, target] of Object.entries(targets)) {
    target.options = { ...options };
    target.metadata = { ...target.metadata!, help: help(`${name}:${targetName}`) };
  }
  return targets;
}

interface Known extends Hashable {
  readonly root: string;
  readonly output: OutputFolder;
}

/**
 * The outputs are globs that match files alone: restoring a folder would first delete all that is in
 * it. They follow the option, so that another `out` is cached as exactly.
 */
function codegenTarget({ output, inputs, uncached: unhashable }: Known): TargetConfiguration {
  const uncached = unhashable ?? output.uncached;
  return {
    executor: '@rowhouse/nx:codegen',
    cache: uncached === undefined,
    inputs: [...inputs],
    outputs:
      uncached === undefined ? ['{options.out}/**/*.*', '!{options.out}/**/__pycache__/**'] : [],
    metadata: describe('Generate the API from its config', uncached, output.path),
  };
}

/** Reads the generated files too, so they are inputs. With an empty prefix, any file may be one. */
function validateTarget({
  root,
  output,
  inputs,
  uncached: unhashable,
}: Known): TargetConfiguration {
  const uncached = unhashable ?? (output.path === undefined ? output.uncached : undefined);
  const generated = output.path === undefined ? [] : [fileset(`${output.path}/**/*`, root)];
  return {
    executor: '@rowhouse/nx:validate',
    cache: uncached === undefined,
    inputs: [...inputs, ...generated],
    outputs: [],
    metadata: describe(
      'Check the config, and that the committed output is what it generates',
      uncached,
      output.path,
    ),
  };
}

function describe(
  description: string,
  uncached: string | undefined,
  output: string | undefined,
): RowhouseTargetMetadata {
  return {
    technologies,
    description: uncached === undefined ? description : `${description} (not cached: ${uncached})`,
    ...(output !== undefined && { output }),
    ...(uncached !== undefined && { uncached }),
  };
}

function help(target: string): TargetMetadata['help'] {
  return { command: `npx nx run ${target} --help`, example: { options: {} } };
}

function hashInputs(root: string, closure: ImportClosure, inference: Inference): Hashable {
  const toolchain = inference.toolchain.inputsFor(root);
  const reasons = toolchain.uncached === undefined ? [] : [toolchain.uncached];
  if (closure.outside.length > 0) {
    reasons.push(`it imports from outside the workspace: ${closure.outside.join(', ')}`);
  }
  const files = [...closure.files, ...closure.absent].map((path): Input => {
    const input = fileset(escapeGlob(path), root);
    if (!inference.ignored.isIgnored(path)) return input;
    if (!inference.includesIgnored) reasons.push(`it imports ${path}, which is ignored by git`);
    return { fileset: input, includeIgnored: true };
  });
  const uncached = reasons.length > 0 ? reasons.join('; ') : undefined;
  return { inputs: [...files, ...toolchain.inputs], uncached };
}

/** A path as a pattern of Nx, relative to its project where it lies inside. */
function fileset(path: string, projectRoot: string): string {
  if (projectRoot === '.') return `{projectRoot}/${path.replace(/^\.\//, '')}`;
  return path.startsWith(`${projectRoot}/`)
    ? `{projectRoot}/${path.slice(projectRoot.length + 1)}`
    : `{workspaceRoot}/${path}`;
}

/** A character that patterns give a meaning becomes "any one character". */
function escapeGlob(path: string): string {
  return path.replace(/[*?[\]{}()!+@\\]/g, '?');
}
