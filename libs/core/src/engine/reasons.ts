import { groupOutputs, pathOfBuilt, type BuiltOutput } from '../build/index.js';
import { displayPath } from '../config/index.js';
import type { OpenProject } from './project.js';

/** Why generated files are as they are. */
export interface Reasons {
  /**
   * What the last run depended on that is not as it was, as messages show it. Undefined where no earlier run is
   * remembered.
   */
  readonly changed: readonly string[] | undefined;
  /** Who makes each file, by its path: `resource Article: get, list (api.json:12)`. */
  readonly makers: Readonly<Record<string, readonly string[]>>;
}

/** Says who made each file, and what has changed. */
export function reasonsOf(
  outputs: readonly BuiltOutput[],
  { config, cwd }: OpenProject,
  changedInputs: readonly string[] | undefined,
): Reasons {
  const byFile = groupOutputs(outputs, ({ output }) => output.file);
  const makers = [...byFile].map(([file, made]) => {
    const byInstance = groupOutputs(made, ({ instance }) => instance);
    const lines = [...byInstance].map(([{ label }, own]) => {
      const names = new Set(own.map(({ entry, operation }) => entry?.name ?? operation.name));
      const path = own.length === 1 ? pathOfBuilt(config.value, own[0]!) : own[0]!.instance.path;
      const place = config.locate(path, 'value');
      const where = place ? ` (${place.file}:${place.line})` : '';
      return `${label}: ${[...names].join(', ')}${where}`;
    });
    return [file, lines] as const;
  });
  const changed = changedInputs?.map((path) => displayPath(path, cwd));
  return { changed, makers: Object.fromEntries(makers) };
}
