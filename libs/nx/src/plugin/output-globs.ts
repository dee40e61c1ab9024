/**
 * The outputs of a target that generates: globs that match files alone, since restoring a folder
 * would first delete all that is in it. They follow the option, so that another `out` is cached as
 * exactly.
 */
export const OUTPUT_GLOBS = ['{options.out}/**/*.*', '!{options.out}/**/__pycache__/**'] as const;

const SUFFIX = '/**/*.*';

/** The folder of a task whose outputs are these; undefined for a task of another kind. */
export function outputFolderOf(outputs: readonly string[]): string | undefined {
  const [files, bytecode] = outputs;
  if (!files?.endsWith(SUFFIX)) return undefined;
  const folder = files.slice(0, -SUFFIX.length);
  return bytecode === `!${folder}/**/__pycache__/**` ? folder : undefined;
}
