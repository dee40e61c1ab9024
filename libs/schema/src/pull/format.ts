import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { indented } from './indent.js';

/** What is used of prettier. */
interface Prettier {
  resolveConfig(file: string, options: { readonly editorconfig: boolean }): Promise<object | null>;
  format(text: string, options: object): Promise<string>;
}

/** Formats a file's text by the project's own prettier, or indents it where there is none. */
export async function formatted(text: string, file: string): Promise<string> {
  const path = resolve(file);
  let entry: string;
  try {
    entry = createRequire(path).resolve('prettier');
  } catch {
    return indented(text);
  }
  const loaded = (await import(pathToFileURL(entry).href)) as Prettier & { default?: Prettier };
  const prettier = loaded.default ?? loaded;
  const options = await prettier.resolveConfig(path, { editorconfig: true });
  const format = (source: string) => prettier.format(source, { ...options, filepath: path });
  // An object that is too long for a line stays on several lines, and then the calls before it fit on the first:
  // only the second time does prettier see that.
  return format(await format(text));
}
