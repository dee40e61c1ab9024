import { pythonProgram } from '@rowhouse/harness';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { facts, filesOf, generate, isUserError, SourceMemory, validate } from '@rowhouse/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { plugin } from './support.js';

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'facts-')));
  symlinkSync(dirname(dirname(pythonProgram('python'))), join(project, '.venv'));
});
afterEach(() => {
  rmSync(project, { recursive: true });
});

/** Columns that no reading of the source can tell. */
const models = `
import os
from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

class Base(DeclarativeBase):
    pass

class Item(Base):
    __tablename__ = "items"
    id: Mapped[int] = mapped_column(primary_key=True)
    for name in os.environ.get("ITEM_COLUMNS", "code label").split():
        locals()[name] = mapped_column(String(len(name) * 4), nullable=False)
`;

const config = JSON.stringify({
  version: '1',
  module: 'shop',
  models: 'models.facts.json',
  access: { required: false },
  resources: [{ model: 'shop.Item', operations: ['get', { name: 'create', fields: ['code'] }] }],
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

const options = () => ({ cwd: project, plugins: [plugin] });
const api = () => ({ ...options(), config: join(project, 'api.json') });

async function writeFacts(): Promise<void> {
  const { text } = await facts(undefined, { ...options(), isRun: true });
  write('models.facts.json', text);
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return '';
  } catch (error) {
    if (!isUserError(error)) throw error;
    return error.message;
  }
}

describe('a file of facts', () => {
  beforeEach(() => {
    write('shop/models.py', models);
    write('shop/__init__.py', 'from shop.models import Item\nprint("starting the shop")\n');
    write('api.json', config);
  });

  test('has what no source shows, under each name of a model', async () => {
    await writeFacts();
    expect(await refusal(generate({ ...api(), dryRun: true }))).toContain(
      'without label, which every row of Item needs: shop/models.py:9 has String(length=20)',
    );
    write('api.json', config.replace('["code"]', '["code","label"]'));
    await generate(api());
    const schemas = readFileSync(join(project, '_generated/shop/schemas/item.py'), 'utf8');
    expect(schemas).toMatch(/label: .*max_length=20/);
  });

  test('is older than a source that changed, also in a module that models import, but not by its line ends', async () => {
    write('api.json', config.replace('["code"]', '["code","label"]'));
    await writeFacts();
    await validate(api());
    write('shop/models.py', models.replaceAll('\n', '\r\n'));
    await validate(api());
    write('shop/__init__.py', 'from shop.models import Item\n');
    expect(await refusal(validate(api()))).toContain(
      'models.facts.json is older than shop/__init__.py [old-facts]',
    );
    rmSync(join(project, 'shop/models.py'));
    expect(await refusal(validate(api()))).toContain('shop/__init__.py and shop/models.py');
    write('shop/models.py', models);
    await writeFacts();
    await validate(api());
  });

  test('is an input of the tasks of Nx, and so are its sources', async () => {
    await writeFacts();
    const text = { digest: '', valuesOf: () => undefined };
    const memory = new SourceMemory(join(project, 'memory.json'));
    const found = await filesOf(join(project, 'api.json'), text, options(), memory);
    const names = found?.files.map((file) => file.slice(project.length + 1));
    expect(names).toEqual(
      expect.arrayContaining(['models.facts.json', 'shop/__init__.py', 'shop/models.py']),
    );
  });

  test('stands alone', async () => {
    await writeFacts();
    write('api.json', config.replace('"models.facts.json"', '["models.facts.json","shop/*.py"]'));
    expect(await refusal(validate(api()))).toContain('stands alone [unreadable-facts]');
  });

  test('puts nothing but names into code', async () => {
    const { text } = await facts(undefined, { ...options(), isRun: true });
    write(
      'models.facts.json',
      text.replace('"attribute": "code"', '"attribute": "code\\nimport os"'),
    );
    expect(await refusal(validate(api()))).toContain('[unreadable-facts]');
  });

  test('is not written for modules that cannot be imported', async () => {
    write('shop/models.py', `${models}\nimport nowhere_at_all\n`);
    expect(await refusal(writeFacts())).toBe(
      "'shop.models' cannot be imported: ModuleNotFoundError: No module named 'nowhere_at_all' (shop/models.py:15)\n" +
        '  Install the packages of the project in its virtual environment.',
    );
    write(
      'shop/models.py',
      `${models}    other: Mapped["Nowhere"] = relationship()\n`.replace(
        'Mapped,',
        'Mapped, relationship,',
      ),
    );
    expect(await refusal(writeFacts())).toMatch(/^SQLAlchemy refuses the models: .*Nowhere/);
    rmSync(join(project, '.venv'));
    write('.venv/pyvenv.cfg', '');
    expect(await refusal(writeFacts())).toMatch(/^\.venv\/bin\/python cannot import the models: /);
  });
});
