import { expect, inject, test } from 'vitest';

import type { DesiredState } from '../../src/desired-state.js';
import {
  backfill,
  generate,
  parseExpression,
  parseRename,
  StepPipeline,
} from '../../src/migrations/index.js';
import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

const server = inject('postgresUrl');

interface Half {
  readonly contract?: true;
  readonly renames?: readonly string[];
  readonly up?: readonly string[];
  readonly down?: readonly string[];
}

const half = (
  { url, directory }: MigrationProject,
  state: DesiredState,
  { contract, renames = [], up = [], down = [] }: Half,
) =>
  generate({
    directory,
    databaseUrl: url,
    name: contract ? 'contract' : 'expand',
    state,
    pipeline: new StepPipeline(),
    ...(contract ? { contract } : { expand: true }),
    renames: renames.map(parseRename),
    up: up.map((option) => parseExpression('--up', option)),
    down: down.map((option) => parseExpression('--down', option)),
  });

const fill = ({ url, directory }: MigrationProject, more: object = {}) =>
  backfill({ directory, databaseUrl: url, ...more });

const items = (column: string, more: readonly string[] = []) =>
  described([`CREATE TABLE app.items (id integer PRIMARY KEY, ${column})`, ...more]);

const PRICE = items('price numeric(10, 2) NOT NULL DEFAULT 1.5 CHECK (price > 0)', [
  'ALTER TABLE app.items ADD CONSTRAINT price_key UNIQUE (price)',
  'CREATE INDEX by_price ON app.items (price, id)',
  'CREATE VIEW app.prices AS SELECT id, price FROM app.items',
]);
const CENTS = items('cents integer NOT NULL DEFAULT 150 CHECK (cents > 0)', [
  'ALTER TABLE app.items ADD CONSTRAINT cents_key UNIQUE (cents)',
  'CREATE INDEX by_cents ON app.items (cents, id)',
  'CREATE VIEW app.prices AS SELECT id, cents FROM app.items',
]);
const TO_CENTS = {
  renames: ['app.items.price=cents'],
  up: ['app.items.cents=(price * 100)::integer'],
  down: ['app.items.price=cents / 100.0'],
};

test('a column is converted and another renamed, with an index on both', async () => {
  const state = (price: string, name: string, type: string) =>
    items(`${price} ${type} NOT NULL, ${name} text NOT NULL`, [
      `CREATE INDEX by_both ON app.items (${name}, ${price})`,
    ]);
  const after = state('cents', 'label', 'integer');
  await using project = await openMigrationProject(server);
  await project.apply(state('price', 'name', 'numeric(10, 2)'));
  await project.query("INSERT INTO app.items VALUES (1, 1.5, 'a'), (2, 2, 'b')");
  await half(project, after, {
    renames: ['app.items.name=label', 'app.items.price=cents'],
    up: ['app.items.cents=(price * 100)::integer'],
    down: ['app.items.price=cents / 100.0'],
  });
  await project.migrate();
  await fill(project);
  await half(project, after, { contract: true });
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
  await project.rollback(2);
  expect(await project.query('SELECT id, price, name FROM app.items ORDER BY id')).toEqual([
    { id: 1, price: '1.50', name: 'a' },
    { id: 2, price: '2.00', name: 'b' },
  ]);
});

test('a second half that fails at a NOT NULL is taken back', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(items('price numeric(10, 2)'));
  const after = items('cents integer NOT NULL');
  await project.query('INSERT INTO app.items VALUES (1, 1.5), (2, NULL)');
  await half(project, after, TO_CENTS);
  await project.migrate();
  await fill(project);
  await half(project, after, { contract: true });
  await expect(project.migrate()).rejects.toThrow('is violated by some row');
  await project.rollback();
  expect(await project.query('SELECT id, price, cents FROM app.items ORDER BY id')).toEqual([
    { id: 1, price: '1.50', cents: 150 },
    { id: 2, price: null, cents: null },
  ]);
});

test('a column has two types until the second half, and both ways back work', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(PRICE);
  await project.query('INSERT INTO app.items SELECT n, n FROM generate_series(1, 100) n');

  const { id, losses } = (await half(project, CENTS, TO_CENTS))!;
  expect(losses).toEqual([]);
  const script = await project.script(id, 'up.sql');
  expect(script).toContain('CREATE UNIQUE INDEX CONCURRENTLY "cents_key"');
  expect(JSON.parse(await project.script(id, 'migration.json'))).toMatchObject({
    expands: [
      {
        ...{ schema: 'app', table: 'items', from: 'price', down: 'cents / 100.0' },
        into: [{ to: 'cents', up: '(price * 100)::integer' }],
      },
    ],
  });
  await project.migrate();
  expect(await project.check(CENTS)).toEqual(NO_DRIFT);
  await project.query('UPDATE app.items SET price = 1000.25 WHERE id = 1');
  await project.query('INSERT INTO app.items (id, price) VALUES (101, 2000)');
  await project.query('INSERT INTO app.items (id, cents) VALUES (102, 300001)');
  await project.query('UPDATE app.items SET cents = 400001 WHERE id = 2');
  await project.query('INSERT INTO app.items (id) VALUES (103)');
  expect(await fill(project, { batch: 7 })).toEqual([{ column: 'app.items.cents', rows: 98 }]);
  expect(await fill(project)).toEqual([{ column: 'app.items.cents', rows: 0 }]);
  const read = () => project.query<Record<string, unknown>>('SELECT * FROM app.items ORDER BY id');
  const both = await read();
  expect(both.filter(({ price, cents }) => Number(price) * 100 !== cents)).toEqual([]);
  expect([0, 1, 2, 100, 101, 102].map((at) => both[at]!['cents'])).toEqual([
    ...[100025, 400001, 300, 200000, 300001, 150],
  ]);
  await expect(project.query('INSERT INTO app.items (id, cents) VALUES (9, 0)')).rejects.toThrow(
    'items_price_check',
  );
  await project.query(
    'INSERT INTO app.items (id, cents) VALUES (9, 150) ON CONFLICT (cents) DO NOTHING',
  );

  await project.rollback();
  await project.migrate();
  await fill(project);
  const second = (await half(project, CENTS, { contract: true }))!;
  expect(second.losses).toEqual([]);
  const contraction = await project.script(second.id, 'up.sql');
  expect(contraction).toContain('ADD CONSTRAINT "cents_key" UNIQUE USING INDEX "cents_key"');
  expect(contraction).toContain('VALIDATE CONSTRAINT');
  await project.migrate();
  expect(await project.check(CENTS)).toEqual(NO_DRIFT);
  expect((await read()).map(({ cents }) => cents)).toEqual(both.map(({ cents }) => cents));

  await project.query('INSERT INTO app.items (id, cents) VALUES (104, 777)');
  await project.rollback();
  expect((await read()).slice(-1)).toEqual([{ id: 104, price: '7.77', cents: 777 }]);
  await project.query('UPDATE app.items SET price = 900.5 WHERE id = 104');
  await project.query('UPDATE app.items SET cents = 801 WHERE id = 103');
  expect((await read()).slice(-2)).toEqual([
    { id: 103, price: '8.01', cents: 801 },
    { id: 104, price: '900.50', cents: 90050 },
  ]);
  await project.migrate();
  await project.rollback(3);
});

const PEOPLE = described([
  'CREATE TABLE app.people (id integer PRIMARY KEY, name text NOT NULL, active boolean DEFAULT true)',
]);
const NAMES = described([
  "CREATE TABLE app.people (id integer PRIMARY KEY, first text NOT NULL, last text NOT NULL DEFAULT '', active boolean DEFAULT true)",
]);
const SPLIT = {
  renames: ['app.people.name=first', 'app.people.name=last'],
  up: [
    "app.people.first=split_part(name, ' ', 1)",
    "app.people.last=ltrim(substr(name, length(split_part(name, ' ', 1)) + 1))",
  ],
  down: ["app.people.name=btrim(first || ' ' || last)"],
};

test('a column is split, and what only new code can say is kept', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(PEOPLE);
  await project.query("INSERT INTO app.people (id, name) VALUES (1, 'Ada  Lovelace'), (2, '')");
  await half(project, NAMES, SPLIT);
  await project.migrate();
  const read = () => project.query('SELECT name, first, last FROM app.people ORDER BY id');
  await project.query("INSERT INTO app.people (id, first, last) VALUES (3, 'Anna Maria', 'Rossi')");
  await project.query("INSERT INTO app.people (id, first) VALUES (4, 'Cher')");
  await project.query("INSERT INTO app.people (id, name) VALUES (5, 'Grace Hopper')");
  expect(await fill(project)).toEqual([{ column: 'app.people.first, app.people.last', rows: 2 }]);
  expect(await fill(project)).toMatchObject([{ rows: 0 }]);
  const expected = [
    // The column keeps what its parts cannot say, too.
    { name: 'Ada  Lovelace', first: 'Ada', last: 'Lovelace' },
    { name: '', first: '', last: '' },
    { name: 'Anna Maria Rossi', first: 'Anna Maria', last: 'Rossi' },
    { name: 'Cher', first: 'Cher', last: '' },
    { name: 'Grace Hopper', first: 'Grace', last: 'Hopper' },
  ];
  expect(await read()).toEqual(expected);
  await project.query('UPDATE app.people SET active = false');
  expect(await read()).toEqual(expected);
  await project.query("UPDATE app.people SET name = 'Anna Verdi' WHERE id = 3");
  await project.query("UPDATE app.people SET last = 'Bono' WHERE id = 4");
  expect((await read()).slice(2, 4)).toEqual([
    { name: 'Anna Verdi', first: 'Anna', last: 'Verdi' },
    { name: 'Cher Bono', first: 'Cher', last: 'Bono' },
  ]);
  await half(project, NAMES, { contract: true });
  await project.migrate();
  expect(await project.check(NAMES)).toEqual(NO_DRIFT);
  await project.rollback(2);
  expect(await project.query('SELECT name FROM app.people WHERE id = 4')).toEqual([
    { name: 'Cher Bono' },
  ]);
});

test('a type that has every value of the other needs no expressions', async () => {
  await using project = await openMigrationProject(server);
  const [before, after] = [items('amount integer'), items('total bigint')];
  await project.apply(before);
  await project.query('INSERT INTO app.items VALUES (1, 7), (2, NULL)');
  await half(project, after, { renames: ['app.items.amount=total'] });
  await project.migrate();
  await fill(project);
  await project.query('UPDATE app.items SET total = 8 WHERE id = 2');
  await project.query('UPDATE app.items SET amount = NULL WHERE id = 1');
  expect(await project.query('SELECT amount, total FROM app.items ORDER BY id')).toEqual([
    { amount: null, total: null },
    { amount: 8, total: '8' },
  ]);
  await expect(project.query('UPDATE app.items SET total = 5000000000')).rejects.toThrow(
    'out of range',
  );
  await half(project, after, { contract: true });
  await project.migrate();
  expect(await project.check(after)).toEqual(NO_DRIFT);
});

test('what is missing, unknown or wrong is named, all at once', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(PRICE);
  const refused = (state: DesiredState, options: Half) =>
    expect(half(project, state, options)).rejects;
  const { renames } = TO_CENTS;
  await refused(CENTS, { renames }).toThrow(
    "column app.items.cents: there is no expression that computes its value from 'price' [missing-expression]",
  );
  await refused(CENTS, { renames }).toThrow(`Add "--down 'app.items.price=<SQL with cents>'".`);
  await refused(CENTS, { ...TO_CENTS, up: ['app.items.sents=1'] }).toThrow(
    "--up: found 'app.items.sents', expected app.items.cents [invalid-expression]",
  );
  await refused(CENTS, {
    ...TO_CENTS,
    up: ['app.items.cents=prize'],
    down: ['app.items.price=1 +'],
  }).toThrow(
    /--up of column app\.items\.cents: PostgreSQL rejects it: column "prize" does not exist \[refused-expression\][^]*--down of column/,
  );
  await refused(CENTS, { ...TO_CENTS, renames: ['app.items.price=sents'] }).toThrow(
    'column app.items.sents: is not in the code [unexpandable]',
  );
  const more = items('cents integer NOT NULL, size integer');
  await refused(more, TO_CENTS).toThrow(
    'create column app.items.size: with --expand, only the columns',
  );
  await refused(items('cents integer DEFAULT 5'), TO_CENTS).toThrow(
    'column app.items.cents: can be NULL and has the default 5',
  );
  expect(() => parseExpression('--up', 'price * 100')).toThrow(
    "--up: found 'price * 100', expected schema.table.column=expression [invalid-expression]",
  );
  await expect(
    generate({
      ...{ directory: project.directory, databaseUrl: project.url, name: 'x', state: CENTS },
      ...{ pipeline: new StepPipeline(), up: [parseExpression('--up', 'app.items.cents=1')] },
    }),
  ).rejects.toThrow('[invalid-expression]');
  expect(await project.migrations()).toHaveLength(1);
});

test('a row whose value PostgreSQL does not take ends the backfill with a message', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(items('code text'));
  await project.query("INSERT INTO app.items VALUES (1, '7'), (2, 'x')");
  await half(project, items('number integer'), {
    renames: ['app.items.code=number'],
    up: ['app.items.number=code::integer'],
    down: ['app.items.code=number::text'],
  });
  await project.migrate();
  await expect(fill(project)).rejects.toThrow(
    'column app.items.number: PostgreSQL rejects the value of a row: invalid input syntax for type integer: "x" [unfillable]',
  );
  await project.query("UPDATE app.items SET code = '8' WHERE id = 2");
  expect(await fill(project)).toMatchObject([{ rows: 1 }]);
});

test('the old column is not dropped while a row lacks its new value', async () => {
  await using project = await openMigrationProject(server);
  await project.apply(items('price numeric(10, 2)'));
  await project.query('INSERT INTO app.items VALUES (1, 1.5), (2, NULL), (3, 2)');
  const cents = items('cents integer');
  await half(project, cents, TO_CENTS);
  await half(project, cents, { contract: true });
  await expect(project.migrate()).rejects.toThrow(
    'column app.items.price: 2 rows have no value in app.items.cents yet, and the migration drops the column [unfilled]',
  );
  expect(await fill(project)).toMatchObject([{ rows: 2 }]);
  await project.migrate();
  expect(await project.query('SELECT * FROM app.items ORDER BY id')).toEqual([
    { id: 1, cents: 150 },
    { id: 2, cents: null },
    { id: 3, cents: 200 },
  ]);
});

test('what the old column is made of stays until it is gone', async () => {
  await using project = await openMigrationProject(server);
  const type = "CREATE TYPE app.state AS ENUM ('open', 'done')";
  const [text, bare] = [
    described([type, 'CREATE TABLE app.items (id integer PRIMARY KEY, status text)']),
    items('status text'),
  ];
  await project.apply(
    described([type, 'CREATE TABLE app.items (id integer PRIMARY KEY, state app.state)']),
  );
  const expansion = {
    renames: ['app.items.state=status'],
    up: ['app.items.status=state::text'],
    down: ['app.items.state=status::app.state'],
  };
  await expect(half(project, bare, expansion)).rejects.toThrow('drop type app.state');
  await half(project, text, expansion);
  await project.migrate();
  await expect(half(project, bare, { contract: true })).rejects.toThrow(
    'column app.items.state: the migration could not be rolled back: type "app.state" does not exist [unexpandable]',
  );
  await half(project, text, { contract: true });
  await project.apply(bare);
  expect(await project.check(bare)).toEqual(NO_DRIFT);
});
