import type { PulledCode } from './draft.js';
import { fileOf, HEADER, headOf } from './module.js';
import { Imports } from './source-code.js';

/** The file that all others are exported from. */
export const INDEX = 'index.ts';

/** No table's constant is called so. */
const BASE = 'metadata';

/** The code as a file a table, by their names. */
export function pulledFolder(code: PulledCode): ReadonlyMap<string, string> {
  const { first, enums, tables, last, lastImports, grants } = code;
  const own = new Set([
    'metadata',
    'config',
    'typed',
    ...[...first, ...enums].map(({ constant }) => constant),
  ]);
  const moduleOf = (constant: string) => `./${own.has(constant) ? BASE : fileName(constant)}.js`;
  const head = new Imports();
  head.include(code.imports);
  for (const { imports } of tables) if (imports.uses('typed')) head.use('typed');
  const files = new Map([[`${BASE}.ts`, fileOf(headOf(code, head, 'export '))]]);
  for (const { constant, text, imports } of tables) {
    files.set(`${fileName(constant)}.ts`, fileOf([`${HEADER}\n${imports.render(moduleOf)}`, text]));
  }
  const rest = new Imports();
  rest.include(lastImports);
  if (grants.length > 0) rest.use('metadata');
  const here = new Set(last.map(({ constant }) => constant));
  const exported = [BASE, ...tables.map(({ constant }) => fileName(constant))];
  files.set(
    INDEX,
    fileOf([
      `${HEADER}\n${rest.render((constant) => (here.has(constant) ? undefined : moduleOf(constant)))}`,
      exported.map((name) => `export * from './${name}.js';`).join('\n'),
      ...last.map(({ text }) => text),
      grants.join('\n'),
    ]),
  );
  return files;
}

/** `orderItems` as `order-items`, so that two constants are two files where case does not count. */
function fileName(constant: string): string {
  return constant.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
