import { groupOutputs, makerOf, type BuiltOutput } from '../build/index.js';
import type { Conflict, Output, StaticFile } from '../target/output.js';
import type { AnyTarget } from '../target/target.js';
import { checkFiles, DefinitionCheck } from './conflicts.js';
import { Templates } from './templates.js';

/** The texts of all generated files, or what keeps the outputs from being together. */
export type Rendering =
  | { readonly texts: ReadonlyMap<string, string>; readonly conflicts?: undefined }
  | { readonly conflicts: readonly Conflict[] };

/**
 * Renders outputs into files: groups them by file, renders each through its renderer, and joins the
 * texts of each file as the target does.
 *
 * @param onFile is told before each file how many are done.
 * @returns the texts by POSIX path, relative to the output root.
 */
export function renderFiles(
  target: AnyTarget,
  project: unknown,
  outputs: readonly BuiltOutput[],
  onFile?: (done: number, of: number) => void,
): Rendering {
  const files = groupOutputs(outputs, ({ output }) => output.file);
  const conflicts = checkFiles(files);
  if (conflicts.length > 0) return { conflicts };

  const templates = new Templates(target);
  const definitions = new DefinitionCheck(target);
  const texts = new Map<string, string>();
  for (const [path, made] of files) {
    onFile?.(texts.size, files.size);
    const own = made.map(({ output }) => output);
    const [first] = own;
    if (isStatic(first!)) {
      texts.set(path, first.content);
      continue;
    }
    const sections = made.map((each) => renderSection(target, templates, each));
    definitions.add(made, sections);
    made.forEach((each, index) => {
      const { output, operation } = each;
      const refusals = target.refusals?.(output, sections[index]!, operation.scopes ?? []) ?? [];
      for (const refusal of refusals) conflicts.push({ ...refusal, made: each });
    });
    texts.set(path, target.joinSections({ path, outputs: own, sections }, project));
  }
  conflicts.push(...definitions.conflicts, ...(target.conflicts?.(outputs) ?? []));
  if (conflicts.length > 0) return { conflicts };

  for (const { file, content } of target.supportFiles?.(project, texts) ?? []) {
    texts.set(file, content);
  }
  return { texts };
}

/** The text of one output, before the target joins it with the others of its file. */
export function renderSection(target: AnyTarget, templates: Templates, made: BuiltOutput): string {
  const { output } = made;
  const renderer = target.renderers[output.kind];
  if (!renderer) {
    throw new Error(
      `Target '${target.name}' has no renderer for '${output.kind}', which ${makerOf(made)} made.`,
    );
  }
  const { template } = renderer;
  return templates.render(
    typeof template === 'string' ? template : template(output),
    renderer.view?.(output) ?? [output],
  );
}

function isStatic(output: Output): output is StaticFile {
  return output.kind === 'static';
}
