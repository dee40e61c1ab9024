import { makeTree, type Tree } from '../render/index.js';
import type { GenerateOptions } from './generate.js';
import { openOutput } from './output-root.js';
import type { ProjectOptions } from './project.js';
import { renderProject } from './render-project.js';

/** What {@link generateTree} gives. */
export interface GeneratedTree {
  /** The generated files; `/` stands for the output directory. */
  readonly tree: Tree;
  /** Absolute path of the output directory. */
  readonly outputRoot: string;
}

/**
 * Generates all files of a config into memory; writes none. For callers with a way to the disk of
 * their own, such as an Nx generator.
 *
 * @throws ConfigError, GenerationError, CommandError.
 */
export async function generateTree(
  options: ProjectOptions & Pick<GenerateOptions, 'out'>,
): Promise<GeneratedTree> {
  const output = await openOutput(options);
  const { files } = renderProject(output, options);
  return { tree: await makeTree(files), outputRoot: output.outputRoot };
}
