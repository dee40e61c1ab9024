import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { JitiOptions, TransformOptions } from 'jiti';

/**
 * Loads a file of the user, TypeScript or JavaScript, with what it imports. The JavaScript of a file that has not
 * changed is kept in `node_modules/.cache/jiti`; the modules are evaluated again each time.
 *
 * @param virtualModules Modules by the name with which the file imports them.
 */
export async function loadTypeScript(
  path: string,
  virtualModules: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { createJiti } = await import('jiti');
  const url = pathToFileURL(path).href;
  const installed = createRequire(url)
    .resolve.paths('jiti')
    ?.find((folder) => existsSync(folder));
  const compiler = createJiti(url, { fsCache: installed ? join(installed, '.cache/jiti') : false });
  const options: JitiOptions = {
    virtualModules,
    moduleCache: false,
    fsCache: false,
    transform: (file) => ({ code: withResolvedImports(compiler.transform(file), file) }),
  };
  return createJiti(url, options).import<Record<string, unknown>>(path);
}

/**
 * TypeScript imports `./tags.ts` as `./tags.js`. jiti tries a hundred other names before it looks for that, so with a
 * hundred tables nearly all the time of a command was this.
 */
function withResolvedImports(code: string, { filename }: TransformOptions): string {
  if (filename === undefined) return code;
  return code.replaceAll(
    /(?<=\bjitiImport\()"(\.\.?\/[^"\\]+\.)js"(?=\))/g,
    (name: string, stem: string) => {
      const base = resolve(dirname(filename), stem);
      const isTypeScript = !existsSync(`${base}js`) && existsSync(`${base}ts`);
      return isTypeScript ? JSON.stringify(`${base}ts`) : name;
    },
  );
}
