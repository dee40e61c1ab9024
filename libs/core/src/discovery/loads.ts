import { dirname, extname, posix, resolve } from 'node:path';

import { realFiles, type Files } from '../files/files.js';

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
}

const CODE = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']);

/**
 * Any string with a relative path, such as that of a template, whatever it is used for; also one behind a folder, as in
 * `__dirname + '/../templates'`.
 */
const RELATIVE_PATH = /(["'`])(?:\$\{[^}`\n]*\})?\/?(\.\.?(?:\/[^"'`\n]*)?)\1/g;

const IMPORTED_PACKAGE =
  /\b(?:from|import|require|resolve)\s*\(?\s*(["'`])((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^"'`\n]*)?\1/g;

const VARIABLE = /\bprocess\.env(?:\.(\w+)|\[(["'`])(\w+)\2\])/g;

const DESTRUCTURED = /\{([^{}]*)\}\s*=\s*process\.env\b(?!\s*[.[])/g;

/**
 * Follows the texts of modules; runs nothing. What the text of a module only seems to name counts, too.
 *
 * @param modules absolute paths; those that are not there have nothing to tell.
 */
export function loadsOf(modules: readonly string[], files: Files = realFiles): Loads {
  const found = new Set<string>();
  const folders = new Set<string>();
  const packages = new Set<string>();
  const variables = new Set<string>();
  const queue = [...modules];
  for (const path of queue) {
    if (found.has(path) || folders.has(path)) continue;
    const kind = files.kindOf(path);
    if (kind === 'folder') folders.add(path);
    if (kind !== 'file') continue;
    found.add(path);
    if (!CODE.has(extname(path))) continue;
    const text = files.read(path).toString();
    for (const [, , name] of text.matchAll(IMPORTED_PACKAGE)) packages.add(name!);
    for (const [, plain, , quoted] of text.matchAll(VARIABLE)) variables.add((plain ?? quoted)!);
    for (const [, names] of text.matchAll(DESTRUCTURED)) {
      for (const [name] of names!.matchAll(/(?<=^|,)\s*\w+/g)) variables.add(name.trim());
    }
    for (const [, , relative] of text.matchAll(RELATIVE_PATH)) {
      queue.push(...candidates(resolve(dirname(path), relative!)));
    }
  }
  return {
    files: [...found],
    folders: [...folders],
    packages: [...packages],
    variables: [...variables],
  };
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
