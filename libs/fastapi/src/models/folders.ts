import { dirname, join, relative, sep } from 'node:path';

/** The folders that modules are named from, where a file of models is the end of such a name. */
export function rootsOf(files: readonly string[], models: readonly string[]): readonly string[] {
  const modules = new Set(models.map((model) => model.slice(0, model.lastIndexOf('.'))));
  return files.flatMap((file) =>
    [...modules].flatMap((module) => {
      const end = module.replaceAll('.', sep);
      const ends = [`${sep}${end}.py`, `${sep}${join(end, '__init__.py')}`];
      const match = ends.find((each) => file.endsWith(each));
      if (match === undefined) return [];
      const root = file.slice(0, -match.length);
      return [root === '' ? sep : root];
    }),
  );
}

/** The folder of the config, and those around it up to the workspace. */
export function foldersAround(directory: string, root: string): readonly string[] {
  if (relative(root, directory).startsWith('..')) return [directory, root];
  const folders = [directory];
  while (folders.at(-1) !== root) folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** The folders that modules lie in: those around the config, and a folder `src` of each. */
export function moduleFolders(directory: string, root: string): readonly string[] {
  return foldersAround(directory, root).flatMap((folder) => [folder, join(folder, 'src')]);
}

/** The name of the module that a file is, from the first root that it is in. */
export function moduleOf(file: string, roots: readonly string[]): string | undefined {
  const root = roots.find((each) => !relative(each, file).startsWith('..'));
  if (root === undefined || !file.endsWith('.py')) return undefined;
  const parts = relative(root, file)
    .replace(/(?:[\\/]__init__)?\.py$/, '')
    .split(sep);
  return parts.join('.');
}
