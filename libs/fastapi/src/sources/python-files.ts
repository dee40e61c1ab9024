import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the source of models has somewhere, unless all of them extend models of other files. */
const marks = /\b(?:Mapped|Column|SQLModel|__tablename__|__table__)\b/;

/** Folders that have no modules of the project. */
const foreign = /^(?:\..*|__pycache__|node_modules|site-packages)$/;

/** Folders of tests and migrations have models, too, but none that an API is about. */
const asideFolder = /^(?:tests?|migrations|versions)$/;

/** What pytest collects from a file. One that is only named so may have models: `test_results.py`. */
const tests = /^\s*(?:(?:async\s+)?def\s+test|class\s+Test\w*\s*:|(?:import|from)\s+pytest\b)/m;

/** The Python files that have models. */
export interface ModelFiles {
  /** Those that an API may be about, in order. */
  readonly files: readonly string[];
  /** Those of tests and migrations. */
  readonly aside: readonly string[];
}

/** Finds the files with models in a folder and below it, without reading the others as Python. */
export function modelFilesIn(folder: string): ModelFiles {
  const all = pythonFiles(folder, false);
  const chosen = new Set(all.filter(({ text }) => marks.test(text)));
  const classes = new Set([...chosen].flatMap(({ text }) => classNames(text)));
  let added = true;
  while (added) {
    const more = all.filter((file) => !chosen.has(file) && extendsOneOf(classes, file.text));
    for (const file of more) {
      chosen.add(file);
      for (const name of classNames(file.text)) classes.add(name);
    }
    added = more.length > 0;
  }
  const found = all.filter((file) => chosen.has(file));
  return {
    files: found.filter(({ isAside }) => !isAside).map(({ path }) => path),
    aside: found.filter(({ isAside }) => isAside).map(({ path }) => path),
  };
}

interface PythonFile {
  readonly path: string;
  readonly text: string;
  /** Whether it is of tests or migrations. */
  readonly isAside: boolean;
}

/** The Python files in a folder and below it, in order; none of virtual environments and generated code. */
function pythonFiles(folder: string, isAside: boolean): readonly PythonFile[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  if (names.includes('pyvenv.cfg') || names.includes('.rowhouse.json')) return [];
  return entries
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const { name } = entry;
      const path = join(folder, name);
      if (entry.isDirectory())
        return foreign.test(name) ? [] : pythonFiles(path, isAside || asideFolder.test(name));
      if (!entry.isFile() || !name.endsWith('.py')) return [];
      const text = readFileSync(path, 'utf8');
      const isTest = name === 'conftest.py' || (name.startsWith('test_') && tests.test(text));
      return [{ path, text, isAside: isAside || isTest }];
    });
}

function classNames(text: string): readonly string[] {
  return [...text.matchAll(/^\s*class\s+(\w+)/gm)].map(([, name]) => name!);
}

/** Whether a class statement names one of some classes as a base. */
function extendsOneOf(classes: ReadonlySet<string>, text: string): boolean {
  return [...text.matchAll(/^\s*class\s+\w+\s*\(([^)]*)\)/gm)].some(([, bases]) =>
    bases!.match(/\w+/g)?.some((name) => classes.has(name)),
  );
}
