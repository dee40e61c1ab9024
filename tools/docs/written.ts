import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { format } from 'prettier';

import {
  endType,
  partsOfJson,
  typeRows,
  type ScalarType,
} from '../../libs/fastapi/src/config/field-types.js';
import { operations } from '../../libs/fastapi/src/index.js';
import {
  inheritingModels,
  unlockableModels,
  unsupportedColumns,
  unsupportedModels,
  unscopedProperties,
  unwritableColumns,
  type NotSupported,
} from '../../libs/fastapi/src/models/not-supported.js';
import { typeNames } from '../../libs/sqlalchemy/src/index.js';
import { modelTypes } from '../../libs/nx/src/generators/resource/fields.js';
import { versionsPage } from '../versions/page.js';
import { codeBlocks } from './code-blocks.js';
import { configReference } from './config-reference.js';
import { operatorMembers, operatorRows, operatorTable } from './operators.js';
import { exchanges, terminalPicture } from './terminal.js';

const root = resolve(import.meta.dirname, '../..');
const types = Object.keys(typeRows) as ScalarType[];
/** Those that a function of the standard library is called like. */
const named = types.filter((type) => endType(type) === undefined);

/** A file that follows from the code, whole or in part. */
export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/** The files that `npm run docs` writes. */
export async function writtenFiles(): Promise<readonly WrittenFile[]> {
  return [
    { path: 'docs/config-reference.md', text: await configReference() },
    { path: 'docs/versions.md', text: await formatted('docs/versions.md', versionsPage()) },
    { path: 'docs/images/terminal.svg', text: quickstartPicture() },
    await changed('docs/models.md', (page) => {
      const table = ['|', '| --- | --- |', ...columnRows()].join('\n');
      const typed = between(page, 'types that agree', '| `Decimal`', `${table}\n`);
      const inJson = codes(partsOfJson.filter((type) => type !== 'json'));
      return between(typed, '| `json` (the default), ', ', and lists of these |', inJson);
    }),
    await changed('docs/not-supported.md', (page) => {
      const [models, columns] = [
        [...unsupportedModels, ...unlockableModels, ...inheritingModels],
        [...unsupportedColumns, ...unwritableColumns, ...unscopedProperties],
      ].map((rows) => [notSupportedHead, ...rows.map(notSupportedRow), '', ''].join('\n'));
      const [start, end] = ['## Models\n\n', '## Columns'];
      return between(between(page, start, end, models!), `${end}\n\n`, '## Values', columns!);
    }),
    await changed('docs/generated-api.md', (page) => {
      const table = `on | \`value\` | finds rows whose field |\n|---|---|---|---|\n${operatorTable()}\n`;
      return between(page, '| `op` ', '`field`, here and', `| ${table}`);
    }),
    await changed('libs/fastapi/src/contract/operators.ts', (source) =>
      between(source, 'const rows = {\n', '} as const', operatorRows()),
    ),
    await changed('libs/client/runtime/filters.ts', (source) =>
      ['Equality', 'Ordered', 'Texts', 'Containers', 'Existence'].reduce(
        (text, name) => between(text, `export interface ${name}`, '\n}', membersOf(text, name)),
        source,
      ),
    ),
    await changed('stdlib/README.md', (page) =>
      between(page, '| `fastapi/fields`:', '| a field:', ` ${codes(named)} `),
    ),
    await changed('stdlib/fastapi/fields.libsonnet', (source) => {
      const lines = named.map((type) => `  ${type}:: field('${type}'),\n`);
      return between(source, '\n{\n', '\n  /**', lines.join(''));
    }),
    await changed('libs/sqlalchemy/facts.schema.json', (source) => {
      const names = [...typeNames].map((name) => `"${name}"`).join(', ');
      return between(
        source,
        '"type": {\n      "type": "object",\n      "properties": {\n        "name": {\n          "enum": [',
        ']',
        names,
      );
    }),
    await changed('libs/nx/src/generators/resource/schema.json', (source) => {
      const schema = JSON.parse(source) as NxSchema;
      const offered = operations.filter(({ starter }) => starter).map(({ name }) => name);
      schema.properties.operations.items.enum = offered;
      const { fields } = schema.properties;
      fields.description = between(
        fields.description,
        ' Types: ',
        '. Default',
        modelTypes.join(', '),
      );
      return JSON.stringify(schema);
    }),
  ];
}

/** An interface of the client's operators, from behind its name. */
function membersOf(source: string, name: string): string {
  const [, head] = new RegExp(`export interface ${name}(.*{\n)`).exec(source)!;
  return `${head}${operatorMembers(name).trimEnd()}`;
}

const notSupportedHead = '| not supported | why | instead |\n| --- | --- | --- |';

function notSupportedRow({ what, why, instead }: NotSupported<never>): string {
  return `| ${what} | ${why} | ${instead} |`;
}

/** The quickstart's commands and answers, for the README. A test does what the quickstart says. */
function quickstartPicture(): string {
  const page = readFileSync(resolve(root, 'docs/quickstart.md'), 'utf8');
  const [start] = page.split('\n## With models');
  const title = 'The API is generated, and answers requests';
  return terminalPicture(title, exchanges(codeBlocks('docs/quickstart.md', start!)));
}

interface NxSchema {
  readonly properties: {
    readonly operations: {
      readonly items: { enum: readonly string[] };
    };
    readonly fields: { description: string };
  };
}

/** Which types agree with the columns of a type's name, but for those of which the page says more. */
function columnRows(): readonly string[] {
  const elsewhere = new Set(['decimal', 'json', 'enum', 'range', 'list', 'object']);
  const agreeing = (column: ScalarType) => [
    column,
    ...types.filter((type) => typeRows[type].columns?.some((each) => each === column)),
  ];
  const names: readonly string[] = [...typeNames];
  const columns = types.filter((type) => names.includes(type) && !elsewhere.has(type));
  const untyped = names.filter(
    (name) => !types.some((type) => type === name) && !elsewhere.has(name),
  );
  const alike = columns.filter((column) => agreeing(column).length === 1);
  const others = columns.filter((column) => agreeing(column).length > 1);
  return [
    `| ${codes(alike)} | the same |`,
    ...others.map((column) => `| \`${column}\` | ${codes(agreeing(column))} |`),
    `| ${codes(untyped)} | any, but you must set one |`,
  ];
}

async function changed(path: string, change: (text: string) => string): Promise<WrittenFile> {
  const text = change(readFileSync(resolve(root, path), 'utf8'));
  if (path.endsWith('.libsonnet')) return { path, text };
  return { path, text: await formatted(path, text) };
}

function formatted(path: string, text: string): Promise<string> {
  return format(text, { filepath: path, printWidth: 100, singleQuote: true });
}

/** Replaces what stands between the first of two texts and the next of the other. */
function between(text: string, start: string, end: string, replacement: string): string {
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (from < start.length || to < 0) throw new Error(`There is no ${start} … ${end}`);
  return text.slice(0, from) + replacement + text.slice(to);
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
