import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import type { Known, ModelFacts, ReaderOptions } from '../src/index.js';
import { isUnknown, ModelReader, readModels } from '../src/index.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A project with some files. */
function project(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'models-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function readerOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<ReaderOptions> = {},
): ModelReader {
  return new ModelReader({ roots: [project(files)], environment: false, ...options });
}

/** The facts of the one model in a text that starts with a base. */
function model(text: string, head = ''): ModelFacts {
  const reader = readerOf({ 'models.py': `${head}${BASE}${text}` });
  const found = reader.model('models.Row');
  if (!found.found) throw new Error(`no model: ${found.missing}`);
  return found.facts;
}

const BASE = `
from sqlalchemy import Column, Integer, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass

`;

const ROW = `
class Row(Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)
`;

describe('a setter', () => {
  const source = `${BASE}
class Owned:
    @property
    def home(self) -> int:
        return self.place

    @home.setter
    def home(instance, value: int) -> None:
        if value:
            (instance.place, other.street) = instance.town = value, self.code
        instance.count += 1
        setattr(instance, "flat", instance.door)


class Row(Owned, Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)

    @hybrid_property
    def firm(self):
        return self.firm_id

    @firm.inplace.setter
    def _set_firm(self, value):
        self.home = value
        self.firm.name = value
        print(self.id == value)

    @firm.inplace.expression
    def _firm(cls):
        cls.never = 1


class Sub(Row):
    @Row.firm.setter
    def firm(self, value):
        self.other: int = value
`;
  it.each([
    ['Row', 'home', ['place', 'town', 'count', 'flat']],
    ['Row', 'firm', ['home', 'place', 'town', 'count', 'flat']],
    ['Sub', 'firm', ['other']],
    ['Row', 'id', []],
    ['Nothing', 'firm', []],
  ])('of %s.%s assigns %j', (name, attribute, expected) => {
    const reader = readerOf({ 'models.py': source });
    expect(reader.assignedBy(`models.${name}`, attribute)).toEqual(expected);
  });
});

it('orders a key as the class does, with its mixins after it', () => {
  const text = `
class Keyed:
    id = Column(Integer, primary_key=True)

class Row(Keyed, Base):
    __tablename__ = 'rows'
    place = Column(Integer, primary_key=True)
`;
  expect(model(text).primaryKey).toEqual(['place', 'id']);
});

it('does not take the result of a call for something other than None', () => {
  const root = project({
    'models.py': `import os
${BASE}
class Row(Base):
    __tablename__ = 'rows'
    id: Mapped[int] = mapped_column(primary_key=True)
    if os.environ.get('PLAIN') is None:
        name: Mapped[str]
`,
  });
  const found = new ModelReader({ roots: [root], environment: false }).model('models.Row');
  expect(found.found && found.facts.incomplete).toMatchObject([
    { unknown: "'name' may be a column: it depends on a condition" },
  ]);
});

it('finds a backref on a model of a module that is read later', () => {
  const root = project({
    'base.py': BASE,
    'far/authors.py': `from base import *
class Author(Base):
    __tablename__ = 'authors'
    id: Mapped[int] = mapped_column(primary_key=True)
`,
    'near/articles.py': `from base import *
from sqlalchemy import ForeignKey
from sqlalchemy.orm import relationship
class Article(Base):
    __tablename__ = 'articles'
    id: Mapped[int] = mapped_column(primary_key=True)
    author_id: Mapped[int] = mapped_column(ForeignKey('authors.id'))
    author = relationship('Author', backref='articles')
`,
  });
  const reader = new ModelReader({ roots: [root], environment: false });
  reader.model('near.articles.Article');
  const found = reader.model('far.authors.Author');
  expect(found.found && found.facts.relationships).toMatchObject([{ attribute: 'articles' }]);
  expect(found.found && found.facts.incomplete).toEqual([]);
});

it.each([
  ['Row.__table__.c.name.type = Integer()', ['type', 'sqlType', 'length', 'precision', 'scale']],
  ['Row.__table__.c.name.type.length = 5', ['type', 'sqlType', 'length', 'precision', 'scale']],
  ['Row.__table__.c.name.onupdate = made', ['onUpdate']],
  ['Row.__table__.c.name.comment = "A name"', []],
  ['Row.__table__.c.id.nullable = False', []],
])('does not know what a statement changes of a column: %s', (statement, unknown) => {
  const { columns } = model(`${ROW}    name = Column(String(9))\n${statement}\n`);
  const lost = Object.entries(columns[1]!).filter(([, fact]) => isUnknown(fact as Known<unknown>));
  expect(lost.map(([name]) => name)).toEqual(unknown);
});

describe('relationships whose target is not evaluated', () => {
  const models = (names: readonly string[]) => `
from elsewhere import pick
from sqlalchemy.orm import relationship
${names
  .map(
    (name) => `class ${name}(Base):
    __tablename__ = '${name}'
    id: Mapped[int] = mapped_column(primary_key=True)
    owner = relationship(pick(), backref='owned')
`,
  )
  .join('')}`;
  const incompleteness = (reader: ModelReader, name: string) => {
    const found = reader.model(name);
    return found.found && found.facts.incomplete.map(({ unknown }) => unknown);
  };

  it('are one reason for every class, however many they are', () => {
    const reader = readerOf({ 'models.py': `${BASE}${models(['One', 'Two', 'Three'])}` });
    for (const name of ['One', 'Two', 'Three']) {
      expect(incompleteness(reader, `models.${name}`)).toEqual([
        'One.owner may add a backref, and so may 2 others',
      ]);
    }
  });

  it('are no reason for other classes once a model is found that they name', () => {
    const root = project({
      'base.py': BASE,
      'shop/orders.py': `from base import *${models(['Order', 'Line']).replaceAll('pick()', 'pick("Customer")')}`,
      'people/customers.py': `from base import *
class Customer(Base):
    __tablename__ = 'customers'
    id: Mapped[int] = mapped_column(primary_key=True)
`,
    });
    const reader = new ModelReader({ roots: [root], environment: false });
    expect(incompleteness(reader, 'shop.orders.Line')).toEqual([
      'Order.owner may add a backref, and so may one other',
    ]);
    expect(incompleteness(reader, 'people.customers.Customer')).toEqual([
      'Order.owner may add a backref',
      'Line.owner may add a backref',
    ]);
    expect(incompleteness(reader, 'shop.orders.Order')).toEqual([]);
  });
});

describe('a column that classes of a table share', () => {
  const VEHICLE = `${BASE}
class Vehicle(Base):
    __tablename__ = 'vehicles'
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    __mapper_args__ = {'polymorphic_on': 'kind'}
`;
  const subclass = (name: string, column: string) => `
from sqlalchemy.orm import Mapped, mapped_column
from vehicle import Vehicle

class ${name}(Vehicle):
    __mapper_args__ = {'polymorphic_identity': '${name}'}
    load: ${column}
`;

  it('is unknown in what two modules say differently', () => {
    const reader = readerOf({
      'vehicle.py': VEHICLE,
      'van.py': subclass(
        'Van',
        'Mapped[int] = mapped_column(server_default="0", use_existing_column=True)',
      ),
      'bus.py': subclass('Bus', 'Mapped[int] = mapped_column(use_existing_column=True)'),
    });
    reader.load(['vehicle', 'van', 'bus']);
    const found = reader.model('bus.Bus');
    const load = found.found && found.facts.columns.find(({ attribute }) => attribute === 'load');
    expect(load).toMatchObject({
      type: { name: 'int' },
      nullable: false,
      serverDefault: { unknown: 'the classes of its table define it differently' },
    });
  });
});

describe('Flask-SQLAlchemy', () => {
  const tables = (database: string, metadata = '') => {
    const reader = readerOf({
      'models.py': `
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase

class Base(DeclarativeBase):
    metadata = MetaData(schema="base")

db = SQLAlchemy(${database})
orders_tags = db.Table("orders_tags", ${metadata}db.Column("order_id", db.ForeignKey("order.id")))

class Order(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    tags = db.relationship("HTTPTag", secondary=orders_tags)

class Gift(Order):
    wrapped = db.Column(db.Boolean)

class SpecialOrder(Order):
    id = db.Column(db.ForeignKey(Order.id), primary_key=True)

class HTTPTag(db.Model):
    id = db.Column(db.Integer, primary_key=True)
`,
    });
    const [tag] = reader.tables('models');
    return [
      ...reader.module('models')!.map(({ name, table, schema }) => [name, table, schema]),
      [tag!.table, tag!.schema],
      reader.module('models')![0]!.relationships[0]!.secondary,
    ];
  };

  it.each([
    ['', '', null],
    ['metadata=MetaData(schema="own")', 'db.metadata, ', 'own'],
    ['model_class=Base', '', 'base'],
  ])('names the tables of models, with SQLAlchemy(%s)', (database, metadata, schema) => {
    expect(tables(database, metadata)).toEqual([
      ['Order', 'order', schema],
      ['Gift', 'order', schema],
      ['SpecialOrder', 'special_order', schema],
      ['HTTPTag', 'http_tag', schema],
      ['orders_tags', schema],
      schema === null ? 'orders_tags' : `${schema}.orders_tags`,
    ]);
  });

  it('names none if that is off', () => {
    const unnamed = { unknown: 'Order has no __tablename__', at: expect.anything() as unknown };
    expect(tables('disable_autonaming=True')[0]).toEqual(['Order', unnamed, null]);
  });
});

describe('the columns of a SQLModel', () => {
  it('are unknown where two fields share one', () => {
    const reader = readerOf({
      'models.py': `
from sqlalchemy import Column, Integer
from sqlmodel import Field, SQLModel

shared = Column(Integer)

class Row(SQLModel, table=True):
    id: int = Field(primary_key=True)
    one: int = Field(sa_column=shared)
    two: int = Field(sa_column=shared)
    three: int = 3
`,
    });
    const [row] = reader.module('models')!;
    expect(row!.columns.map(({ attribute }) => attribute)).toEqual(['id', 'three']);
    expect(row!.incomplete[0]?.unknown).toContain("'one' and 'two' are one column");
  });
});

describe('the field of a SQLModel', () => {
  const field = (text: string) => {
    const reader = readerOf({
      'models.py': `
from typing import Annotated
from pydantic import PositiveInt
from sqlmodel import Field, SQLModel

class Row(SQLModel, table=True):
    id: int = Field(primary_key=True)
    ${text}
`,
    });
    const [row] = reader.module('models')!;
    expect(row!.primaryKey).toEqual(['id']);
    return row!.columns[1]!;
  };

  it('has the default beside its settings in Annotated', () => {
    const name = field('name: Annotated[str, Field(max_length=9)] = "x"');
    expect(name).toMatchObject({ length: 9, default: { value: 'x' } });
    expect(field('name: Annotated[str, Field(max_length=9)]').default).toBeNull();
    expect(field('name: Annotated[str, Field("y")]').default).toMatchObject({ value: 'y' });
  });

  it('is no key by a default in bytes', () => {
    const column = field('data: bytes = b""');
    expect(column).toMatchObject({ column: 'data', primaryKey: false, foreignKeys: [] });
  });

  it('has a name where its type is not known', () => {
    const column = field('count: PositiveInt = 3');
    expect(column).toMatchObject({ column: 'count', nullable: false });
    expect(isUnknown(column.type)).toBe(true);
  });
});

describe('an attribute that is set after its class', () => {
  it('is one of a SQLModel as well', () => {
    const reader = readerOf({
      'models.py': `
from sqlalchemy import Column, String
from sqlmodel import Field, SQLModel

class Row(SQLModel, table=True):
    id: int = Field(primary_key=True)

Row.note = Column(String)
`,
    });
    const [row] = reader.module('models')!;
    expect(row!.columns.map(({ attribute }) => attribute)).toEqual(['id', 'note']);
  });

  it('is where the statement is', () => {
    const reader = readerOf({
      'models.py': BASE + ROW,
      'more.py': 'from models import Column, Row, String\nRow.extra = Column(String)\n',
    });
    reader.module('more');
    const found = reader.model('models.Row');
    const columns = found.found ? found.facts.columns : [];
    expect(columns.at(-1)).toMatchObject({
      attribute: 'extra',
      at: { file: 'more.py', line: 2 },
    });
  });

  it('has no docstring from the body of the class, where another module sets it', () => {
    const body = '    title: Mapped[str] = mapped_column(String(80))\n    "The title."\n';
    const models = `${BASE}${ROW}${body}`;
    // The assignment stands as far from the start of its file as the title, the text as that of the title.
    const before = 'from models import Column, Row, String\n'.padEnd(
      models.indexOf('title:') - 1,
      '#',
    );
    const assignment = `${before}\nRow.extra = Column(String)\n`;
    const reader = readerOf({
      'models.py': models,
      'more.py': `${assignment.padEnd(models.indexOf('"The') - 1, '#')}\n"The extra."\n`,
    });
    reader.module('more');
    const found = reader.model('models.Row');
    const columns = found.found ? found.facts.columns : [];
    expect(columns.map(({ attribute, about }) => [attribute, about])).toEqual([
      ['id', null],
      ['title', 'The title.'],
      ['extra', null],
    ]);
  });
});

describe('an argument of a column that is not understood', () => {
  const head = 'from elsewhere import fk, Kind\n';

  it('may be a foreign key', () => {
    const { columns } = model(`${ROW}    team_id = mapped_column(Integer, fk("teams.id"))\n`, head);
    const lost = { unknown: 'the argument elsewhere.fk(…) is not understood' };
    expect(columns[1]).toMatchObject({
      column: 'team_id',
      type: { name: 'int' },
      primaryKey: false,
      foreignKeys: lost,
      default: lost,
    });
  });

  it('is a type where its name is that of a class', () => {
    const { columns } = model(`${ROW}    kind = mapped_column(Kind())\n`, head);
    expect(columns[1]).toMatchObject({
      type: { unknown: expect.any(String) as string },
      foreignKeys: [],
    });
  });
});

describe('a key that cannot be read', () => {
  it('may be unique', () => {
    const { uniques } = model(
      `${ROW}    name = Column(String, unique=FLAGS.unique)\n    __table_args__ = keys()\n`,
      'from elsewhere import FLAGS, keys\n',
    );
    expect(uniques.map(({ columns }) => columns)).toEqual([
      expect.objectContaining({ unknown: 'elsewhere.FLAGS.unique is not known' }),
      expect.objectContaining({ unknown: expect.stringContaining('elsewhere.keys') as string }),
    ]);
  });
});

describe('a default that something unknown makes', () => {
  it('is there, of a kind that is not known', () => {
    const { columns } = model(
      `${ROW}    code = Column(String, default=maker(4))\n`,
      'from elsewhere import maker\n',
    );
    const kind = expect.objectContaining({
      unknown: 'what elsewhere.maker(…) gives is not known',
    }) as unknown;
    expect(columns[1]!.default).toEqual({ kind, currentTime: false });
  });
});

describe('a star import of a dialect', () => {
  it('brings its types and ranges', () => {
    const { columns } = model(
      `${ROW}    span: Mapped[Range[int]] = mapped_column(INT4RANGE)\n`,
      'from sqlalchemy.dialects.postgresql import *\n',
    );
    expect(columns[1]).toMatchObject({ nullable: false, type: { name: 'range' } });
  });
});

describe('an annotation that is not found', () => {
  it('may say more than the type', () => {
    const { columns, primaryKey, uniques } = model(
      `${ROW}    mail: Mapped[Email]\n    name: Mapped[Name] = mapped_column(String(9))\n`,
      'from lost.types import Email, Name\n',
    );
    const lost = { unknown: expect.stringContaining('lost.types.Email') as unknown };
    expect(columns[1]).toMatchObject({ unique: lost, default: lost, foreignKeys: lost });
    expect(columns[2]).toMatchObject({ unique: false, primaryKey: false, default: null });
    expect(primaryKey).toEqual(['id']);
    expect(uniques).toMatchObject([{ columns: lost }]);
  });
});

describe('Python that the parser does not know', () => {
  it.each([
    ['a yield without a value', 'def one():\n    sent = yield\n    yield\n'],
    ['with in parentheses', 'def one():\n    with (open(a) as b, open(c),):\n        pass\n'],
    ['an unpacked annotation', 'def one(*args: *Ts): ...\n'],
  ])('is valid: %s', (_, text) => {
    const reader = readerOf({ 'models.py': BASE + text + ROW });
    expect(reader.model('models.Row')).toMatchObject({ found: true, facts: { incomplete: [] } });
    expect(reader.problems()).toEqual([]);
  });

  it('is told from mistakes', () => {
    const reader = readerOf({ 'models.py': `${BASE}${ROW}\nwith open(a) as b\n    pass\n` });
    reader.module('models');
    expect(reader.problems()).toMatchObject([{ at: { file: 'models.py' } }]);
  });
});

describe('a model', () => {
  it('is found by its path, also where it is exported again', () => {
    const reader = readerOf({
      'blog/__init__.py': '',
      'blog/models.py': BASE + ROW,
      'blog/api.py': 'from .models import Row as Line\n',
    });
    expect(reader.model('blog.api.Line')).toMatchObject({
      found: true,
      facts: { model: 'blog.models.Row', at: { file: 'blog/models.py', line: 10, column: 1 } },
    });
  });

  it('says where and why it is not found', () => {
    const reader = readerOf({ 'models.py': BASE + ROW });
    expect(reader.model('shop.Row')).toEqual({ found: false, missing: 'module', models: [] });
    expect(reader.model('models.Rows')).toEqual({
      found: false,
      missing: 'class',
      models: ['Row'],
    });
    expect(reader.model('models.Base')).toEqual({
      found: false,
      missing: 'mapped',
      models: ['Row'],
    });
    expect(reader.model('Row')).toEqual({ found: false, missing: 'module', models: [] });
  });

  it('cannot be named outside of the roots', () => {
    const reader = readerOf({ 'models.py': BASE + ROW });
    for (const path of ['../models.Row', '..models.Row', 'a/b.Row', '/etc/passwd.Row', '.Row']) {
      expect(reader.model(path)).toMatchObject({ found: false, missing: 'module' });
    }
  });
});

describe('files', () => {
  it('are those that were read, from the first root', () => {
    const root = project({
      'shop/models.py':
        'from base.all import Base\nfrom sqlalchemy.orm import Mapped, mapped_column\n' + ROW,
      'shop/other.py': '',
      'src/base/all.py': BASE,
    });
    const { files, missing } = readModels({
      roots: [root],
      environment: false,
      modules: ['shop.models', 'no'],
    });
    expect(files).toEqual(['shop/models.py', 'src/base/all.py']);
    expect(missing).toEqual(['no']);
  });

  it('of the virtual environment are found, also behind .pth files', () => {
    const root = project({
      '.venv/pyvenv.cfg': 'home = /usr\nversion = 3.12.1\n',
      '.venv/lib/python3.12/site-packages/things/__init__.py': BASE,
      '.venv/lib/python3.12/site-packages/local.pth': '../../../../linked\n',
      'linked/more.py':
        'from sqlalchemy import Column, Integer\n\nclass Mixin:\n    size = Column(Integer)\n',
      'app/models.py':
        'import sys\nfrom things import *\nfrom more import Mixin\n' +
        'from sqlalchemy import Column, Integer, String\n\n' +
        'LENGTH = 3 if sys.version_info >= (3, 13) else 4\n\n' +
        'class Row(Mixin, Base):\n    __tablename__ = "rows"\n    id = Column(Integer, primary_key=True)\n    name = Column(String(LENGTH))\n',
    });
    const facts = new ModelReader({ roots: [join(root, 'app'), root] }).model('models.Row');
    expect(facts).toMatchObject({ found: true, facts: { incomplete: [] } });
    const columns = facts.found ? facts.facts.columns : [];
    expect(columns.map(({ attribute, length }) => [attribute, length])).toEqual([
      ['id', null],
      ['name', 4],
      ['size', null],
    ]);
    const without = new ModelReader({ roots: [root], environment: false }).model('app.models.Row');
    expect(without).toMatchObject({
      facts: {
        incomplete: [
          { unknown: 'its base more.Mixin was not found' },
          { unknown: "'Base' is not defined" },
        ],
      },
    });
  });
});

describe('what is behind an import in a try', () => {
  const source = `${BASE}
try:
    import there
    from compiled import fast
    LENGTH = 8
    import absent.part
    LENGTH = 9
except ImportError:
    LENGTH = 7
else:
    OTHER = 1

class Row(Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)
    try:
        import there
        one = Column(String(LENGTH))
        import compiled
        two = Column(String(LENGTH))
        from absent import three
        three = Column(String(LENGTH))
    except ImportError:
        pass
    else:
        four = Column(Integer)
    finally:
        five = Column(Integer)
`;
  const packages = '.venv/lib/python3.12/site-packages';
  const files = {
    '.venv/pyvenv.cfg': 'home = /usr\nversion = 3.12.1\n',
    [`${packages}/there/data.txt`]: '',
    [`${packages}/compiled.cpython-312-x86_64-linux-gnu.so`]: '',
    'models.py': source,
  };
  const columns = (options: Partial<ReaderOptions>) => {
    const [facts] = readerOf(files, options).module('models')!;
    const found = facts!.columns.map(({ attribute, length }) => [attribute, length]);
    return [Object.fromEntries(found), facts!.incomplete.length];
  };

  it('is there if the virtual environment has the module', () => {
    expect(columns({ environment: undefined })).toEqual([
      { id: null, one: 8, two: 8, five: null },
      0,
    ]);
  });

  it('may be there if no virtual environment is found', () => {
    expect(columns({ environment: false })).toEqual([{ id: null, five: null }, 4]);
  });
});

it('tells that .pth files decide where a module of the virtual environment lies', () => {
  const root = project({
    '.venv/pyvenv.cfg': 'home = /usr\nversion = 3.12.1\n',
    '.venv/lib/python3.12/site-packages/local.pth': '../../../../linked/\n',
    'linked/more.py': BASE,
    'models.py': BASE,
  });
  const installable = (path: string) => {
    const reader = new ModelReader({ roots: [root] });
    reader.model(path);
    return reader.installable();
  };
  const links = join(root, '.venv/lib/python3.12/site-packages/*.pth');
  expect(installable('more.Base')).toContain(links);
  expect(installable('models.Base')).toEqual([]);
});

describe('what is unknown', () => {
  it('says why and where, and leaves the rest known', () => {
    const { columns } = model(`${ROW}    name = Column(String(length()), nullable=False)\n`);
    expect(columns[1]).toMatchObject({
      attribute: 'name',
      type: { name: 'str' },
      nullable: false,
      length: {
        unknown: "'length' is not defined",
        at: { file: 'models.py', line: 13, column: 26 },
      },
    });
  });

  it('makes a class incomplete when it may hide columns', () => {
    expect(model(ROW).incomplete).toEqual([]);
    const reasons = (text: string) => model(text).incomplete.map(({ unknown }) => unknown);
    expect(reasons('from gone import Gone\n' + ROW.replace('(Base)', '(Gone, Base)'))).toEqual([
      'its base gone.Gone was not found',
    ]);
    expect(reasons(`${ROW}    size = helper()\n`)).toEqual([
      "'size' may be a column: 'helper' is not defined",
    ]);
    expect(reasons(`from gone import extend\n@extend\n${ROW.trimStart()}`)).toEqual([
      'its decorator gone.extend may add attributes',
    ]);
    for (const statement of [
      'for name in names():\n    setattr(Row, name, Column(Integer))\n',
      'setattr(Row, "size", Column(Integer))\n',
      'Row.__table__.append_column(Column("size", Integer))\n',
    ])
      expect(reasons(`${ROW}\n${statement}`)).toEqual([
        'code outside of the class may add attributes',
      ]);
  });
});

describe('a function of the project', () => {
  const reason = (body: string) => {
    const text = `
class Named:
    @declared_attr
    def name(cls):
        ${body}

class Row(Named, Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)
`;
    const { columns, incomplete } = model(text, 'from sqlalchemy.orm import declared_attr\n');
    const column = columns.find(({ attribute }) => attribute === 'name');
    return column ? column.length : incomplete.map(({ unknown }) => unknown);
  };

  it('is followed if it is one return', () => {
    expect(reason('"""Its name."""\n        return Column(String(8))')).toBe(8);
  });

  it.each([
    'size = 8\n        return Column(String(size))',
    'if cls:\n            return Column(String(8))',
    'for size in (8,):\n            return Column(String(size))',
  ])('is not followed otherwise: %s', (body) => {
    expect(reason(body)).toEqual(["'name' may be a column: name() is more than one return"]);
  });
});

describe('a list or a dictionary that later statements change', () => {
  const length = (before: string, after = '') => {
    const head = `SIZES = {"name": 8}\nLENGTHS = [8]\n${before}\n`;
    const text = `${ROW}    name: Mapped[str] = mapped_column(String(SIZES["name"] + LENGTHS[0]))\n${after}\n`;
    return model(text, head).columns.at(-1)!.length;
  };

  it('is not what its name was bound to', () => {
    expect(length('')).toBe(16);
    for (const change of [
      'SIZES["name"] = 9',
      'SIZES.update(name=9)',
      'LENGTHS.insert(0, 9)',
      'for size in (1, 2):\n    LENGTHS.append(size)',
      'if SIZES:\n    LENGTHS.clear()',
    ]) {
      expect(length(change)).toMatchObject({
        unknown: expect.stringMatching(/'\w+' is changed in line \d/) as string,
      });
    }
  });

  it('is known where the change is too late, or before the name is bound anew', () => {
    expect(length('', 'SIZES["name"] = 9')).toBe(16);
    expect(length('LENGTHS.append(1)\nLENGTHS = [1]')).toBe(9);
  });

  it('may hold what SQLAlchemy reads', () => {
    const { incomplete, versionCounter } = model(`
TYPES = {}
TYPES[str] = String(3)

class Row(Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)
    count: Mapped[int] = mapped_column()
    __mapper_args__ = {}
    __mapper_args__["version_id_col"] = count
`);
    expect(incomplete).toEqual([]);
    expect(versionCounter).toMatchObject({ unknown: "'__mapper_args__' is changed in line 18" });
  });
});

describe('an enum whose values are not known', () => {
  const column = (annotation: string) => {
    const text = `
import enum
from typing import Literal
from sqlalchemy import ARRAY, Enum
from settings import LEVELS

class Level(enum.Enum):
    LOW = "low"
${ROW}    level: Mapped[${annotation}] = mapped_column(Enum(*LEVELS, name="level"))
`;
    return model(text).columns.find(({ attribute }) => attribute === 'level')!.type;
  };

  it('does not take every text, though its annotation says str', () => {
    expect(column('str')).toMatchObject({
      unknown: expect.stringContaining('unknown list') as string,
    });
    expect(column('str | None')).toHaveProperty('unknown');
  });

  it('has the members that its annotation lists', () => {
    expect(column('Level')).toMatchObject({ name: 'enum', enum: { class: 'models.Level' } });
    expect(column('Literal["low"]')).toMatchObject({ name: 'enum', enum: { stored: ['low'] } });
  });
});

describe('the columns of a composite', () => {
  const incompleteness = (attribute: string) =>
    model(`
from sqlalchemy.orm import composite
from elsewhere import Point
${ROW}    ${attribute}
`).incomplete.map(({ unknown }) => unknown);

  it('may be more than its call names, if its class is not found', () => {
    expect(incompleteness('at: Mapped[Point] = composite()')).toEqual([
      expect.stringContaining("'at' may be a column") as string,
    ]);
    expect(incompleteness('at = composite(Point, mapped_column("x", Integer))')).toHaveLength(1);
  });
});

describe('Python up to 3.14', () => {
  it.each([
    'title = t"{name}: {"nested" + name!r:>{width}}"',
    'with (open(a) as b, open(c) as d.e,): pass',
    'match a, *b:\n        case 1, *c if c: pass\n        case {"x": [A.b(y=1) as z, *_], **rest} | None: pass\n        case (): pass',
    'found = [half := 5. / 2, half], {last := 1, 2}, [b for a, *b in c]',
    'first = lambda a, /, b=1: a\n    print = 1',
  ])('is no broken source in a function: %s', (source) => {
    const head = `${BASE}def one():\n    ${source}\n\n`;
    const reader = readerOf({ 'models.py': `${head}${ROW}    name: Mapped[str]\n` });
    const [facts] = reader.module('models')!;
    expect(reader.problems()).toEqual([]);
    expect(facts?.incomplete).toEqual([]);
    expect(facts?.columns.map(({ attribute }) => attribute)).toEqual(['id', 'name']);
    expect(facts?.at.line).toBe(`${head}\n`.split('\n').length);
  });

  it.each(['except A, B:\n    pass', 'found = 5.5.5', 'def one():\n    found = (1,\n'])(
    'is not what is broken: %s',
    (source) => {
      const reader = readerOf({ 'models.py': `${BASE}${source}\n\n${ROW}` });
      reader.load(['models']);
      expect(reader.problems()).toHaveLength(1);
    },
  );
});

describe('bad source', () => {
  it('gives the facts of what can be read, and a problem', () => {
    const reader = readerOf({
      'models.py': `${BASE}${ROW}    name: Mapped[str] = mapped_column((\n\n\ndef )(\n`,
    });
    const [facts] = reader.module('models')!;
    expect(facts?.columns[0]).toMatchObject({ attribute: 'id', primaryKey: true });
    expect(facts?.incomplete).toMatchObject([{ unknown: 'the file is not valid Python here' }]);
    expect(reader.problems()).toMatchObject([
      { message: 'the file is not valid Python here', at: { file: 'models.py' } },
    ]);
  });

  it('may be bytes of any kind', () => {
    const bytes = Uint8Array.from([...Buffer.from(`${BASE}${ROW}`), 0xff, 0xfe, 0x0a]);
    const reader = readerOf({
      'models.py': bytes,
      'odd.py': `# coding: klingon\n${BASE}${ROW}`,
      'marked.py': `\uFEFF${BASE}${ROW}`.replaceAll('\n', '\r\n'),
      'binary.py': Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256),
    });
    expect(reader.module('models')).toHaveLength(1);
    expect(reader.module('odd')).toHaveLength(1);
    expect(reader.module('marked')?.[0]).toMatchObject({ incomplete: [], at: { line: 10 } });
    expect(reader.module('binary')).toEqual([]);
    expect(reader.problems().map(({ message, at }) => `${at.file}: ${message}`)).toEqual(
      expect.arrayContaining([
        'models.py: it is not UTF-8 text',
        "odd.py: its encoding 'klingon' is not known",
      ]),
    );
  });

  it('may go round in circles', () => {
    const reader = readerOf({
      'a.py':
        'from b import *\nfrom b import Base, X\nclass Row(Base, Row2):\n    __tablename__ = X\n    id = X\n',
      'b.py':
        'from a import *\nfrom a import Base, X\nclass Row2(Row):\n    pass\nclass Base(Base):\n    pass\nX = X\nf = lambda: f()\nY = f()\n',
      'self.py': `${BASE}class A(B): pass\nclass B(A): pass\n${ROW}    parent = Column(Y)\nY = Y | Y\n`,
    });
    for (const name of ['a', 'b', 'self']) expect(reader.module(name)).toBeDefined();
  });

  it('may be deep and long', () => {
    const union = Array.from({ length: 5000 }, (_, index) => `T${String(index)}`).join(' | ');
    const nested = `${'Optional['.repeat(3000)}int${']'.repeat(3000)}`;
    const blocks = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}if x:\n`).join(
      '',
    );
    const facts = model(
      `${ROW}    wide: Mapped[${union}]\n    deep: Mapped[${nested}]\n    both = ${'not '.repeat(4000)}1 ${'and 1 '.repeat(4000)}\n    sum = ${'1 + '.repeat(4000)}1\n${blocks}`,
      'from typing import Optional\n',
    );
    expect(facts.columns.map(({ attribute }) => attribute)).toEqual(['id', 'wide', 'deep']);
    expect(facts.columns[2]?.type).toHaveProperty('unknown');
  });

  it('may be nested more deeply than the parser can follow', () => {
    const source = `${BASE}${ROW}    sum = ${'1 + '.repeat(40_000)}1\n`;
    // Little of the stack is left, so that it is full with any machine code of the parser.
    const reader = deepInTheStack(() => {
      const made = readerOf({ 'models.py': source });
      made.module('models');
      return made;
    });
    expect(reader.problems()).toEqual([
      {
        message: 'the code of this file is nested too deeply',
        at: { file: 'models.py', line: 1, column: 1 },
      },
    ]);
  });

  it.each(['', '\n', '    # a comment\n', '\n    # a comment\n\n'])(
    'may have bodies of thousands of statements with %j between them',
    (between) => {
      const columns = Array.from({ length: 1000 }, (_, index) => `column_${String(index)}`);
      const mapped = columns.map((name) => `    ${name}: Mapped[str] = mapped_column(String(9))\n`);
      const constants = Array.from({ length: 3000 }, (_, index) => `FIRST_${String(index)} = 1\n`);
      const source = `${BASE}${constants.join(between.replaceAll('    ', ''))}
class Last(Base):
    __tablename__ = "last"
    id = Column(Integer, primary_key=True)
${mapped.join(between)}
def last():
    return String(FIRST_2999)

class Other(Base):
    __tablename__ = "other"
    id = Column(last(), primary_key=True)
`;
      const reader = readerOf({ 'models.py': source });
      const [facts, other] = reader.module('models')!;
      expect(reader.problems()).toEqual([]);
      expect(facts!.incomplete).toEqual([]);
      expect(facts!.columns.map(({ attribute }) => attribute)).toEqual(['id', ...columns]);
      expect(other!.columns[0]).toMatchObject({ type: { name: 'str' }, length: 1 });
    },
  );

  it('may be a megabyte', () => {
    const rows = Array.from(
      { length: 500 },
      (_, index) =>
        ROW.replace('Row', `Row${String(index)}`).replace('rows', `rows${String(index)}`) +
        `    note: Mapped[str] = mapped_column(String(${String(index)}))  # ${'x'.repeat(2000)}\n`,
    );
    const reader = readerOf({ 'models.py': BASE + rows.join('\n') });
    expect(reader.module('models')).toHaveLength(500);
  });
});

/** The first result that a function has where hardly any of the stack is left. */
function deepInTheStack<Result>(work: () => Result): Result {
  try {
    return deepInTheStack(work);
  } catch {
    return work();
  }
}

describe('a name that SQLAlchemy reserves', () => {
  it('is an attribute like others after the class', () => {
    const facts = model(
      `${ROW}\nRow.metadata = relationship('Row')\n`,
      'from sqlalchemy.orm import relationship\n',
    );
    expect(facts.relationships.map(({ attribute }) => attribute)).toEqual(['metadata']);
  });

  it.each(['    metadata = made()\n', 'Row.metadata = made()\n'])(
    'is no column: %j',
    (statement) => {
      const facts = model(ROW + statement, 'from elsewhere import made\n');
      expect(facts.incomplete).toEqual([]);
    },
  );
});

describe('the attributes of an instance', () => {
  const attributes = (text: string) =>
    readerOf({ 'shop/auth.py': text, 'shop/models.py': BASE + ROW }).attributes('shop.auth.User');

  it.each([
    [
      'a dataclass',
      'from dataclasses import dataclass\n@dataclass\nclass User:\n    id: int\n    name: str = ""\n    _key: str = ""',
      ['id', 'name'],
    ],
    [
      'a Pydantic model, with those it inherits',
      'from pydantic import BaseModel\nclass Named(BaseModel):\n    name: str\nclass User(Named):\n    id: int\n    @property\n    def roles(self): ...',
      ['id', 'roles', 'name'],
    ],
    ['a model', 'from shop.models import Row as User', ['id']],
  ])('are known of %s', (_what, text, expected) => {
    expect(attributes(text)).toEqual(expect.arrayContaining(expected));
    expect(attributes(text)).not.toContain('_key');
  });

  it.each([
    ['a base of a library', 'from authlib import Base\nclass User(Base):\n    id: int'],
    ['what it makes itself', 'class User:\n    def __init__(self): self.id = 1'],
    ['what it makes up', 'class User:\n    def __getattr__(self, name): ...'],
    ['no class', 'User = make()'],
    ['nothing', ''],
  ])('are unknown with %s', (_what, text) => {
    expect(attributes(text)).toBeUndefined();
  });
});

describe('the type that a call gives', () => {
  const returnType = (text: string, files: Readonly<Record<string, string>> = {}) =>
    readerOf({ 'shop/auth.py': text, 'shop/models.py': BASE + ROW, ...files }).returnType(
      'shop.auth.user',
    );

  it.each([
    ['a class of the module', 'class User: ...\ndef user() -> User: ...', 'shop.auth.User'],
    ['an import', 'from .models import Row\nasync def user() -> Row: ...', 'shop.models.Row'],
    [
      'a module and a member',
      'import shop.models as m\ndef user() -> m.Row: ...',
      'shop.models.Row',
    ],
    [
      'text, of an import for type checkers',
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.models import Row\ndef user() -> "Row | None": ...',
      'shop.models.Row | None',
    ],
    [
      'a dict',
      'from typing import Any\ndef user() -> dict[str, Any]: ...',
      'dict[str, typing.Any]',
    ],
    [
      'what a dependency yields',
      'from collections.abc import AsyncIterator\nfrom shop.models import Row\nasync def user() -> AsyncIterator[Row]:\n    yield Row()',
      'shop.models.Row',
    ],
    [
      'the type inside Annotated',
      'from typing import Annotated\ndef user() -> Annotated[int, "key"]: ...',
      'int',
    ],
    ['a class that is called', 'class user: ...', 'shop.auth.user'],
    ['a class of a library', 'from authlib import User\ndef user() -> User: ...', 'authlib.User'],
  ])('is known of %s', (_what, text, expected) => {
    expect(returnType(text)).toBe(expected);
  });

  it.each([
    ['no annotation', 'def user(): ...', 'user() has no return annotation'],
    ['a decorator', '@cached\ndef user() -> int: ...', 'user() is decorated'],
    ['an instance', 'user = Guard()', "'user' is not a function"],
    ['a name that is not there', 'def user() -> Member: ...', "'Member' is not defined"],
  ])('is unknown with %s', (_what, text, reason) => {
    expect(returnType(text)).toMatchObject({ unknown: reason });
  });

  it('is undefined where there is no such function', () => {
    expect(returnType('')).toBeUndefined();
    expect(readerOf({}).returnType('shop.auth.user')).toBeUndefined();
  });
});

describe('the signature of a function', () => {
  const signature = (text: string) =>
    readerOf({ 'shop/hooks.py': text, 'shop/others.py': 'def check(row): ...' }).signature(
      'shop.hooks.check',
    );

  it.each([
    ['def check(): ...', ''],
    ['def check(values): ...', 'plain values'],
    ['async def check(values, *, db): ...', 'async plain values named db'],
    [
      'def check(row: "Row | None" = None, /, *rest: int, db: Db = 1, **more): ...',
      'positional row= * rest named db= ** more',
    ],
    ['def check(a, b, /, c): ...', 'positional a positional b plain c'],
    ['def check(a, /): ...', 'positional a'],
    ['def check(\n    a,  # one/two\n): ...', 'plain a'],
    ['from .others import check', 'plain row'],
  ])('%s', (text, expected) => {
    const found = signature(text);
    if (found === undefined || 'unknown' in found) throw new Error('It is not known');
    const parameters = found.parameters.map(
      ({ name, kind, hasDefault }) => `${kind} ${name}${hasDefault ? '=' : ''}`,
    );
    expect([...(found.isAsync ? ['async'] : []), ...parameters].join(' ')).toBe(expected);
  });

  it.each([
    ['@cache\ndef check(): ...', 'check() is decorated'],
    ['check = 3', "'check' is not a function"],
    ['class check: ...', "'check' is not a function"],
  ])('is unknown: %s', (text, reason) => {
    expect(signature(text)).toMatchObject({ unknown: reason });
  });

  it('has the first paragraph of the docstring', () => {
    const about = (body: string) => signature(`def check():\n    ${body}`);
    expect(about('"Checks\\n  all.\\n\\nSlowly."')).toMatchObject({ about: 'Checks all.' });
    expect(about('pass\n    "Checks."')).toMatchObject({ about: null });
  });

  it('is undefined where there is no such function', () => {
    expect(signature('')).toBeUndefined();
    expect(readerOf({}).signature('shop.hooks.check')).toBeUndefined();
  });
});

describe('the members of a module', () => {
  const reader = (text: string) => readerOf({ 'shop/actions.py': text });

  it.each([
    ['def pay(): ...', true],
    ['async def pay(): ...', true],
    ['from elsewhere import pay', true],
    ['pay = make()', true],
    ['def play(): ...', false],
    ['from elsewhere import *', undefined],
    ['def __getattr__(name): ...', undefined],
    ['for pay in (): ...', true],
  ])('%s', (text, isThere) => {
    expect(reader(text).hasMember('shop.actions.pay')).toBe(isThere);
  });

  it('cannot be told of a module that is not there', () => {
    expect(reader('').hasMember('shop.deeds.pay')).toBeUndefined();
  });

  it('are listed where they are functions for others', () => {
    const text = 'import os\ndef pay(): ...\ndef _check(): ...\nLIMIT = 3\nasync def refund(): ...';
    expect(reader(text).functions('shop.actions')).toEqual(['pay', 'refund']);
  });
});

describe('what the source says in words', () => {
  const about = (text: string) =>
    model(text).columns.map(({ attribute, about }) => [attribute, about]);

  it('is the first paragraph of the docstring of a class, in one line', () => {
    const text = ROW.replace(
      '\n    __t',
      '\n    """A row,\n    of some kind.\n\n    More.\n    """\n    __t',
    );
    expect(model(text).about).toBe('A row, of some kind.');
    expect(model(ROW).about).toBeNull();
  });

  it("is a column's doc, its comment, or the string below it", () => {
    const columns = `    a: Mapped[int] = mapped_column(comment="Of the database", doc="Of Python")
    b: Mapped[int] = mapped_column(comment="""What b
        is""")
    "Not this one"
    c: Mapped[int]
    """What c is."""
    d = Column(Integer)
    # None of d.

    """What d is."""
    e: Mapped[int] = mapped_column(comment=TEXT)
    x = 5
    "Of x"
    f: Mapped[int] = mapped_column(comment="")
`;
    expect(about(ROW + columns)).toEqual([
      ['id', null],
      ['a', 'Of Python'],
      ['b', 'What b is'],
      ['c', 'What c is.'],
      ['d', 'What d is.'],
      ['e', null],
      ['f', null],
    ]);
  });

  it('is that of a mixin, too', () => {
    const text = `
class Timed:
    at: Mapped[int] = mapped_column()
    """When."""

class Row(Timed, Base):
    __tablename__ = "rows"
    id: Mapped[int] = mapped_column(primary_key=True)
`;
    expect(new Map(about(text) as [string, string][]).get('at')).toBe('When.');
  });
});

describe('an expression that somebody is about to write', () => {
  it.each(['not', 'not not', 'True and', 'not and True', 'or', 'False or not'])(
    'does not end the reading: %s',
    (expression) => {
      const { columns } = model(
        `class Row(Base):\n    __tablename__ = "rows"\n    id: Mapped[int] = mapped_column(primary_key=True)\n    name: Mapped[str] = mapped_column(nullable=(${expression}))\n`,
      );
      expect(columns.map(({ attribute }) => attribute)).toContain('id');
    },
  );
});
