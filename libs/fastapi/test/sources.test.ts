import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import {
  configSchemaJson,
  facts,
  firstConfig,
  init,
  isUserError,
  subjects,
  validate,
} from '@rowhouse/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { plugin } from './support.js';

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'sources-')));
});
afterEach(() => {
  rmSync(project, { recursive: true });
});

const head = `
import uuid
from sqlalchemy import ForeignKey, LargeBinary, String, func
from sqlalchemy.dialects.postgresql import INT4MULTIRANGE, TSVECTOR
from sqlalchemy.orm import DeclarativeBase, Mapped, deferred, mapped_column
from sqlalchemy.types import TypeDecorator

class Base(DeclarativeBase):
    pass
`;

/** The lines of a model, with an integer key and a name unless it says otherwise. */
function model(name: string, ...columns: readonly string[]): string {
  const key = columns.some((column) => column.includes('primary_key'))
    ? []
    : ['id: Mapped[int] = mapped_column(primary_key=True)'];
  const table = `__tablename__ = "${name.toLowerCase()}"`;
  const own = columns.length > 0 ? columns : ['name: Mapped[str]'];
  return [`class ${name}(Base):`, table, ...key, ...own].join('\n    ');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function writeModels(...models: readonly string[]): void {
  write('shop/models.py', [head, ...models].join('\n\n'));
}

const options = () => ({ cwd: project, plugins: [plugin] });

/** The resources of a first config, which has to be valid. */
async function firstResources(from?: string): Promise<string> {
  const { written, config } = await init({ ...options(), ...(from !== undefined && { from }) });
  expect(written).toBe(true);
  await validate({ ...options(), config });
  const text = readFileSync(config, 'utf8');
  return text.slice(text.indexOf('  resources: [\n') + 15, text.lastIndexOf('  ],'));
}

async function lacking(): Promise<string> {
  const { written, text } = await init(options());
  expect(written).toBe(false);
  return text;
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

describe('a first config', () => {
  test('has a resource of each model, which share their operations', async () => {
    writeModels(model('Tag', 'name: Mapped[str]'), model('Item', 'price: Mapped[int | None]'));
    expect(await firstResources()).toBe(
      "    { model: 'shop.models.Tag' },\n    { model: 'shop.models.Item' },\n",
    );
    expect(readFileSync(join(project, 'codegen.config.jsonnet'), 'utf8')).toContain(
      "    { name: 'list', filters: {}, pagination: { mode: 'keyset' } },\n",
    );
  });

  test('shows the row that another one refers to by its name, and offers other relations', async () => {
    writeModels(
      'from sqlalchemy import Column, Table\nfrom sqlalchemy.orm import relationship',
      'item_tags = Table("item_tags", Base.metadata, Column("item_id", ForeignKey("item.id")), Column("tag_id", ForeignKey("tag.id")))',
      model('Tag', 'name: Mapped[str]'),
      model('Shop', 'title: Mapped[str]', 'items: Mapped[list["Item"]] = relationship()'),
      model(
        'Item',
        'price: Mapped[int]',
        'shop_id: Mapped[int] = mapped_column(ForeignKey("shop.id"))',
        'shop: Mapped[Shop] = relationship()',
        'tags: Mapped[list[Tag]] = relationship(secondary=item_tags)',
      ),
    );
    const text = await firstResources();
    expect(text).toContain("'shop_id', { name: 'shop', fields: ['id', 'title'] },\n");
    expect(text.match(/\{ name: 'shop', fields: \['id', 'title'\] \}/g)).toHaveLength(2);
    expect(text).toContain(
      "// For 'get' and 'list', if wanted: { name: 'tags', fields: ['id', 'name'] }\n",
    );
    expect(text).toContain(
      "// For 'get' and 'list', if wanted: { name: 'items', fields: ['id'] }\n",
    );
    const table =
      'The table item_tags has no model, so no resource. Relations can lead through it.';
    expect(text).toContain(`    // ${table}\n`);
    expect((await firstConfig(undefined, options())).notes).toContain(table);
  });

  test('leaves out secrets and what has no type, names them, and lists the others', async () => {
    writeModels(
      'class Sealed(TypeDecorator):\n    impl = LargeBinary\n    def process_result_value(self, value, dialect):\n        return value',
      model(
        'User',
        'name: Mapped[str]',
        'api_key: Mapped[str | None]',
        'span: Mapped[object | None] = mapped_column(INT4MULTIRANGE)',
        'words = mapped_column(TSVECTOR)',
        'seal = mapped_column(Sealed)',
        'copy: Mapped[str | None]',
      ),
    );
    const text = await firstResources();
    expect(text).toContain('// api_key is left out: its name suggests a secret.\n');
    expect(text).toMatch(
      /\/\/ span is left out: no field type corresponds to postgresql\.INT4MULTIRANGE/,
    );
    expect(text).toMatch(/\/\/ seal is left out: its type is not known \(Sealed is /);
    expect(text).toContain('// copy is left out: a field cannot have this name.\n');
    expect(text).not.toContain('words');
    expect(text).toContain("{ name: 'get', fields: ['id', 'name'] },\n");
    expect(text).toContain("{ name: 'create', fields: ['name'] },\n");
  });

  test('has no create where a column that is left out must be written, and no update of nothing', async () => {
    writeModels(
      model('User', 'name: Mapped[str]', 'password: Mapped[str]'),
      model(
        'Tagged',
        'tag: Mapped[int] = mapped_column(ForeignKey("tag.id"), primary_key=True)',
        'item: Mapped[int] = mapped_column(ForeignKey("item.id"), primary_key=True)',
      ),
    );
    const text = await firstResources();
    expect(text).toContain('// No create: every row must have password.\n');
    expect(text).not.toContain("name: 'create'");
    expect(text).toContain('// No update: there is nothing to write.\n');
    expect(text.slice(text.indexOf('Tagged'))).not.toContain("'update'");
  });

  test('reads views alone, and takes no required time stamp for one that makes itself', async () => {
    writeModels(
      model('Post', 'name: Mapped[str]'),
      model('Listing', 'title: Mapped[str]', '__table_args__ = {"info": {"is_view": True}}'),
      model('Entry', 'at: Mapped[int] = mapped_column(onupdate=func.now())', 'text: Mapped[str]'),
    );
    const text = await firstResources();
    expect(text).toContain("    { model: 'shop.models.Post' },\n");
    const [listing, entry] = text.slice(text.indexOf('Listing')).split('Entry');
    expect(listing).toContain('// It is a view, which is only read.\n');
    expect(listing).toMatch(/operations: \[\s*'get',\s*\{ name: 'list', .*\},\s*\],/);
    expect(entry).toContain('// No create: every row must have at.\n');
  });

  test('changes no rows that PostgreSQL cannot lock', async () => {
    const employee = model('Employee', 'name: Mapped[str]').replace('(Base', '(ConcreteBase, Base');
    const base = 'from sqlalchemy.ext.declarative import ConcreteBase';
    writeModels(model('Post', 'name: Mapped[str]'), base, employee);
    const text = await firstResources();
    const first = text.slice(text.indexOf('Employee'));
    expect(first).toContain('// It extends ConcreteBase: PostgreSQL cannot lock its rows.\n');
    expect(first).toMatch(/operations: \[\s*'get',\s*\{ name: 'list', .*\},\s*'create',\s*\],/);
  });

  test('has no resource of rows that no path can find, and says so', async () => {
    writeModels(
      model('Tag'),
      model('Rate', 'share: Mapped[float] = mapped_column(primary_key=True)'),
      model('Session', 'token: Mapped[str] = mapped_column(primary_key=True)'),
      model('_Hidden'),
      // Of `init --idempotency`: a route would show each user the answers to the others.
      model(
        'Kept',
        'id: Mapped[str] = mapped_column(primary_key=True)',
        'fingerprint: Mapped[str]',
        'status: Mapped[int]',
        'headers: Mapped[str]',
        'body: Mapped[bytes]',
        'created_at: Mapped[str]',
      ),
    );
    expect(await firstResources()).toBe(
      [
        "    { model: 'shop.models.Tag' },",
        '    // shop.models.Rate has no resource: its key share cannot stand in a path.',
        '    // shop.models.Session has no resource: its key token is called like a secret.',
        '    // shop.models._Hidden has no resource: its name begins with _.',
        '    // shop.models.Kept has no resource: its rows are the answers to the requests of all users.',
        '',
      ].join('\n'),
    );
  });

  test('gives a name to a class whose own is taken, or a keyword', async () => {
    writeModels(model('Tag'), model('Class'));
    write('shop/stock/models.py', `${head}\n${model('Tag')}`);
    const text = await firstResources();
    expect(text).toContain("model: 'shop.models.Class',\n      name: 'class_item',");
    expect(text).toContain(
      "model: 'shop.stock.models.Tag',\n      name: 'stock_tag',\n      route_prefix: '/stock-tag',",
    );
  });

  test('breaks long lists of fields', async () => {
    const columns = Array.from({ length: 12 }, (_, index) => `column_number_${index}: Mapped[str]`);
    writeModels(model('Wide', 'secret: Mapped[str | None]', ...columns));
    const text = await firstResources();
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(text).toContain(
      "          name: 'list',\n          fields: [\n            'id', 'column",
    );
  });

  test('is of one module where that is named, with what lies in it', async () => {
    writeModels(model('Tag'));
    write('stock/models/box.py', `${head}\n${model('Box')}`);
    expect(await firstResources('stock.models')).toBe("    { model: 'stock.models.box.Box' },\n");
    const { text } = await firstConfig('shop.models.Tag', options());
    expect(text).toContain("  resources: [\n    { model: 'shop.models.Tag' },\n  ],\n");
  });

  test('leaves tests, migrations, environments and generated code alone; `src` is no package', async () => {
    const text = `${head}\n${model('Tag')}`;
    for (const path of ['tests/models.py', 'migrations/models.py', '.cache/m.py'])
      write(path, text);
    write('shop/test_tags.py', `${text}\n\ndef test_tag():\n    pass\n`);
    write('venv/pyvenv.cfg', '');
    write('venv/models.py', text);
    write('out/.rowhouse.json', '{}');
    write('out/models.py', text);
    write('src/shop/tags.py', text);
    expect(await subjects(options())).toEqual(['shop.tags.Tag']);
  });

  test('is refused where there are no models, and suggests a module', async () => {
    expect(await refusal(init(options()))).toMatch(/^no SQLAlchemy models in the Python files of/);
    writeModels(model('Tag'));
    expect(await refusal(init({ ...options(), from: 'shop.model' }))).toBe(
      "no model 'shop.model', and no module with models\n  Did you mean 'shop.models'?",
    );
    expect(await refusal(init({ ...options(), out: 'api.json' }))).toMatch(
      /^api\.json is not a \.jsonnet file/,
    );
    expect(await refusal(init({ ...options(), out: 'a/b.jsonnet' }))).toMatch(
      /^there is no folder a$/,
    );
  });
});

describe('a config that is there', () => {
  test('is never written, and lacks nothing at first', async () => {
    writeModels(model('Tag', 'name: Mapped[str]', 'secret: Mapped[str | None]'));
    await firstResources();
    const path = join(project, 'codegen.config.jsonnet');
    const text = readFileSync(path, 'utf8');
    expect(await lacking()).toBe('');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('lacks models that came later, and columns that no list has', async () => {
    writeModels(
      model('Tag', 'name: Mapped[str]', 'secret: Mapped[str | None]'),
      model('Item', 'size: Mapped[int]'),
    );
    await firstResources();
    writeModels(
      model('Tag', 'name: Mapped[str]', 'secret: Mapped[str | None]', 'hint: Mapped[str | None]'),
      model('Item', 'size: Mapped[int]'),
      model('Page'),
    );
    expect(await lacking()).toBe(
      "{ model: 'shop.models.Page' },\n// shop.models.Tag: no list of fields has hint.\n",
    );
  });

  test('lacks whole resources where none of its operations are shared; JSON and apps will do', async () => {
    writeModels(model('Tag'), model('Item', 'size: Mapped[int]'));
    write('shop/__init__.py', 'from .models import Item\n');
    const resources = [{ model: 'shop.Item', operations: [{ name: 'get', fields: ['id'] }] }];
    const apps = [{ config: { module: 'shop', resources } }];
    write('codegen.config.json', JSON.stringify({ version: '1', apps }));
    const text = await lacking();
    expect(text).toContain("  model: 'shop.models.Tag',\n  operations: [\n    'get',\n");
    expect(text).toContain('// shop.models.Item: no list of fields has size.\n');
  });
});

describe('facts', () => {
  test('are of one model by its path or class, of a module, or of all', async () => {
    writeModels(model('Tag', 'name: Mapped[str]'));
    write('stock/models.py', `${head}\n${model('Box')}`);
    const heads = async (subject?: string) =>
      (await facts(subject, options())).text.match(/^\S+(?= {2}table)/gm);
    expect(await heads()).toEqual(['shop.models.Tag', 'stock.models.Box']);
    expect(await heads('Box')).toEqual(['stock.models.Box']);
    expect(await heads('shop.models.Tag')).toEqual(['shop.models.Tag']);
    expect(await heads('shop')).toEqual(['shop.models.Tag']);
    expect(await refusal(facts('Bix', options()))).toBe("no model 'Bix'\n  Did you mean 'Box'?");
  });

  test('are also of files that are only named like tests or private ones, and of files that extend models of others', async () => {
    writeModels(model('Box'));
    write('shop/_boxes/small.py', 'from shop.models import Box\n\nclass Small(Box):\n    pass\n');
    write('shop/boxes.py', 'from shop._boxes import small\n\nclass Tiny(small.Small):\n    pass\n');
    write('shop/test_results.py', `${head}\n${model('TestResult')}`);
    write('shop/services.py', 'class Boxes:\n    pass\n');
    expect((await subjects(options())).toSorted()).toEqual([
      'shop._boxes.small.Small',
      'shop.boxes.Tiny',
      'shop.models.Box',
      'shop.test_results.TestResult',
    ]);
  });

  test('of all name the tests and migrations with models that are not among them', async () => {
    writeModels(model('Tag'));
    write('tests/models.py', `${head}\n${model('Fake')}`);
    write('migrations/one.py', 'from sqlalchemy import Column\n');
    const { text, json } = await facts(undefined, options());
    expect(text).toContain(
      "\ntests.models has models, too: 'codegen facts tests.models' prints them\n",
    );
    expect(json).toMatchObject({ leftOut: ['tests.models'] });
    expect((await facts('tests.models', options())).text).toMatch(/^tests\.models\.Fake /);
  });

  test('say where they are from, and what is not known and why', async () => {
    write('base.py', `${head}\nfrom elsewhere import Mixin, LENGTH\n`);
    write(
      'shop/models.py',
      `from base import *\n${model('Tag', 'name: Mapped[str] = mapped_column(String(LENGTH))').replace('(Base)', '(Mixin, Base)')}\nx = (`,
    );
    const { text } = await facts('Tag', options());
    expect(text).toMatch(/name +str +shop\/models\.py:5/);
    expect(text).toMatch(/unknown length: .*LENGTH is not known/);
    expect(text).toMatch(/may have more attributes: .*Mixin was not found/);
    expect(text).toContain('shop/models.py:6: the file is not valid Python here');
  });
});

describe('the JSON Schema of a config', () => {
  const config = (resource: object) => ({ version: '1', module: 'shop', resources: [resource] });

  /** Tells which configs of a resource an editor takes. */
  async function taking(first: object): Promise<(resource: object) => boolean> {
    write('api.json', JSON.stringify(config(first)));
    const schema = await configSchemaJson({ ...options(), config: 'api.json' });
    const check = new Ajv2020({ strict: false }).compile(schema);
    return (resource) => {
      const inApp = { version: '1', apps: [{ config: { ...config(resource), module: 'b' } }] };
      const isTaken = check(config(resource));
      expect(check(inApp)).toBe(isTaken);
      return isTaken;
    };
  }

  test('lists the models, and takes columns of the own one alone', async () => {
    writeModels(model('Tag', 'name: Mapped[str]'), model('Item', 'size: Mapped[int]'));
    const Tag = 'shop.models.Tag';
    const takes = await taking({ model: Tag });
    const get = (fields: readonly unknown[], rest: object = {}) => ({
      model: Tag,
      operations: [{ name: 'list', fields, ...rest }],
    });
    expect(takes(get(['id', 'name', { name: 'other', type: 'str' }]))).toBe(true);
    expect(takes(get(['id', 'size']))).toBe(false);
    expect(
      takes(get(['id'], { filters: { fields: ['name'] }, ordering: { fields: ['id'] } })),
    ).toBe(true);
    expect(takes(get(['id'], { filters: { fields: ['size'] } }))).toBe(false);
    expect(takes(get(['id'], { ordering: { fields: ['size'] } }))).toBe(false);
    expect(takes({ ...get(['id']), pk: 'name' })).toBe(true);
    expect(takes({ ...get(['id']), pk: ['size'] })).toBe(false);
    expect(takes({ ...get(['size']), model: 'shop.models.Item' })).toBe(true);
    expect(takes({ ...get(['whatever']), model: 'elsewhere.models.Item' })).toBe(true);
    const action = {
      name: 'rename',
      fn: 'shop.actions.rename',
      params: [{ name: 'to', type: 'str' }],
    };
    expect(takes({ model: Tag, operations: ['get', action] })).toBe(true);
    expect(takes({ model: Tag, operations: [{ ...action, returns: ['size'] }] })).toBe(false);
    const schema = JSON.stringify(await configSchemaJson({ ...options(), config: 'api.json' }));
    expect(schema).toContain('"enum":["shop.models.Item","shop.models.Tag"]');
  });

  test('takes relations and counts where a list filters and sorts, and paths', async () => {
    writeModels(
      'from sqlalchemy.orm import relationship',
      model('Item', 'shop_id: Mapped[int] = mapped_column(ForeignKey("shop.id"))'),
      model('Shop', 'title: Mapped[str]', 'items: Mapped[list["Item"]] = relationship()'),
    );
    const list = (filters: readonly string[], fields: readonly unknown[] = []) => ({
      model: 'shop.models.Shop',
      operations: [{ name: 'list', fields: ['id', ...fields], filters: { fields: filters } }],
    });
    const count = { name: 'item_count', count: 'items' };
    const takes = await taking(list([], [count]));
    expect(takes(list(['title', 'items', 'items.id', 'item_count'], [count]))).toBe(true);
    expect(takes(list(['titel']))).toBe(false);
    expect(takes(list(['items'], [{ name: 'items', fields: ['id'] }]))).toBe(true);
  });

  test('takes any column of a class that may have more than its source says', async () => {
    writeModels(
      model('Tag')
        .replace('(Base)', '(elsewhere.Mixin, Base)')
        .replace('class', 'import elsewhere\nclass'),
    );
    const takes = await taking({ model: 'shop.models.Tag' });
    expect(
      takes({ model: 'shop.models.Tag', operations: [{ name: 'get', fields: ['any'] }] }),
    ).toBe(true);
  });

  test('has the models that the config names by another path', async () => {
    writeModels(model('Tag'));
    write('shop/__init__.py', 'from .models import Tag\n');
    const takes = await taking({ model: 'shop.Tag' });
    expect(takes({ model: 'shop.Tag', operations: [{ name: 'get', fields: ['size'] }] })).toBe(
      false,
    );
  });
});
