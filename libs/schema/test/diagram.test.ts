import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { main } from '../src/cli/main.js';
import { mermaidDiagram } from '../src/diagram/mermaid.js';
import { drawingOf } from '../src/diagram/tables.js';
import { shop } from './models/shop.js';

const drawing = () => drawingOf(shop().metadata);

test('tables are drawn with their columns, keys and foreign keys', async () => {
  const diagram = mermaidDiagram(drawing());
  await expect(diagram).toMatchFileSnapshot('models/golden/shop.mmd');
  expect(mermaidDiagram(drawing())).toBe(diagram);
});

describe('schema diagram', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rowhouse-diagram-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  async function diagram() {
    const lines: string[] = [];
    const errors: string[] = [];
    const code = await main(['diagram', '--config', join(directory, 'schema.config.ts')], {
      print: (text) => lines.push(text),
      error: (text) => errors.push(text),
    });
    return { code, out: lines.join('\n'), err: errors.join('\n') };
  }

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
});
