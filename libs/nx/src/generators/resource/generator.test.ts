import { addProjectConfiguration, logger, type Tree } from '@nx/devkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { emptyTree, texts } from '../../../test/tree.js';
import { appGenerator } from '../app/generator.js';
import { resourceGenerator } from './generator.js';

let tree: Tree;
const CONFIG = 'apps/api/codegen.config.jsonnet';
const invoice = { name: 'Invoice', project: 'api', fields: 'number:str paid_at:datetime?' };

beforeEach(async () => {
  vi.spyOn(logger, 'info').mockImplementation(() => undefined);
  tree = emptyTree();
  await appGenerator(tree, { name: 'api' });
});

describe('resource', () => {
  test('adds an entry to the config', async () => {
    await resourceGenerator(tree, invoice);
    expect(tree.read(CONFIG, 'utf8')).toBe(`\
// What the API serves. \`nx g @rowhouse/nx:resource\` adds to it, \`nx run api:codegen\` generates it.
{
  version: '1',
  module: 'api',
  resources: [
    {
      local fields = [
        { name: 'number', type: 'str' },
        { name: 'paid_at', type: 'datetime', nullable: true },
      ],
      local shown = [{ name: 'id', type: 'uuid' }] + fields,
      model: 'models.invoice.Invoice',
      generate_tests: true,
      operations: [
        { name: 'get', fields: shown },
        { name: 'list', fields: shown, filters: {}, pagination: { mode: 'keyset' } },
        { name: 'create', fields: fields },
        { name: 'update', fields: fields },
        'delete',
      ],
    },
  ],
}
`);
  });

  test('adds a model', async () => {
    await resourceGenerator(tree, {
      ...invoice,
      fields: 'total:decimal data:json day:date? n:int',
    });
    expect(tree.read('apps/api/models/invoice.py', 'utf8')).toBe(`\
"""The Invoice model."""

import datetime
import decimal
import uuid
from typing import Any

from sqlalchemy import JSON, Numeric
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base


class Invoice(Base):
    """A row of \`invoice\`."""

    __tablename__ = "invoice"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    total: Mapped[decimal.Decimal] = mapped_column(Numeric(20, 4))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    day: Mapped[datetime.date | None]
    n: Mapped[int]
`);
  });

  test('uses a model of the user, and chooses operations', async () => {
    await resourceGenerator(tree, {
      name: 'Invoice',
      project: 'api',
      model: 'billing.tables.Invoice',
      operations: ['delete', 'get'],
      tests: false,
    });
    expect(tree.exists('apps/api/models/invoice.py')).toBe(false);
    const config = tree.read(CONFIG, 'utf8')!;
    expect(config).toContain("model: 'billing.tables.Invoice'");
    expect(config).not.toContain('generate_tests');
    expect(config).not.toContain("'create'");
  });

  test('says that a model was not found, and adds it all the same', async () => {
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    await resourceGenerator(tree, { project: 'api', model: 'billing.tables.Invoice' });
    expect(warn).toHaveBeenCalledWith(
      `billing.tables.Invoice was not found in apps/api. Check its path, and its fields in ${CONFIG}.`,
    );
  });

  test('takes the project with a config where Nx names that of the root', async () => {
    addProjectConfiguration(tree, 'root', { root: '.' });
    await resourceGenerator(tree, { name: 'Invoice', project: 'root' });
    expect(tree.exists('apps/api/models/invoice.py')).toBe(true);
  });

  test('run twice, changes nothing', async () => {
    await resourceGenerator(tree, invoice);
    const once = texts(tree);
    await resourceGenerator(tree, invoice);
    expect(texts(tree)).toEqual(once);
  });

  test("keeps the config's comments and layout", async () => {
    const before = `// mine\n{ version: '1',   module: 'api',\n  resources: [\n      // none yet\n  ], }\n`;
    tree.write(CONFIG, before);
    await resourceGenerator(tree, invoice);
    const after = tree.read(CONFIG, 'utf8')!;
    expect(after.startsWith(before.slice(0, before.indexOf('\n  ]')))).toBe(true);
    expect(after.endsWith('\n  ], }\n')).toBe(true);
  });

  test('adds to a JSON config', async () => {
    tree = emptyTree();
    await appGenerator(tree, { name: 'api', format: 'json' });
    await resourceGenerator(tree, invoice);
    await resourceGenerator(tree, { ...invoice, name: 'HTTPLog' });
    const config = JSON.parse(tree.read('apps/api/codegen.config.json', 'utf8')!) as {
      resources: { model: string }[];
    };
    expect(config.resources.map(({ model }) => model)).toEqual([
      'models.invoice.Invoice',
      'models.http_log.HTTPLog',
    ]);
  });

  test("never overwrites a user's model", async () => {
    vi.spyOn(logger, 'warn').mockImplementation(() => undefined);
    tree.write('apps/api/models/invoice.py', '# mine\n');
    await resourceGenerator(tree, invoice);
    expect(tree.read('apps/api/models/invoice.py', 'utf8')).toBe('# mine\n');
    expect(logger.warn).toHaveBeenCalledWith(
      'Existing file, not changed: apps/api/models/invoice.py',
    );
  });
});

describe('resource refuses', () => {
  test('a config without a list to add to, and shows the entry', async () => {
    tree.write(CONFIG, "{ version: '1', module: 'api', resources: [r(n) for n in names] }");
    await expect(resourceGenerator(tree, invoice)).rejects.toThrow(
      /its resources are not written as a list \[ … \]\. Add this by hand:\n\n\{\n {2}local fields = \[/,
    );
  });

  test('a list that the config does not end up with', async () => {
    tree.write(CONFIG, "local unused = { resources: [] }; { version: '1', module: 'api' }");
    await expect(resourceGenerator(tree, invoice)).rejects.toThrow(
      'the evaluated config has other resources than its list resources: [ … ]. Add this by hand:',
    );
  });

  test('a config that does not evaluate', async () => {
    tree.write(CONFIG, "{ version: '1', module: modul, resources: [] }");
    await expect(resourceGenerator(tree, invoice)).rejects.toThrow(/modul/);
    expect(tree.exists('apps/api/models/invoice.py')).toBe(false);
  });

  test('a project without a config, or with two', async () => {
    tree.write('apps/api/codegen.config.json', '{}');
    await expect(resourceGenerator(tree, invoice)).rejects.toThrow('api has two configs');
    tree.delete('apps/api/codegen.config.json');
    tree.delete(CONFIG);
    await expect(resourceGenerator(tree, invoice)).rejects.toThrow('api has no config');
  });

  test('fields that cannot be read, all at once', async () => {
    const fields = 'total:money, Total:str id:uuid x';
    await expect(resourceGenerator(tree, { ...invoice, fields })).rejects.toThrow(
      "fields: 'money' is not a type; the types are uuid, str, email, int, float, bool, datetime, date, json, " +
        "decimal, time, timedelta. For a relation, add a foreign key to the model; 'Total:str' is not of the form " +
        "name:type, such as title:str; 'id' is the primary key, which every model has; 'x' is not of the form name:type",
    );
  });

  test('fields with names that Python or SQLAlchemy needs', async () => {
    await expect(
      resourceGenerator(tree, { ...invoice, fields: 'class:str metadata:json' }),
    ).rejects.toThrow("fields: 'class' is a Python keyword; 'metadata' is reserved by SQLAlchemy");
  });

  test('a name that no class can have', async () => {
    await expect(resourceGenerator(tree, { name: 'None', project: 'api' })).rejects.toThrow(
      "name: found 'None', which is a Python keyword",
    );
  });

  test('list without get', async () => {
    await expect(resourceGenerator(tree, { ...invoice, operations: ['list'] })).rejects.toThrow(
      'operations: list needs get',
    );
  });

  test('a new model where its base is missing', async () => {
    tree.delete('apps/api/models/base.py');
    await expect(resourceGenerator(tree, invoice)).rejects.toThrow(
      'apps/api/models/base.py is missing',
    );
  });
});
