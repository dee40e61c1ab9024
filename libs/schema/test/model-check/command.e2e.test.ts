import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { createDatabase, type TemporaryDatabase } from '@rowhouse/harness';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { main } from '../../src/cli/main.js';

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  await run(await readFile(join(import.meta.dirname, 'library.sql'), 'utf8'));
});

afterAll(() => database.drop());

async function run(sql: string): Promise<void> {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Compares a module beside this file with the database. */
async function check(models: string, ...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const path = relative('', join(import.meta.dirname, models));
  const code = await main(['check', '--models', path, '--database-url', database.url, ...args], {
    print: (text) => lines.push(text),
    error: (text) => errors.push(text),
  });
  const shown = lines.join('\n').replaceAll(relative('', import.meta.dirname), 'blog');
  return { code, out: shown, err: errors.join('\n') };
}

describe('schema check --models', () => {
  test('finds nothing where models and database agree', async () => {
    expect(await check('fitting.py')).toEqual({
      code: 0,
      out: [
        'Models and database agree.',
        'Not checked:',
        '  blog/fitting.py:37: book_authors: its columns: it is a Table without a class [not-checked]',
      ].join('\n'),
      err: '',
    });
  });

  test('tells each difference with both places', async () => {
    const { code, out, err } = await check('parting.py');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    await expect(`${out}\n`).toMatchFileSnapshot('parting.txt');
  });

  test('--json has them as data', async () => {
    const { code, out } = await check('parting.py', '--json');
    expect(code).toBe(1);
    const drift = JSON.parse(out) as { differences: object[]; unchecked: object[] };
    expect(drift.differences).toContainEqual({
      code: 'missing-column',
      subject: 'books.titel',
      message: 'the model Book has this column, but the table does not',
      fix: "Did you mean 'title'?",
      place: { file: 'blog/parting.py', line: 46 },
      docs: expect.stringMatching(/errors\.md#missing-column$/) as string,
    });
    expect(drift.unchecked[0]).toMatchObject({ code: 'not-checked', subject: 'books.shelf' });
  });

  test('names what is no module, and what has no models', async () => {
    expect(await check('nothing.py')).toEqual({
      code: 1,
      out: '',
      err: `error: --models: found '${relative('', join(import.meta.dirname, 'nothing.py'))}', expected a module such as blog/models.py, or the folder of a package [invalid-path]`,
    });
    expect((await check('command.e2e.test.ts')).err).toContain('[invalid-path]');
    const { err } = await check('../models/python');
    expect(err).toContain('[invalid-path]');
  });
});
