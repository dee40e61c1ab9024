import { makerOf, type BuiltOutput } from '../build/index.js';
import { GenerationError, type Issue } from '../errors/errors.js';
import type { Output, StaticFile } from '../target/output.js';
import type { AnyTarget } from '../target/target.js';
import { Templates } from './templates.js';

/**
 * Renders outputs into files: groups them by file, renders each through its renderer, and what surrounds
 * them through the target's file renderer.
 *
 * @throws GenerationError when two outputs claim one static file, or one path is a file and a directory;
 *   it names the operations.
 * @returns the texts by POSIX path, relative to the output root.
 */
export function renderFiles(
  target: AnyTarget,
  outputs: readonly BuiltOutput[],
): ReadonlyMap<string, string> {
  const files = groupByFile(outputs);
  checkConflicts(files);
  const templates = new Templates(target);
  const texts = new Map<string, string>();
  for (const [file, made] of files) {
    const [first] = made;
    const text = isStatic(first!.output)
      ? first!.output.content
      : renderFile(target, templates, file, made);
    texts.set(file, text);
  }
  return texts;
}

function renderFile(
  target: AnyTarget,
  templates: Templates,
  path: string,
  made: readonly BuiltOutput[],
): string {
  const file: unknown = target.file.open(
    path,
    made.map(({ output }) => output),
  );
  const sections = made.map((each) => {
    const { output } = each;
    const renderer = target.renderers[output.kind];
    if (!renderer) {
      throw new Error(
        `Target '${target.name}' has no renderer for '${output.kind}', which ${makerOf(each)} made.`,
      );
    }
    const { template } = renderer;
    return templates.render(
      typeof template === 'string' ? template : template(output),
      renderer.view(output, file),
    );
  });
  return templates.render(target.file.template, target.file.view(file, sections));
}

function groupByFile(outputs: readonly BuiltOutput[]): Map<string, BuiltOutput[]> {
  const files = new Map<string, BuiltOutput[]>();
  for (const made of outputs) {
    const group = files.get(made.output.file);
    if (group) group.push(made);
    else files.set(made.output.file, [made]);
  }
  return files;
}

/** @throws GenerationError for each file that two outputs claim, or that stands where a directory does. */
function checkConflicts(files: ReadonlyMap<string, readonly BuiltOutput[]>): void {
  const issues: Issue[] = [];
  const directories = new Set<string>();
  for (const [file, made] of files) {
    const [first] = made;
    const other = made.find(({ output }) => !shareFile(first!.output, output));
    if (other) {
      issues.push({
        message: `${makerOf(first!)} and ${makerOf(other)} both write ${file}`,
        hint: 'Rename one of the two, or let one output amend the other.',
      });
    }
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const directory = file.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
      const around = files.get(directory);
      if (!around) continue;
      issues.push({
        message: `${makerOf(around[0]!)} writes the file ${directory}, in which ${makerOf(first!)} writes ${file}`,
        hint: 'Rename one of the two.',
      });
    }
  }
  if (issues.length > 0) throw new GenerationError(issues);
}

/** Sections share a file; so do static files that say the same. */
function shareFile(left: Output, right: Output): boolean {
  if (!isStatic(left) && !isStatic(right)) return true;
  return isStatic(left) && isStatic(right) && left.content === right.content;
}

function isStatic(output: Output): output is StaticFile {
  return output.kind === 'static';
}
