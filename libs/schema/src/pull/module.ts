import type { RawStatements } from '../metadata/raw.js';
import { Draft, type Demoted, type PulledCode } from './draft.js';
import { objectOf, sqlText, stringLiteral } from './literals.js';
import type { Source } from './source.js';
import { Imports } from './source-code.js';

/** The first line of a pulled file. */
export const HEADER = '/** The tables of an existing database, written by `schema pull`. */';

/** What a column of a type that drizzle does not know is made with. */
const TYPED =
  'const typed = (type: string) => customType<{ data: unknown }>({ dataType: () => type });';

/**
 * A catalog as TypeScript: tables, enums, domains, sequences, partitions, roles and grants by their builders, all else as SQL, in an
 * order in which each object finds what it needs.
 *
 * @param broken Names of functions that do not work.
 */
export function pulledCode(
  { catalog, raw }: Pick<Source, 'catalog' | 'raw'>,
  broken: ReadonlySet<string> = new Set(),
): PulledCode {
  const demoted: Demoted = new Set();
  for (;;) {
    const before = demoted.size;
    const code = new Draft(catalog, demoted, broken).code();
    if (demoted.size > before) continue;
    return { ...code, last: [...code.last, ...raw.map((one) => rawCode(one, code.lastImports))] };
  }
}

function rawCode({ name, up, down }: RawStatements, imports: Imports) {
  const options = objectOf([
    ['metadata', imports.use('metadata')],
    ['up', sqlText(up)],
    ['down', sqlText(down)],
  ]);
  return {
    text: `${imports.from('@rowhouse/schema', 'raw')}(${stringLiteral(name)}, ${options});`,
  };
}

/** The code as one file. */
export function pulledModule(code: PulledCode): string {
  const { tables, last, lastImports, grants } = code;
  const imports = new Imports();
  for (const part of [code, ...tables]) imports.include(part.imports);
  imports.include(lastImports);
  return fileOf([
    ...headOf(code, imports, ''),
    ...tables.map(({ text }) => text),
    ...last.map(({ text }) => text),
    grants.join('\n'),
  ]);
}

/** What comes before the tables. */
export function headOf(
  { base, first, enums }: PulledCode,
  imports: Imports,
  exported: '' | 'export ',
): string[] {
  const isTyped = imports.uses('typed');
  if (isTyped) imports.pg('customType');
  imports.from('@rowhouse/schema', 'Metadata');
  imports.from('@rowhouse/schema', 'SchemaConfig');
  return [
    `${HEADER}\n${imports.render()}`,
    'export const metadata = new Metadata();\nexport const config = new SchemaConfig();',
    ...base.map((lines) => lines.join('\n')),
    isTyped ? `/** A column of a type that drizzle does not know. */\n${exported}${TYPED}` : '',
    ...first.map(({ text }) => text),
    enums.map(({ text }) => text).join('\n'),
  ];
}

/** The paragraphs of a file, without those that are empty. */
export function fileOf(paragraphs: readonly string[]): string {
  return `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`;
}
