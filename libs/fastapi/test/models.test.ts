import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { generate, isUserError, watch, type GenerateResult } from '@rowhouse/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { plugin } from './support.js';

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'models-')));
  write('blog/models.py', models);
});
afterEach(() => {
  rmSync(project, { recursive: true });
});

const models = `
import enum
import uuid
from decimal import Decimal
from sqlalchemy import Enum, ForeignKey, Numeric, String, func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

class Base(DeclarativeBase):
    pass

class Author(Base):
    __tablename__ = "authors"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(100))
    password_hash: Mapped[str | None]

class Status(enum.Enum):
    DRAFT = "draft"

class Article(Base):
    __tablename__ = "articles"
    number: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(200))
    subtitle: Mapped[str | None] = mapped_column(String(80))
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    status: Mapped[Status] = mapped_column(Enum(Status), default=Status.DRAFT)
    author_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("authors.id"))

    @property
    def heading(self) -> str:
        return self.title.upper()
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** Generates a config of one resource, or of what `rest` says. */
async function run(resource: object, rest: object = {}): Promise<GenerateResult> {
  const config = { version: '1', module: 'blog', resources: [resource], ...rest };
  write('codegen.config.json', JSON.stringify(config));
  return generate({ config: 'codegen.config.json', cwd: project, plugins: [plugin] });
}

/** The lines of a generated schema class, without its docstring. */
function classIn({ outputRoot }: GenerateResult, name: string): readonly string[] {
  const folder = join(outputRoot, 'blog/schemas');
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const text = texts.find((each) => each.includes(`class ${name}(`))!;
  const body = text.slice(text.indexOf(`class ${name}(`)).split('\n\n\n')[0]!;
  return body
    .split('\n')
    .slice(3)
    .filter((line) => line.trim() !== '');
}

async function problems(resource: object, rest: object = {}): Promise<readonly string[]> {
  try {
    await run(resource, rest);
    return [];
  } catch (error) {
    if (!isUserError(error)) throw error;
    return error.message.split('\n').filter((line) => /\[[a-z-]+\]$/.test(line));
  }
}

const Article = 'blog.models.Article';

describe('a field by its name', () => {
  test('takes type, null, length, digits, members and key from its column', async () => {
    const fields = ['title', 'subtitle', 'price', 'status', 'author_id'];
    const result = await run({
      model: Article,
      operations: ['get', { name: 'create', fields }],
    });
    expect(classIn(result, 'ArticleCreateRequest')).toEqual([
      '    title: Annotated[str, Field(max_length=200)]',
      '    subtitle: Annotated[str | None, Field(max_length=80)] = None',
      '    price: Annotated[decimal.Decimal, Field(max_digits=10, decimal_places=2)]',
      '    status: Status = UNSET',
      '    author_id: uuid.UUID',
    ]);
    expect(classIn(result, 'ArticleResource')[0]).toBe('    number: int');
    expect(result.notices).toEqual([]);
  });

  test('`null` for any optional key of the config is as if left out', async () => {
    const keys = ['type', 'nullable', 'timezone', 'json', 'required', 'description', 'max_length'];
    const nulls = Object.fromEntries(
      [...keys, 'max_digits', 'enum', 'class', 'alias', 'example'].map((key) => [key, null]),
    );
    const fields = ['title', 'subtitle', 'price', 'status', 'author_id'];
    const requestOf = async (said: readonly unknown[]) =>
      classIn(
        await run({ model: Article, operations: [{ name: 'create', fields: said }] }),
        'ArticleCreateRequest',
      );
    const ofNames = await requestOf(fields);
    expect(await requestOf(fields.map((name) => ({ name, ...nulls })))).toEqual(ofNames);
  });

  test('of a joined class leaves out the key that its parent makes', async () => {
    write(
      'blog/topics.py',
      [
        'from sqlalchemy import ForeignKey',
        'from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column',
        'class Base(DeclarativeBase):',
        '    pass',
        'class Topic(Base):',
        '    __tablename__ = "topics"',
        '    __table_args__ = {"schema": "desk"}',
        '    id: Mapped[int] = mapped_column(primary_key=True)',
        '    title: Mapped[str]',
        'class Guide(Topic):',
        '    __tablename__ = "guides"',
        '    id: Mapped[int] = mapped_column(ForeignKey("desk.topics.id"), primary_key=True)',
        'class Tour(Guide):',
        '    __tablename__ = "tours"',
        '    id: Mapped[int] = mapped_column(ForeignKey("guides.id"), primary_key=True)',
        '    stops: Mapped[int]',
        'class Walk(Tour):',
        '    hours: Mapped[int | None]',
      ].join('\n'),
    );
    for (const [model, fields] of [
      ['Guide', ['    title: str']],
      ['Tour', ['    title: str', '    stops: int']],
      ['Walk', ['    title: str', '    stops: int', '    hours: int | None = None']],
    ] as const) {
      const result = await run({ model: `blog.topics.${model}`, operations: ['get', 'create'] });
      expect(classIn(result, `${model}CreateRequest`)).toEqual(fields);
    }
  });

  test('has a time zone exactly when its column has one', async () => {
    write(
      'blog/visits.py',
      [
        'import datetime',
        'from sqlalchemy import ARRAY, DateTime',
        'from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column',
        'class Base(DeclarativeBase):',
        '    pass',
        'class Visit(Base):',
        '    __tablename__ = "visits"',
        '    id: Mapped[int] = mapped_column(primary_key=True)',
        '    begin: Mapped[datetime.datetime]',
        '    end: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))',
        '    met: Mapped[list[datetime.datetime]] = mapped_column(ARRAY(DateTime))',
        '    calls: Mapped[list[datetime.datetime]] = mapped_column(ARRAY(DateTime(timezone=True)))',
      ].join('\n'),
    );
    const fields = [{ name: 'begin', type: 'datetime' }, 'end', 'met', 'calls'];
    const operations = ['get', { name: 'update', fields }];
    const result = await run({ model: 'blog.visits.Visit', operations });
    expect(classIn(result, 'VisitUpdateRequest')).toEqual([
      '    begin: Annotated[NaiveDatetime, Field(examples=["2030-01-31T12:00:00"])] = UNSET',
      '    end: datetime.datetime = UNSET',
      '    met: Annotated[list[NaiveDatetime], Field(examples=[["2030-01-31T12:00:00"]])] = (',
      '        UNSET',
      '    )',
      '    calls: list[datetime.datetime] = UNSET',
    ]);
  });

  test('may be of another type in a response, where the column is JSON', async () => {
    write(
      'blog/notes.py',
      [
        'from sqlalchemy import JSON',
        'from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column',
        'class Base(DeclarativeBase):',
        '    pass',
        'class Note(Base):',
        '    __tablename__ = "notes"',
        '    id: Mapped[int] = mapped_column(primary_key=True)',
        '    rank: Mapped[int] = mapped_column(JSON)',
        '    tags: Mapped[list[str] | None] = mapped_column(JSON)',
      ].join('\n'),
    );
    const fields = [
      { name: 'rank', type: 'int' },
      { name: 'tags', type: 'list[str]' },
    ];
    const operations = ['get', 'update', 'create'].map((name) => ({ name, fields }));
    const result = await run({ model: 'blog.notes.Note', operations });
    expect(classIn(result, 'NoteResource')).toEqual([
      '    rank: InJson[int]',
      '    tags: InJson[list[str]] | None',
    ]);
    expect(classIn(result, 'NoteCreateRequest')).toEqual([
      '    rank: int',
      '    tags: list[str] | None = None',
    ]);
  });

  test('is a list of texts, where an array of an enum stores what JSON has', async () => {
    write(
      'blog/moods.py',
      [
        'import enum',
        'from sqlalchemy import ARRAY, Enum',
        'from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column',
        'class Base(DeclarativeBase):',
        '    pass',
        'class Mood(enum.Enum):',
        '    CALM = "calm"',
        'class Row(Base):',
        '    __tablename__ = "rows"',
        '    id: Mapped[int] = mapped_column(primary_key=True)',
        '    texts: Mapped[list[str]] = mapped_column(ARRAY(Enum("calm", "wild")))',
        '    values: Mapped[list[Mood]] = mapped_column(',
        '        ARRAY(Enum(Mood, values_callable=lambda e: [m.value for m in e]))',
        '    )',
        '    names: Mapped[list[Mood]] = mapped_column(ARRAY(Enum(Mood)))',
      ].join('\n'),
    );
    const resource = (fields: readonly unknown[]) => ({
      model: 'blog.moods.Row',
      operations: [{ name: 'update', fields }],
    });
    const result = await run(resource(['texts', 'values']));
    expect(classIn(result, 'RowUpdateRequest')).toEqual([
      '    texts: list[str] = UNSET',
      '    values: list[str] = UNSET',
    ]);
    const found = await problems(resource([{ name: 'names', type: 'list[str]' }]));
    expect(found).toEqual([
      expect.stringContaining("names: found 'list[str]', but blog/moods.py:"),
    ]);
  });

  test('keeps what an object says', async () => {
    const fields = [
      { name: 'title', min_length: 1, max_length: 50 },
      { name: 'price', type: 'float' },
      { name: 'status', enum: ['DRAFT'], required: true },
      { name: 'author_id', default: '0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69' },
    ];
    const result = await run({ model: Article, operations: ['get', { name: 'create', fields }] });
    expect(classIn(result, 'ArticleCreateRequest')).toEqual([
      '    title: Annotated[str, Field(min_length=1, max_length=50)]',
      '    price: float',
      '    status: Literal["DRAFT"]',
      '    author_id: uuid.UUID = uuid.UUID("0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69")',
    ]);
    expect(result.notices).toEqual([
      "resources[0].operations[1].fields[1].type: price: 'float' loses digits of Mapped[Decimal], blog/models.py:25; 'decimal' keeps them",
    ]);
  });

  test('may be an attribute that is no column, with its type', async () => {
    write('blog/beside.py', 'from .models import Article\n');
    const fields = ['number', { name: 'heading', type: 'str' }];
    const result = await run({ model: Article, operations: [{ name: 'get', fields }] });
    expect(classIn(result, 'ArticleResource')).toEqual(['    number: int', '    heading: str']);
    // The class has it: nothing else need be read, or make the target run again.
    expect(result.files.filter((file) => file.endsWith('beside.py'))).toEqual([]);
  });

  test('may be what a module beside the model adds to it', async () => {
    write(
      'blog/comments.py',
      [
        'from sqlalchemy import ForeignKey',
        'from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship',
        'from .models import Article, Base',
        'class Comment(Base):',
        '    __tablename__ = "comments"',
        '    id: Mapped[int] = mapped_column(primary_key=True)',
        '    article_number: Mapped[int] = mapped_column(ForeignKey("articles.number"))',
        '    article = relationship("Article", backref="comments")',
        'Article.shown_number = column_property(Article.number + 1)',
      ].join('\n'),
    );
    const fields = ['number', { name: 'shown_number', type: 'int' }];
    const result = await run({ model: Article, operations: [{ name: 'get', fields }] });
    expect(classIn(result, 'ArticleResource')[1]).toBe('    shown_number: int');
    const found = await problems({
      model: Article,
      operations: [{ name: 'get', fields: ['comments', 'absent'] }],
    });
    expect(found).toEqual([
      expect.stringContaining(
        'comments: it is a relationship of Article (blog/comments.py:8), expected a column',
      ),
      expect.stringContaining('absent: Article has no such attribute'),
    ]);
  });

  test('that a list filters or sorts by is a column of the model', async () => {
    const list = {
      name: 'list',
      fields: ['number', 'title'],
      filters: { fields: ['price', 'titel'] },
      ordering: { fields: ['author'], default: 'prise' },
      pagination: { mode: 'keyset', cursor_field: 'numbr' },
    };
    expect(await problems({ model: Article, operations: ['get', list] })).toEqual([
      expect.stringContaining("filters.fields[1]: found 'titel': Article has no such column"),
      expect.stringContaining("ordering.fields[0]: found 'author': Article has no such column"),
      expect.stringContaining("ordering.default: found 'prise': Article has no such column"),
      expect.stringContaining("cursor_field: found 'numbr': Article has no such column"),
    ]);
  });

  test('of an action may be like a column of another model', async () => {
    const operations = [
      { name: 'sign', fn: 'blog.actions.sign', params: [{ name: 'by', like: 'Author.name' }] },
    ];
    const author = { model: 'blog.models.Author', operations: ['delete'] };
    const result = await run({}, { resources: [{ model: Article, operations }, author] });
    expect(classIn(result, 'ArticleSignRequest')).toEqual([
      '    by: Annotated[str, Field(max_length=100)]',
    ]);
  });
});

describe('operations without fields', () => {
  test('that resources inherit take the fields of each', async () => {
    const rest = {
      operations: ['get', 'delete'],
      resources: [{ model: Article }, { model: 'blog.models.Tag' }],
    };
    write(
      'blog/models.py',
      `${models}\nclass Tag(Base):\n    __tablename__ = "tags"\n    word: Mapped[str] = mapped_column(primary_key=True)\n`,
    );
    const result = await run({}, rest);
    expect(classIn(result, 'TagResource')).toEqual(['    word: str']);
    expect(classIn(result, 'ArticleResource')).toHaveLength(6);
  });

  test('write no column that says of which class a row is', async () => {
    write(
      'blog/models.py',
      `${models}
class Post(Base):
    __tablename__ = "posts"
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "post"}
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    text: Mapped[str]

class Reply(Post):
    __mapper_args__ = {"polymorphic_identity": "reply"}
    note: Mapped[str | None]
`,
    );
    const operations = ['get', 'create', 'update'];
    const result = await run({ model: 'blog.models.Reply', operations });
    const written = ['text', 'note'].map((name) => expect.stringContaining(`    ${name}: `));
    expect(classIn(result, 'ReplyCreateRequest')).toEqual(written);
    expect(classIn(result, 'ReplyUpdateRequest')).toEqual(written);
    expect(classIn(result, 'ReplyResource')).toContain('    kind: str');
  });

  test.each(['get', 'create', 'update'])('never take a secret: %s', async (operation) => {
    const found = await problems({ model: 'blog.models.Author', operations: [operation] });
    expect(found).toEqual([
      expect.stringMatching(/password_hash \(blog\/models\.py:15\) \[secret/),
    ]);
  });
});

describe('a model that is not read', () => {
  const operations = [{ name: 'get', fields: [{ name: 'title', type: 'int' }] }];

  test('is said to be unchecked, in one line, and `models: false` says nothing', async () => {
    const model = 'shop.models.Article';
    expect((await run({ model, operations })).notices).toEqual([
      "nothing was checked of Article: no module shop.models (looked for shop/models.py, and in the virtual environment); 'models: false' turns this off",
    ]);
    expect((await run({ model, operations }, { models: false })).notices).toEqual([]);
  });

  test('a view is written where the config says fields, with a note', async () => {
    write(
      'blog/models.py',
      models.replace(
        '__tablename__ = "articles"',
        '$&\n    __table_args__ = {"info": {"is_view": True}}',
      ),
    );
    const operations = ['get', { name: 'update', fields: ['title'] }, { name: 'delete' }];
    expect((await run({ model: Article, operations })).notices).toEqual([
      "resources[0].operations[1]: Article is a view (blog/models.py:20): 'update' only works if PostgreSQL, or a trigger, writes through it",
      "resources[0].operations[2]: Article is a view (blog/models.py:20): 'delete' only works if PostgreSQL, or a trigger, writes through it",
    ]);
  });

  test('is told once where its class is not there', async () => {
    const found = await problems({
      model: 'blog.models.Articel',
      operations: [
        'get',
        {
          name: 'list',
          fields: ['id', { name: 'title', max_length: 5 }],
          filters: { fields: ['title'] },
          ordering: { fields: ['title'], default: 'title' },
          pagination: { mode: 'keyset', cursor_field: 'title' },
        },
        {
          name: 'list_all',
          fn: 'blog.actions.list_all',
          params: [{ name: 'a', like: 'Articel.id' }],
        },
      ],
    });
    expect(found).toEqual([expect.stringMatching(/resources\[0\]\.model: .*Articel/)]);
  });

  test('names a few of many', async () => {
    const model = (number: number) => ({ model: `shop.models.Record${number}`, operations });
    const resources = [1, 2, 3, 4, 5, 6].map(model);
    expect((await run({}, { resources })).notices).toEqual([
      expect.stringMatching(
        /^nothing was checked of Record1, Record2, Record3 and 3 more: no module shop.models /,
      ),
    ]);
  });

  test('by `models: false` gives what the config says', async () => {
    const result = await run({ model: Article, operations }, { models: false });
    expect(classIn(result, 'ArticleResource')).toEqual(['    title: int']);
    expect(result.files).toEqual([join(project, 'codegen.config.json')]);
  });

  test('has unchecked fields where its base is not found', async () => {
    write(
      'blog/models.py',
      'from elsewhere import Mixin\nfrom sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column\nclass Base(DeclarativeBase): pass\nclass Article(Mixin, Base):\n    __tablename__ = "a"\n    id: Mapped[int] = mapped_column(primary_key=True)\n',
    );
    const fields = ['id', { name: 'made_at', type: 'datetime' }];
    const result = await run({ model: Article, operations: [{ name: 'get', fields }] });
    expect(result.notices).toEqual([
      expect.stringMatching(
        /fields\[1\]: made_at was not checked, .*elsewhere\.Mixin was not found/,
      ),
    ]);
    const untyped = { model: Article, operations: [{ name: 'get', fields: ['id', 'made_at'] }] };
    expect(await problems(untyped)).toEqual([
      expect.stringMatching(/fields\[1\]: made_at: .*elsewhere\.Mixin was not found/),
    ]);
  });

  test('is no mistake of the config where its module makes names at run time', async () => {
    write('blog/models.py', 'from somewhere import make\nArticle = make()\n');
    const { notices } = await run({ model: Article, operations });
    expect(notices).toEqual([expect.stringMatching(/Article of blog\/models\.py cannot be read/)]);
    expect(await problems({ model: Article, operations: ['get'] })).toEqual([
      expect.stringMatching(/resources\[0\]\.model: .* it cannot be read \[/),
    ]);
    const [old, now] = ['    from old import Article\n', '    from now import Article\n'];
    write('blog/models.py', `import settings\nif settings.OLD:\n${old}else:\n${now}`);
    expect(await problems({ model: Article, operations: ['get'] })).toEqual([
      expect.stringMatching(/resources\[0\]\.model: .* it cannot be read: .* condition/),
    ]);
  });

  test('is told once, though operations are shared, and beside another that is read', async () => {
    const resources = [{ model: Article }, { model: 'blog.more.Page' }];
    const found = await problems({}, { resources, operations: ['get', 'delete'] });
    expect(found).toEqual([expect.stringMatching(/resources\[1\]\.model: .*blog\.more/)]);
  });
});

describe('what a parameter is like', () => {
  const publish = (like: string) => ({
    name: 'publish',
    fn: 'a.publish',
    params: [{ name: 'a', like }],
  });
  const Other = 'blog.others.Article';

  test('is of the own model first, and of one model only', async () => {
    write('blog/others.py', models.replace('title: Mapped[str]', 'title: Mapped[int]'));
    const author = 'blog.models.Author';
    const resources = [
      { model: Article, operations: ['get'] },
      { model: Other, name: 'other', route_prefix: '/o', operations: [publish('Article.title')] },
      {
        model: author,
        operations: [publish('Article.title'), { ...publish(`${Other}.title`), name: 'b' }],
      },
    ];
    expect(await problems({}, { resources })).toEqual([
      expect.stringMatching(
        /resources\[2\]\.operations\[0\]\.params\[0\]\.like: .*it may be of blog.models.Article, blog.others.Article/,
      ),
    ]);
  });

  test('is told of where it is unknown, also where the model is not there', async () => {
    const operations = [publish('Author.titel')];
    expect(await problems({ model: 'blog.more.Page', operations })).toEqual([
      expect.stringMatching(/like: .*no resource of this config has a model 'Author'/),
    ]);
    expect(
      await problems({ model: 'blog.more.Page', operations: [publish('Page.title')] }),
    ).toEqual([expect.stringMatching(/resources\[0\]\.model: .*no module blog\.more/)]);
  });
});

describe('the function of an action', () => {
  const operations = [{ name: 'publish', fn: 'blog.actions.publish' }];

  test.each([
    ['async def publish(article): ...', undefined, 'Runs the action `publish` on an article.'],
    [
      'def publish(article):\n    "Shows it to\\n    all.\\n\\n    Locks it."',
      undefined,
      'Shows it to all.',
    ],
    ['def publish(article):\n    "Shows it."', 'Prints it.', 'Prints it.'],
    ['from elsewhere import publish', 'Prints it.', 'Prints it.'],
  ])('describes the route by its docstring: %s, %s', async (source, description, expected) => {
    write('blog/actions.py', `${source}\n`);
    const action = { ...operations[0]!, ...(description && { description }) };
    const result = await run({ model: 'blog.models.Article', operations: [action] });
    const routes = readFileSync(join(result.outputRoot, 'blog/routes/article.py'), 'utf8');
    expect(routes).toContain('    summary="Publish an article",\n');
    expect(routes).toContain(`"""${expected}"""`);
  });

  test('is not looked for where its module is not there, or may have it', async () => {
    expect(await problems({ model: Article, operations })).toEqual([]);
    write('blog/actions.py', 'from elsewhere import *\n');
    expect(await problems({ model: Article, operations })).toEqual([]);
    write('blog/actions.py', 'from elsewhere import publish\n');
    expect(await problems({ model: Article, operations })).toEqual([]);
  });

  test('has to be in it otherwise, and its file is one of those that were read', async () => {
    write('blog/actions.py', 'def archive(): ...\n');
    expect(await problems({ model: Article, operations })).toEqual([
      expect.stringMatching(/fn: .*blog\/actions\.py has no function 'publish'/),
    ]);
    write('blog/actions.py', 'async def publish(article): ...\n');
    const { files } = await run({ model: Article, operations });
    expect(files).toContain(join(project, 'blog/actions.py'));
  });
});

describe('the class of a field', () => {
  const shapes = (typing: string) => `from ${typing} import TypedDict
class Place(TypedDict):
    city: str
class Visit:
    places: "list[Place] | None"
Visits = dict[str, Visit]
`;
  const operations = (name: string) => [
    {
      name: 'get',
      fields: ['number', { name: 'heading', type: 'json', class: `blog.shapes.${name}` }],
    },
  ];

  test.each(['Place', 'Visit', 'Visits'])(
    'is or has no TypedDict of typing, unless Python is known to be newer: %s',
    async (name) => {
      const resource = { model: Article, operations: operations(name) };
      write('.venv/pyvenv.cfg', 'version = 3.11.9\n');
      write('blog/shapes.py', shapes('typing'));
      expect(await problems(resource)).toEqual([
        expect.stringMatching(/blog\/shapes\.py:2 is a TypedDict of 'typing'.*\[typed-dict\]/),
      ]);
      write('.venv/pyvenv.cfg', 'version = 3.12.0\n');
      expect(await problems(resource)).toEqual([]);
      write('.venv/pyvenv.cfg', 'version = 3.11.9\n');
      write('blog/shapes.py', shapes('typing_extensions'));
      expect(await problems(resource)).toEqual([]);
    },
  );

  test('has to be in its module, and its file is one of those that were read', async () => {
    write('blog/shapes.py', shapes('typing_extensions'));
    expect(await problems({ model: Article, operations: operations('Plaec') })).toEqual([
      expect.stringMatching(/class: .*blog\/shapes\.py has no 'Plaec'.*\[unknown-class\]/),
    ]);
    const { files } = await run({ model: Article, operations: operations('Place') });
    expect(files).toContain(join(project, 'blog/shapes.py'));
  });
});

describe('a hook', () => {
  const create = { name: 'create', fields: ['title'], before: 'blog.hooks.fill' };
  const update = { name: 'update', fields: ['title'], before: ['blog.hooks.check'] };
  const routesOf = ({ outputRoot }: GenerateResult) =>
    readFileSync(join(outputRoot, 'blog/routes/article.py'), 'utf8');
  const hooks = 'def fill(values): ...\nasync def check(values, *, db, row=None, more=1): ...\n';

  test('is called with what its source says that it takes', async () => {
    write('blog/hooks.py', hooks);
    const result = await run({ model: Article, operations: [create, update] });
    expect(routesOf(result)).toMatch(/^ {4}fill\(values\)$/m);
    expect(routesOf(result)).toMatch(/^ {4}await check\(values, db=db, row=article\)$/m);
    expect(result.files).toContain(join(project, 'blog/hooks.py'));
  });

  test('of all resources is read where they say none of their own', async () => {
    write('blog/hooks.py', hooks);
    const result = await run({ model: Article }, { operations: [update] });
    expect(routesOf(result)).toMatch(/^ {4}await check\(values, db=db, row=article\)$/m);
  });

  test('may fill in what a create leaves out', async () => {
    write('blog/hooks.py', hooks);
    expect(await problems({ model: Article, operations: [create] })).toEqual([]);
    const alone = { name: 'create', fields: ['title'] };
    expect(await problems({ model: Article, operations: [alone] })).toEqual([
      expect.stringMatching(/missing-column/),
    ]);
  });

  test('is read, or says what it takes, where no models are read', async () => {
    const typed = [{ name: 'title', type: 'str' }];
    const check = (before: unknown) =>
      problems(
        { model: Article, operations: [{ name: 'update', fields: typed, before }] },
        { models: false },
      );
    expect(await check('blog.hooks.check')).toEqual([expect.stringMatching(/unread-hook/)]);
    expect(await check({ fn: 'blog.hooks.check', takes: { db: 'required' } })).toEqual([]);
    write('blog/hooks.py', hooks);
    expect(await check('blog.hooks.check')).toEqual([]);
  });
});

describe('a key', () => {
  const keyed = (line: string, args = '') => {
    const table = `    __tablename__ = "hours"\n    __table_args__ = (${args})\n`;
    const columns = ['branch: Mapped[str]', 'weekday: Mapped[int]', 'opens: Mapped[str]'];
    const body = columns.map((column) =>
      line.includes(column.split(':')[0]!)
        ? `    ${column} = mapped_column(primary_key=True)\n`
        : `    ${column}\n`,
    );
    const imports = 'from sqlalchemy import UniqueConstraint\n';
    write('blog/models.py', `${imports}${models}\nclass Hours(Base):\n${table}${body.join('')}`);
  };
  const Hours = 'blog.models.Hours';
  const routesOf = ({ outputRoot }: GenerateResult) =>
    readFileSync(join(outputRoot, 'blog/routes/hours.py'), 'utf8');
  const paths = (result: GenerateResult) => routesOf(result).match(/"\/\{.*"/g);

  test('of several columns is a path of several segments, in its order', async () => {
    keyed('branch weekday');
    const result = await run({ model: Hours, operations: ['get'] });
    expect(paths(result)).toEqual(['"/{branch}/{weekday}"']);
    expect(routesOf(result)).toContain('    branch: StrKey,\n    weekday: IntKey,\n');
  });

  test('may be said in another order', async () => {
    keyed('branch weekday');
    const pk = ['weekday', 'branch'];
    const result = await run({ model: Hours, pk, operations: ['get'] });
    expect(paths(result)).toEqual(['"/{weekday}/{branch}"']);
  });

  test('may be columns that are unique together', async () => {
    keyed('opens', 'UniqueConstraint("branch", "weekday"),');
    const pk = ['branch', 'weekday'];
    const result = await run({ model: Hours, pk, operations: ['get'] });
    expect(paths(result)).toEqual(['"/{branch}/{weekday}"']);
  });

  test('is not what only some of its columns are', async () => {
    keyed('branch weekday opens');
    const pk = ['branch', 'weekday'];
    expect(await problems({ model: Hours, pk, operations: ['delete'] })).toEqual([
      expect.stringContaining(
        'pk: branch and weekday together are only a part of the key, which is branch, weekday and opens together',
      ),
    ]);
  });

  test('has the types of its columns', async () => {
    keyed('branch weekday');
    const resource = { model: Hours, pk_type: ['str', 'uuid'], operations: ['get'] };
    expect(await problems(resource)).toEqual([
      expect.stringContaining("pk_type[1]: found 'uuid', but blog/models.py:38 has Mapped[int]"),
    ]);
  });

  test('is no enum that the database stores by other words than a path has', async () => {
    write(
      'blog/models.py',
      models.replace(
        'Enum(Status), default=Status.DRAFT',
        'Enum(Status), default=Status.DRAFT, primary_key=True',
      ),
    );
    expect(await problems({ model: Article, operations: ['get'] })).toEqual([
      expect.stringContaining('a key is of type uuid, str, int, datetime and date'),
    ]);
  });
});

test('files that `models` names are read, wherever they lie, and reported', async () => {
  write('backend/app/models.py', models);
  const resource = { model: 'app.models.Article', operations: ['get'] };
  const result = await run(resource, { models: 'backend/**/models.py' });
  expect(result.files).toContain(join(project, 'backend/app/models.py'));
  expect(classIn(result, 'ArticleResource')).toContain('    title: str');
});

test('an enum column takes a default, which must be one of its values', async () => {
  const create = (value: string) => ({
    model: Article,
    generate_tests: true,
    operations: [
      {
        name: 'create',
        fields: ['title', 'price', 'author_id', { name: 'status', default: value }],
      },
    ],
  });
  const result = await run(create('draft'));
  expect(classIn(result, 'ArticleCreateRequest')).toContain('    status: Status = Status("draft")');
  const tests = readFileSync(join(result.outputRoot, 'blog/tests/test_article.py'), 'utf8');
  expect(tests).toContain('"status": Field(str, enum=["draft"]),');
  expect(await problems(create('drafty'))).toEqual([expect.stringContaining("found 'drafty'")]);
});

test('problems of fields are told at once, each with both places', async () => {
  const fields = ['nmber', { name: 'title', type: 'int' }, { name: 'subtitle', nullable: false }];
  expect(await problems({ model: Article, operations: [{ name: 'get', fields }] })).toEqual([
    expect.stringContaining('nmber: Article has no such attribute (blog/models.py:20)'),
    expect.stringContaining("title: found 'int', but blog/models.py:23 has Mapped[str]"),
    expect.stringContaining('subtitle: found false, but blog/models.py:24 has Mapped[str | None]'),
  ]);
});

test.each([{}, { operations: 1 }, { operations: [null, 1, {}, { name: 'get', fields: 'x' }] }])(
  'a config of other shapes is left to the schema: %j',
  async (rest) => {
    expect((await problems({ model: Article, pk: 3, ...rest })).length).toBeGreaterThan(0);
  },
);

test('a watch follows the files of the models, those that they import, and one that is not there yet', async () => {
  write('blog/models.py', `from blog.mixins import *\n${models}`);
  write('blog/mixins.py', '');
  const resources = [
    { model: Article, operations: ['get', { name: 'publish', fn: 'blog.actions.publish' }] },
  ];
  write('codegen.config.json', JSON.stringify({ version: '1', module: 'blog', resources }));
  const ending = new AbortController();
  const outcomes: string[] = [];
  let wake: () => void = () => undefined;
  const add = (outcome: string) => {
    outcomes.push(outcome);
    wake();
  };
  const next = () =>
    new Promise<string>((resolve) => {
      wake = () => resolve(outcomes.at(-1)!);
    });
  const first = next();
  const ended = watch({
    config: 'codegen.config.json',
    cwd: project,
    plugins: [plugin],
    signal: ending.signal,
    restMs: 5,
    onResult: (_, changed) => add(changed.map((file) => file.slice(project.length)).join()),
    onError: (error) => add(error.message),
  });
  const after = async (path: string, text: string) => {
    const result = next();
    write(path, text);
    return result;
  };
  try {
    expect(await first).toBe('');
    const renamed = models.replace('title:', 'headline:').replace('self.title', 'self.headline');
    expect(await after('blog/models.py', `from blog.mixins import *\n${renamed}`)).toBe(
      '/blog/models.py',
    );
    const text = readFileSync(join(project, '_generated/blog/schemas/article.py'), 'utf8');
    expect(text).toContain('    headline: str\n');
    expect(await after('blog/mixins.py', '# changed\n')).toBe('/blog/mixins.py');
    expect(await after('blog/actions.py', 'def publsh(): ...\n')).toContain(
      "Did you mean 'publsh'?",
    );
    expect(await after('blog/actions.py', 'def publish(article): ...\n')).toBe('/blog/actions.py');
  } finally {
    ending.abort();
    await ended;
  }
});

describe('what the models say in words', () => {
  const told = models
    .replace(
      '__tablename__ = "articles"',
      '"""What there is to read."""\n    __tablename__ = "articles"',
    )
    .replace('String(200))', 'String(200), comment="The headline")')
    .replace('String(80))', 'String(80))\n    """Below the title."""');
  const resource = {
    model: 'blog.models.Article',
    operations: [
      { name: 'get', fields: ['title', 'number'] },
      {
        name: 'create',
        fields: ['title', { name: 'subtitle', description: 'Or none' }, 'price', 'author_id'],
      },
      {
        name: 'rename',
        fn: 'blog.actions.rename',
        params: [{ name: 'to', like: 'Article.title' }],
      },
    ],
  };
  const tagsOf = ({ outputRoot }: GenerateResult) =>
    readFileSync(join(outputRoot, 'routes/__init__.py'), 'utf8');

  test('describes their fields, where the config says nothing, but no parameters', async () => {
    write('blog/models.py', told);
    const result = await run(resource);
    expect(classIn(result, 'ArticleResource')).toEqual([
      '    title: Annotated[str, Field(description="The headline")]',
      '    number: int',
    ]);
    const [title, subtitle] = classIn(result, 'ArticleCreateRequest');
    expect(title).toContain('description="The headline"');
    expect(subtitle).toContain('description="Or none"');
    expect(classIn(result, 'ArticleRenameRequest').join('')).not.toContain('description');
  });

  test('describes the tags, where the config says nothing', async () => {
    const entry = (description: string) =>
      `    {"name": "articles", "description": "${description}"},\n`;
    expect(tagsOf(await run(resource))).toContain(entry('Routes of articles.'));
    write('blog/models.py', told);
    expect(tagsOf(await run(resource))).toContain(entry('What there is to read.'));
    const said = await run({ ...resource, description: 'News.' });
    expect(tagsOf(said)).toContain(entry('News.'));
  });
});

test.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a device', (path: string) => symlinkSync('/dev/zero', path)],
  ['a link to a folder', (path: string) => symlinkSync('..', path)],
])('a module that is %s is named', async (_, make) => {
  make(join(project, 'blog/odd.py'));
  expect(await problems({ model: 'blog.odd.Article', operations: ['get'] })).toEqual([
    expect.stringContaining('blog/odd.py is not a file'),
  ]);
});
