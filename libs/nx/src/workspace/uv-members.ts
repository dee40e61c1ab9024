import { minimatch } from 'minimatch';

/** The table of a root `pyproject.toml` that makes a uv workspace. */
const TABLE = /^\[tool\.uv\.workspace\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|$))*/m;
const MEMBERS = /^(members\s*=\s*\[)([^\]]*)\]/m;

/** Whether a `pyproject.toml` makes a uv workspace. */
export function isUvWorkspace(manifest: string): boolean {
  return TABLE.test(manifest);
}

/**
 * Adds a folder to the members of a uv workspace, unless one of its patterns has it.
 *
 * @param manifest the text of the workspace's `pyproject.toml`.
 * @returns its text with the folder; undefined where the members are no plain list.
 */
export function withMember(manifest: string, folder: string): string | undefined {
  const table = TABLE.exec(manifest)?.[0];
  const [all, head, list] = (table && MEMBERS.exec(table)) || [];
  if (table === undefined || all === undefined) return undefined;
  const patterns = [...list!.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, a, b]) => a ?? b!);
  if (patterns.some((pattern) => minimatch(folder, pattern))) return manifest;
  const changed = `${head}${appended(list!, JSON.stringify(folder))}]`;
  return manifest.replace(table, () => table.replace(all, () => changed));
}

/** The inside of a list, with one more item, in the layout that the others have. */
function appended(list: string, item: string): string {
  const items = list.trimEnd();
  if (items.trim() === '') return item;
  const indent = /\n([ \t]*)\S/.exec(items)?.[1];
  if (indent === undefined) return `${items.replace(/,$/, '')}, ${item}`;
  // A comment may stand behind the last item.
  return `${/,[^\S\n]*(?:#[^\n]*)?$/.test(items) ? items : withComma(items)}\n${indent}${item},\n`;
}

function withComma(items: string): string {
  return items.replace(/(["'])([^\S\n]*(?:#[^\n]*)?)$/, '$1,$2');
}
