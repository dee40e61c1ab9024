import { dirname, extname, posix, relative, resolve } from 'node:path';

import { realFiles, type Files } from '../files/files.js';
import { holds } from '../files/holds.js';

/** What modules load, as far as their text tells. */
export interface Loads {
  /** Absolute paths of the modules, of the files that they name by relative paths, and so on. */
  readonly files: readonly string[];
  /** Folders that they name so. */
  readonly folders: readonly string[];
  /** The names of the packages that they import from. */
  readonly packages: readonly string[];
  /** The variables of the environment that they read. */
  readonly variables: readonly string[];
  /** The module that reads variables whose names its text does not tell. */
  readonly readsAnyVariable: string | undefined;
}

const CODE = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']);

/**
 * Any string with a relative path, such as that of a template, whatever it is used for; also one behind a folder, as in
 * `__dirname + '/../templates'`.
 */
const RELATIVE_PATH = /(["'`])(?:\$\{[^}`\n]*\})?\/?(\.\.?(?:\/[^"'`\n]*)?)\1/g;

const IMPORTED_PACKAGE =
  /\b(?:from|import|require|resolve)\s*\(?\s*(["'`])((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^"'`\n]*)?\1/g;

/** Any string that may be the path of a file without `./`, also one behind a folder; or the name of a package. */
const WORD = /(["'`])(?:\$\{[^}`\n]*\})?\/?([\w@][\w.@/-]*)\1/g;

const VARIABLE = /\bprocess\.env(?:\??\.(\w+)|(?:\?\.)?\[(["'`])(\w+)\2\])/g;

const DESTRUCTURED = /\{((?:(?!\.\.\.)[^{}[\]])*)\}\s*=\s*process\.env\b(?!\s*[?.[])/g;

/** Other ways to the environment than these two. */
const ANY_VARIABLE =
  /\bprocess\.env\b|\benv\b[^{}]*\}\s*(?:from\s*["'](?:node:)?process["']|=\s*process\b(?!\s*\.))/;

/**
 * Follows the texts of modules; runs nothing. What the text of a module only seems to name counts, too.
 *
 * @param directory of the package that the modules belong to; absolute.
 * @param modules paths in it; those that are not there have nothing to tell.
 */
export function loadsOf(
  directory: string,
  modules: readonly string[],
  files: Files = realFiles,
): Loads {
  let readsAnyVariable: string | undefined;
  const found = new Set<string>();
  const folders = new Set<string>();
  const packages = new Set<string>();
  const variables = new Set<string>();
  const names = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string) => {
    const known = names.get(folder) ?? new Set(files.list(folder).map(({ name }) => name));
    names.set(folder, known);
    return known;
  };
  const queue = modules.map((path) => resolve(directory, path));
  for (const path of queue) {
    if (found.has(path) || folders.has(path)) continue;
    const kind = files.kindOf(path);
    if (kind === 'folder') folders.add(path);
    if (kind !== 'file') continue;
    found.add(path);
    queue.push(files.realPath(path));
    if (!CODE.has(extname(path))) continue;
    const text = files.read(path).toString();
    for (const [, , name] of text.matchAll(IMPORTED_PACKAGE)) packages.add(name!);
    for (const [, plain, , quoted] of text.matchAll(VARIABLE)) variables.add((plain ?? quoted)!);
    for (const [, names] of text.matchAll(DESTRUCTURED)) {
      for (const [name] of names!.matchAll(/(?<=^|,)\s*\w+/g)) variables.add(name.trim());
    }
    if (ANY_VARIABLE.test(text.replaceAll(VARIABLE, '').replaceAll(DESTRUCTURED, ''))) {
      readsAnyVariable ??= path;
    }
    for (const [, , place] of text.matchAll(RELATIVE_PATH)) {
      queue.push(...candidates(resolve(dirname(path), place!)));
    }
    const around = foldersAround(path, directory);
    const mayRename = text.includes('createRequire');
    for (const [, , word] of text.matchAll(WORD)) {
      if (mayRename) packages.add(packageOf(word!));
      const [first, ...rest] = word!.split('/');
      if (first === 'node_modules' || rest.includes('node_modules')) continue;
      for (const folder of around) {
        if (namesIn(folder).has(first!)) queue.push(resolve(folder, word!));
      }
    }
  }
  return {
    files: [...found],
    folders: [...folders],
    packages: [...packages],
    variables: [...variables],
    readsAnyVariable,
  };
}

/** The folder of a module, and those around it in its package. */
function foldersAround(path: string, directory: string): readonly string[] {
  const folders = [dirname(path)];
  if (!holds(directory, folders[0]!)) return [];
  while (relative(directory, folders.at(-1)!) !== '') folders.push(dirname(folders.at(-1)!));
  return folders;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * The modules that a package is loaded through, as paths from its folder; none of those that a pattern stands
 * for.
 *
 * @param manifest its `package.json`.
 */
export function entryModules(manifest: object): readonly string[] {
  const {
    codegen,
    main,
    exports: exported,
    imports,
  } = manifest as Readonly<Record<string, unknown>>;
  const named = [codegen, main, exported, imports].flatMap(strings);
  const paths = named.map((reference) => posix.normalize(reference.replace(/#.*$/, '')));
  return [...new Set(paths)].filter((path) => !/[*]|^\.\.|^$|^\.$/.test(path));
}

/** All strings in a value, however deep. */
function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** The files that a path may stand for in an import. */
function candidates(path: string): readonly string[] {
  const source = path.replace(/\.([cm]?)js$/, '.$1ts');
  const completed = ['.js', '.mjs', '.cjs', '.ts', '.json', '/index.js', '/index.cjs', '/index.ts'];
  return [path, source, ...completed.map((end) => `${path}${end}`)];
}
