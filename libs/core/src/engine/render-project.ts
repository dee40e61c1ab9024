import { buildOutputs, pathOfBuilt, type BuiltOutput } from '../build/index.js';
import { explainIssue, sortIssues } from '../config/index.js';
import { GenerationError } from '../errors/errors.js';
import type { Issue } from '@rowhouse/errors';
import { renderFiles } from '../render/index.js';
import type { Conflict } from '../target/output.js';
import type { OpenOutput } from './output-root.js';
import type { OpenProject, ProjectOptions } from './project.js';

/** The files of a project, not written yet. */
export interface RenderedProject {
  /** Texts by POSIX path, relative to the output root. */
  readonly files: ReadonlyMap<string, string>;
  /** What the user should know though it is no error, a line each. */
  readonly notices: readonly string[];
  /** What they were rendered from; none of a derived target, whose files come of all outputs together. */
  readonly outputs: readonly BuiltOutput[];
}

/**
 * Builds and renders a project.
 *
 * @throws GenerationError when outputs conflict; each issue names both makers and their places.
 */
export function renderProject(
  { opened, outputRoot }: OpenOutput,
  { onStep }: ProjectOptions,
): RenderedProject {
  const { target, catalog, project } = opened;
  onStep?.('build');
  const outputs = buildOutputs(target, catalog, project);
  onStep?.('render');
  if (target.derived) {
    const made = [...target.derived.files({ project, outputs })];
    const files = new Map(made.map(({ file, content }) => [file, content]));
    return { files, notices: opened.notices, outputs: [] };
  }
  const rendering = renderFiles(target, project, outputs, (files, of) => {
    onStep?.('render', { files, of });
  });
  if (rendering.conflicts === undefined) {
    const made = outputs.map(({ output }) => output);
    const told = target.notices?.(project, made, outputRoot) ?? [];
    return { files: rendering.texts, notices: [...opened.notices, ...told], outputs };
  }
  const issues = rendering.conflicts.map((conflict) => conflictIssue(conflict, opened));
  throw new GenerationError(sortIssues(issues));
}

function conflictIssue({ made, first, ...problem }: Conflict, { config }: OpenProject): Issue {
  const path = pathOfBuilt(config.value, made);
  const firstPath = first === undefined ? [] : pathOfBuilt(config.value, first);
  return explainIssue(config, {
    ...problem,
    path,
    ...(firstPath.length > 0 && { first: firstPath }),
  });
}
