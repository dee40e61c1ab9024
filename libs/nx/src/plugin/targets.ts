import { posix } from 'node:path';

import type { TargetConfiguration } from '../devkit.js';

import type { IgnoreRules } from '../workspace/ignore-rules.js';
import { environmentInput } from './environment-input.js';
import type { ImportClosure } from './import-closure.js';
import type { TargetNames } from './options.js';
import { OUTPUT_GLOBS } from './output-globs.js';
import type { OutputFolder } from './output-folder.js';
import type { ProjectDefinition } from './project-definition.js';
import { pythonChecks } from './python-checks.js';
import type { SourceInputs } from './source-files.js';
import { splitTests } from './split-tests.js';
import type { Input, Toolchain } from './toolchain.js';

/** What inferring needs to know about the workspace. */
export interface Inference {
  readonly names: TargetNames;
  readonly ignored: IgnoreRules;
  readonly toolchain: Toolchain;
  /** Tells which folders are projects. */
  readonly isProject: (folder: string) => Promise<boolean>;
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
  /** The config that the target's hash is made for, relative to the workspace root. */
  readonly config?: string;
}

/** What makes a task's result, or why that cannot be told. */
interface Hashable {
  readonly inputs: readonly Input[];
  /** The folders of projects whose build makes code that generating loads. */
  readonly builds: readonly string[];
  readonly uncached: string | undefined;
}

/**
 * Nx hashes a task with this input after what it depends on has run: by then, packages are built, and the models are there
 * that another task writes.
 */
const MADE_BEFORE: Input = { dependentTasksOutputFiles: '**/*', transitive: true };

/** What a target may read that cannot tell what it reads. */
const ANY_PYTHON = {
  files: [],
  absent: [],
  folders: [],
  patterns: ['**/*.py'],
  installable: [],
} as const;

const WILDCARDS = '*?';

/** Why a target that keeps edits cannot be cached: a restore would put the generated files back in their place. */
const KEEPS_EDITS = 'with keepEdits, the result depends on the edits';

const technologies = ['jsonnet', 'python'];

/** A project with a config. All paths are relative to the workspace root. */
export interface FoundProject {
  readonly root: string;
  readonly definition: ProjectDefinition;
  /** Its configs, sorted; one, unless the user made a mistake. */
  readonly configs: readonly string[];
  /** What the first of them imports. */
  readonly closure: ImportClosure;
  /** What else is read for it; undefined where only an evaluation tells. */
  readonly sources: SourceInputs | undefined;
  readonly output: OutputFolder;
  /** Where its TypeScript client goes, if it has one. */
  readonly client: string | undefined;
}

/**
 * The targets of one project. With two configs in it they exist all the same, and say so when run.
 *
 * @param sharedWith the name of another project that generates into the same folder.
 */
export async function inferTargets(
  { root, definition, configs, closure, sources, output, client }: FoundProject,
  sharedWith: string | undefined,
  inference: Inference,
): Promise<Record<string, TargetConfiguration>> {
  const config = configs[0]!;
  const { dependsOn = [] } = definition.targets[inference.names.codegen] ?? {};
  // What a module imports that another task is yet to write, nobody can tell.
  const isUnclear = dependsOn.length > 0 && sources !== undefined && sources.absent.length > 0;
  const read = isUnclear
    ? { ...sources, patterns: [...sources.patterns, ...ANY_PYTHON.patterns] }
    : sources;
  const hashable = await hashInputs(root, closure, read, inference);
  const uncached =
    configs.length > 1
      ? 'the project has two configs'
      : sharedWith !== undefined
        ? `${sharedWith} generates into the same folder`
        : hashable.uncached;
  const known = { root, output, ...hashable, uncached };
  const options = {
    ...(configs.length === 1 && { config }),
    ...(output.path !== undefined && { out: output.path }),
  };
  const { names, ignored } = inference;
  const targets: Record<string, TargetConfiguration> = {
    [names.codegen]: codegenTarget(known, definition.targets[names.codegen]),
    [names.validate]: validateTarget(known, inference),
    [names.clean]: {
      executor: '@rowhouse/nx:clean',
      metadata: describe('Delete the generated code', undefined, output.path),
    },
    [names.watch]: {
      executor: '@rowhouse/nx:watch',
      continuous: true,
      metadata: describe('Generate again after every change of the config', undefined, output.path),
    },
  };
  targets[names.openapi] = openApiTarget(
    { ...known, uncached: (targets[names.codegen]!.metadata as RowhouseTargetMetadata).uncached },
    inference,
    definition,
  );
  if (client !== undefined) targets[`${names.codegen}-client`] = clientTarget(known, client);
  for (const [targetName, target] of Object.entries(targets)) {
    target.options = { ...options, ...target.options };
    if (known.builds.length > 0) {
      target.dependsOn = [...(target.dependsOn ?? []), buildOf(known.builds)];
    }
    const metadata: RowhouseTargetMetadata = {
      ...target.metadata!,
      config,
      help: help(`${definition.name}:${targetName}`),
    };
    target.metadata = metadata;
  }
  const installed = installedFor(root, inference);
  const isCached = targets[names.codegen]!.cache === true;
  const { workspaceRoot } = inference.toolchain;
  const at = { workspaceRoot, root, definition, output: output.path };
  return {
    ...targets,
    ...pythonChecks({ ...at, codegen: names.codegen, isCached, installed }),
    ...(names.testCi !== undefined &&
      splitTests({ name: names.testCi, root, definition, output: output.path, ignored })),
  };
}

/** The packages that are installed for a project, which no lock file tells. */
function installedFor(root: string, { toolchain }: Inference): Input {
  return { runtime: `node ${toolchain.pathOf('dist/task/installed.js')} ${root}` };
}

/** Projects without a `build` are passed over by Nx. */
function buildOf(folders: readonly string[]) {
  return { projects: folders.map((folder) => `directory:${folder}`), target: 'build' };
}

interface Known extends Hashable {
  readonly root: string;
  readonly output: OutputFolder;
}

function codegenTarget(
  { root, output, inputs, uncached: unhashable }: Known,
  own: TargetConfiguration | undefined,
): TargetConfiguration {
  const { keepEdits } = (own?.options ?? {}) as { keepEdits?: unknown };
  const edits = keepEdits === true ? KEEPS_EDITS : undefined;
  const uncached = unhashable ?? output.uncached ?? edits;
  const generated = output.path === undefined ? [] : [`!${fileset(`${output.path}/**/*`, root)}`];
  return {
    executor: '@rowhouse/nx:codegen',
    cache: uncached === undefined,
    inputs: [...inputs, ...generated],
    outputs: uncached === undefined ? [...OUTPUT_GLOBS] : [],
    metadata: describe('Generate the API from its config', uncached, output.path),
  };
}

/** The same of the TypeScript client. */
function clientTarget({ root, inputs, uncached }: Known, client: string): TargetConfiguration {
  return {
    executor: '@rowhouse/nx:codegen',
    cache: uncached === undefined,
    inputs: [...inputs, `!${fileset(`${client}/**/*`, root)}`],
    outputs: uncached === undefined ? [...OUTPUT_GLOBS] : [],
    options: { out: client, targetName: 'client' },
    metadata: describe('Generate the TypeScript client from the config', uncached, client),
  };
}

/** Runs what was generated, with the Python of the project and what is installed for it. */
function openApiTarget(
  { root, output, inputs, uncached }: Known,
  inference: Inference,
  { targets }: ProjectDefinition,
): TargetConfiguration {
  const { names } = inference;
  const own = (targets[names.openapi]?.options ?? {}) as { file?: unknown };
  const file = typeof own.file === 'string' ? own.file : posix.join(root, 'openapi.json');
  return {
    executor: '@rowhouse/nx:openapi',
    dependsOn: [names.codegen],
    cache: uncached === undefined,
    inputs: [
      ...inputs,
      '{projectRoot}/**/*',
      `!${fileset(file, root)}`,
      '^default',
      installedFor(root, inference),
    ],
    outputs: uncached === undefined ? ['{options.file}'] : [],
    options: { file },
    metadata: describe('Write the OpenAPI document of the generated API', uncached, output.path),
  };
}

/** Reads the generated files too, so they are inputs. With an empty prefix, any file may be one. */
function validateTarget(
  { root, output, inputs, uncached: unhashable }: Known,
  { ignored, includesIgnored }: Inference,
): TargetConfiguration {
  const uncached = unhashable ?? (output.path === undefined ? output.uncached : undefined);
  const generated: Input[] = [];
  if (output.path !== undefined) {
    const all = fileset(`${output.path}/**/*`, root);
    // For `checkIgnored`. Python's bytecode is nothing that is compared.
    const isUnseen = includesIgnored && ignored.isFolderIgnored(output.path);
    const bytecode = `!${fileset(`${output.path}/**/__pycache__/**`, root)}`;
    generated.push(isUnseen ? { fileset: all, includeIgnored: true } : all);
    if (isUnseen) generated.push({ fileset: bytecode, includeIgnored: true });
  }
  return {
    executor: '@rowhouse/nx:validate',
    cache: uncached === undefined,
    inputs: [...inputs, ...generated],
    outputs: [],
    metadata: describe(
      'Check the config, and that the committed output is up to date',
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

async function hashInputs(
  root: string,
  closure: ImportClosure,
  sources: SourceInputs | undefined,
  inference: Inference,
): Promise<Hashable> {
  const toolchain = inference.toolchain.inputsFor(root);
  const reasons = toolchain.uncached === undefined ? [] : [toolchain.uncached];
  const outside = [...closure.outside, ...(sources?.outside ?? [])];
  if (outside.length > 0)
    reasons.push(`it reads from outside the workspace: ${outside.join(', ')}`);
  const { ignored, includesIgnored } = inference;
  const see = (path: string, isIgnored: boolean, inside = ''): Input => {
    const input = fileset(`${escapeGlob(path)}${inside}`, root);
    if (!isIgnored) return input;
    if (!includesIgnored) reasons.push(`it reads ${path}, which is ignored by git`);
    return { fileset: input, includeIgnored: true };
  };
  const seeFile = (path: string) =>
    environmentInput(path, inference.toolchain) ?? see(path, ignored.isIgnored(path));
  const seeFolder = (path: string) => see(path, ignored.isFolderIgnored(path), '/*.py');
  const { files, absent, folders, patterns, installable } = sources ?? ANY_PYTHON;
  const builds: string[] = [];
  for (const folder of toolchain.packages) {
    if (folder !== '' && folder !== root && (await inference.isProject(folder)))
      builds.push(folder);
  }
  return {
    // What `codegen` says of other targets stands in project.json.
    inputs: [
      ...[...closure.files, ...closure.absent].map(seeFile),
      ...[...files, ...absent].map(seeFile),
      ...folders.map(seeFolder),
      // Those that git ignores are among the files.
      ...patterns.map((pattern) => fileset(escapeGlob(pattern, WILDCARDS), root)),
      // Before Nx 23.3, one that git ignores counts when the project graph is made anew.
      ...installable.flatMap((path) => {
        const environment = environmentInput(path, inference.toolchain);
        if (environment) return [environment];
        if (!includesIgnored) return [];
        return [{ fileset: fileset(escapeGlob(path, '*'), root), includeIgnored: true }];
      }),
      '{projectRoot}/project.json',
      ...toolchain.inputs,
      MADE_BEFORE,
    ],
    builds,
    uncached: reasons.length > 0 ? reasons.join('; ') : undefined,
  };
}

/** A path as a pattern of Nx, relative to its project where it lies inside. */
function fileset(path: string, projectRoot: string): string {
  if (projectRoot === '.') return `{projectRoot}/${path.replace(/^\.\//, '')}`;
  return path.startsWith(`${projectRoot}/`)
    ? `{projectRoot}/${path.slice(projectRoot.length + 1)}`
    : `{workspaceRoot}/${path}`;
}

/** A character that patterns give a meaning becomes "any one character", unless it is meant so. */
function escapeGlob(path: string, meant = ''): string {
  return path.replace(/[*?[\]{}()!+@\\]/g, (found) => (meant.includes(found) ? found : '?'));
}
