import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { main } from '../src/cli/main.js';
import { mermaidDiagram } from '../src/diagram/mermaid.js';
import { svgDiagram } from '../src/diagram/svg.js';
import { drawingOf, type Drawing } from '../src/diagram/tables.js';
import { shop } from './models/shop.js';

const drawing = () => drawingOf(shop().metadata);

test('tables are drawn with their columns, keys and foreign keys', async () => {
  const diagram = mermaidDiagram(drawing());
  await expect(diagram).toMatchFileSnapshot('models/golden/shop.mmd');
  expect(mermaidDiagram(drawing())).toBe(diagram);
});

describe('a picture', () => {
  test('is the same whenever it is drawn', async () => {
    const svg = await svgDiagram(drawing());
    await expect(svg).toMatchFileSnapshot('models/golden/shop.svg');
    expect(await svgDiagram(drawing())).toBe(svg);
  });

  test('shows each table, column and foreign key', async () => {
    const svg = await svgDiagram(drawing());
    const texts = new Set(
      [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1]),
    );
    const { tables, references } = drawing();
    for (const { name, columns } of tables) {
      expect(texts).toContain(name);
      for (const column of columns) expect(texts).toContain(escaped(column.name));
    }
    const lines = references.filter(({ to }) => tables.some(({ name }) => name === to));
    expect(svg.match(/class="edge"/g)).toHaveLength(lines.length);
    expect(svg).toContain('shop.deliveries (order, line) → shop.order_lines (order, line)');
    expect(svg).toContain('>PK<');
  });

  test('holds names of any kind, and tables of others are left out', async () => {
    const column = {
      name: '<a> & "b\\',
      type: 'odd "type"',
      keys: ['FK'],
      nullable: true,
    } as const;
    const key = { columns: [column.name], targets: ['id'], optional: true, many: true };
    const odd: Drawing = {
      tables: [{ name: 'back\\slash "quoted" <b>', columns: [column] }],
      references: [{ ...key, from: 'back\\slash "quoted" <b>', to: 'elsewhere' }],
    };
    const svg = await svgDiagram(odd);
    expect(svg).toContain('back\\slash &quot;quoted&quot; &lt;b&gt;');
    expect(svg).not.toContain('class="edge"');
  });

  test('of many tables without foreign keys is no column of them', async () => {
    const tables = Array.from({ length: 60 }, (_, index) => ({
      name: `table_${index}`,
      columns: [{ name: 'id', type: 'integer', keys: ['PK'] as const, nullable: false }],
    }));
    const svg = await svgDiagram({ tables, references: [] });
    const [, width, height] = /<svg width="(\d+)pt" height="(\d+)pt"/.exec(svg)!;
    expect(Number(height) / Number(width)).toBeLessThan(2);
  });
});

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

describe('schema diagram', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rowhouse-diagram-'));
    await project('title');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function project(column: string): Promise<void> {
    await writeFile(
      join(directory, 'schema.config.ts'),
      `import { text } from ${JSON.stringify(import.meta.resolve('drizzle-orm/pg-core'))};
       import { Metadata, SchemaConfig, table } from '@rowhouse/schema';
       export const config = new SchemaConfig({ autoDiscover: false });
       export const metadata = new Metadata();
       table('articles', { ${column}: text() }, { metadata, config });`,
    );
  }

  async function diagram(...args: string[]) {
    const lines: string[] = [];
    const errors: string[] = [];
    const code = await main(['diagram', ...args, '--config', join(directory, 'schema.config.ts')], {
      print: (text) => lines.push(text),
      error: (text) => errors.push(text),
    });
    return { code, out: lines.join('\n'), err: errors.join('\n') };
  }

  test('takes the format from the file, and --format goes first', async () => {
    const [svg, text] = [join(directory, 'docs/tables.svg'), join(directory, 'tables.mmd')];
    expect(await diagram('--out', svg)).toEqual({ code: 0, out: `Wrote ${svg}.`, err: '' });
    expect(await readFile(svg, 'utf8')).toMatch(
      /^<!-- Written by `schema diagram`. -->\n<svg [^]*<\/svg>\n$/,
    );
    expect(JSON.parse((await diagram('--out', text, '--json')).out)).toEqual({ written: [text] });
    expect(await readFile(text, 'utf8')).toBe(
      `%% Written by \`schema diagram\`.\n${(await diagram()).out}\n`,
    );
    expect((await diagram('--format', 'svg')).out).toMatch(/^<svg /);
    expect((await diagram('--format', 'mermaid', '--out', svg)).out).toBe(`Wrote ${svg}.`);
    expect(await readFile(svg, 'utf8')).toMatch(/^%% [^\n]+\nerDiagram/);
  });

  test('--check writes nothing, and fails where the file differs', async () => {
    const out = join(directory, 'tables.svg');
    await diagram('--out', out);
    expect(await diagram('--out', out, '--check')).toEqual({
      code: 0,
      out: `${out} is up to date.`,
      err: '',
    });
    expect(JSON.parse((await diagram('--out', out, '--json')).out)).toEqual({ written: [] });
    const before = await readFile(out, 'utf8');
    await project('headline');
    const checked = await diagram('--out', out, '--check');
    expect(checked).toEqual({
      code: 1,
      out: `${out} differs from ${join(directory, 'schema.config.ts')}.\nTo update it, run \`schema diagram --out ${out}\` with the same --config.`,
      err: '',
    });
    const json = await diagram('--out', out, '--check', '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject([{ file: out }]);
    expect(await readFile(out, 'utf8')).toBe(before);
    expect((await diagram('--check')).err).toBe(
      'error: --check needs a file\n  Set it with --out.',
    );
  });

  test('tables that the code has as SQL alone are named', async () => {
    const config = join(directory, 'schema.config.ts');
    await writeFile(
      config,
      `import { date } from ${JSON.stringify(import.meta.resolve('drizzle-orm/pg-core'))};
       import { Metadata, partition, SchemaConfig, table } from '@rowhouse/schema';
       export const config = new SchemaConfig({ autoDiscover: false });
       export const metadata = new Metadata();
       const days = table('days', { day: date() }, { metadata, config, primaryKey: ['day'], partitionBy: { range: ['day'] } });
       partition('other_days', { of: days, default: true });
       const create = () => [];
       metadata.registerObject({ kind: 'table', schema: 'public', name: 'odd name', create });
       metadata.registerObject({ kind: 'more of table', schema: 'public', name: 'days', create });
       metadata.registerObject({ kind: 'foreign table', schema: 'far', name: 'away', create });
       metadata.registerObject({ kind: 'view', schema: 'far', name: 'seen', create });`,
    );
    const note =
      'note: the diagram does not contain tables that only SQL defines, because their columns are unknown:';
    const { code, out, err } = await diagram();
    expect({ code, err }).toEqual({
      code: 0,
      err: `${note} table public."odd name", foreign table far.away`,
    });
    expect(out).toContain('  days {');
    const many = Array.from({ length: 11 }, (_, at) => `'t${at}'`);
    await writeFile(
      config,
      `${await readFile(config, 'utf8')}
       for (const name of [${many.join()}]) metadata.registerObject({ kind: 'table', schema: 'public', name, create });`,
    );
    expect((await diagram()).err).toMatch(/ table public\.t7, and 3 more$/);
  });

  test('a file that somebody else wrote stays as it is', async () => {
    const out = join(directory, 'tables.mmd');
    await writeFile(out, 'erDiagram\n  mine {\n  }\n');
    expect(await diagram('--out', out)).toEqual({
      code: 1,
      out: '',
      err: `error: ${out}:1: the file was not written by \`schema diagram\` [foreign-file]\n  Set another file with --out, or delete this one.`,
    });
    expect(await readFile(out, 'utf8')).toBe('erDiagram\n  mine {\n  }\n');
    await writeFile(out, '\n');
    expect((await diagram('--out', out)).out).toBe(`Wrote ${out}.`);
    await project('headline');
    expect((await diagram('--out', out)).out).toBe(`Wrote ${out}.`);
  });

  test('a file that cannot be written is one error', async () => {
    await mkdir(join(directory, 'folder.svg'));
    expect((await diagram('--out', join(directory, 'folder.svg'))).err).toBe(
      `error: ${join(directory, 'folder.svg')}: cannot be written: it is a folder [unwritable-file]\n  Set another file with --out.`,
    );
    const below = join(directory, 'schema.config.ts/tables.mmd');
    expect(await diagram('--out', below)).toEqual({
      code: 1,
      out: '',
      err: `error: ${below}: cannot be written: a part of its path is a file [unwritable-file]\n  Set another file with --out.`,
    });
  });
});
