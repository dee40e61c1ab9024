import { join } from 'node:path';

import { text, type Place } from '@rowhouse/errors';

import { buildOutputs, pathOfBuilt, type BuiltOutput } from '../build/index.js';
import { displayPath } from '../config/index.js';
import { CommandError } from '../errors/errors.js';
import { renderSection, Templates } from '../render/index.js';
import type { FactLine, NamedOperation } from '../target/explanation.js';
import type { Output } from '../target/output.js';
import type { AnyTarget } from '../target/target.js';
import { openOutput } from './output-root.js';
import { openProject, type OpenProject, type ProjectOptions } from './project.js';

/** What {@link explain} is told. */
export interface ExplainOptions extends ProjectOptions {
  /** What is to be explained, as the target names it: `articles.update`. */
  readonly name: string;
  /** The output directory, relative to `cwd`. Default: the target decides. */
  readonly out?: string;
}

/**
 * Lists the operations of a config that {@link explain} can be asked for.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function operations(options: ProjectOptions): Promise<readonly NamedOperation[]> {
  const { target, catalog, project } = await openProject(options);
  if (!target.operations) throw cannotExplain(target);
  return target.operations({ project, outputs: buildOutputs(target, catalog, project) });
}

function cannotExplain(target: AnyTarget): CommandError {
  const message = text`target ${target.name} has no operations that can be explained`;
  return new CommandError([{ code: 'cannot-explain', message }]);
}

/** What comes of one operation, and why. */
export interface Explanation {
  /** A topic at a time; the last says what of the config made it. */
  readonly facts: readonly {
    readonly topic: string;
    readonly lines: readonly { readonly text: string; readonly place: Place | undefined }[];
  }[];
  /** The generated files that have something of it, and what each defines. */
  readonly files: readonly { readonly path: string; readonly defines: readonly string[] }[];
}

/**
 * Explains what comes of one operation of a config: what the target says of it, its files, and the lines of the config that
 * made it. Writes nothing.
 *
 * @throws ConfigError, GenerationError, CommandError; the last also when there is no such operation.
 */
export async function explain(options: ExplainOptions): Promise<Explanation> {
  const { opened, outputRoot } = await openOutput(options);
  const { target, catalog, project, config, cwd } = opened;
  if (!target.explain) throw cannotExplain(target);
  const outputs = buildOutputs(target, catalog, project);
  const pathOf = (made: BuiltOutput) => pathOfBuilt(config.value, made);
  const templates = new Templates(target);
  const render = (made: BuiltOutput) => renderSection(target, templates, made);
  const { name } = options;
  const { of, facts, uses } = target.explain({ name, project, outputs, pathOf, render });
  const { instance, entry } = of;
  const used = new Map(uses.map(({ output, names }) => [output, names]));
  const made = outputs.filter(
    (each) =>
      used.has(each.output) ||
      (entry !== undefined && each.entry === entry && each.instance === instance),
  );
  const origins = [
    { text: `operation ${entry?.name ?? of.operation.name}`, path: pathOf(of) },
    { text: instance.label, path: instance.path },
  ];
  return {
    facts: [...facts, { topic: 'Config', lines: origins }].map(({ topic, lines }) => ({
      topic,
      lines: lines.map((line) => ({ text: line.text, place: placeOf(line, opened) })),
    })),
    files: [...definitionsByFile(made, used, target, render)].map(([file, names]) => ({
      path: displayPath(join(outputRoot, file), cwd),
      defines: [...names],
    })),
  };
}

/** The names that each file defines for some outputs; of those that are used, the names that are. */
function definitionsByFile(
  made: readonly BuiltOutput[],
  used: ReadonlyMap<Output, readonly string[]>,
  target: AnyTarget,
  render: (made: BuiltOutput) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const each of made) {
    const { output } = each;
    const names = files.get(output.file) ?? new Set();
    files.set(output.file, names);
    const all = output.kind === 'static' ? [] : (target.definitions?.(output, render(each)) ?? []);
    const own = [...all].flatMap(({ key, perFile }) => (perFile ? key : []));
    for (const name of used.get(output) ?? own) names.add(name);
  }
  return files;
}

function placeOf({ path }: FactLine, { config }: OpenProject): Place | undefined {
  if (path === undefined) return undefined;
  const found = config.locate(path, 'value');
  return found && { file: found.file, line: found.line, column: found.column };
}
