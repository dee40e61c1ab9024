import {
  domain,
  fn,
  Metadata,
  RestExtension,
  restView,
  SchemaConfig,
  select,
  table,
  trigger,
} from '@rowhouse/schema';
import { eq, sql } from 'drizzle-orm';
import { check, foreignKey, integer, text, unique } from 'drizzle-orm/pg-core';

/** What stands in every hidden column, and must be in no answer. */
export const MARKER = 'TOPSECRET';

/** Tables whose hidden columns break every kind of constraint, and views that hide them. */
export const metadata = new Metadata();
export const config = new SchemaConfig({ autoDiscover: false }).use(
  new RestExtension({ roles: ['editor', 'writer'] }),
);
const vault = { metadata, config, schema: 'vault' };
const all = ['select', 'insert', 'update', 'delete'] as const;

const code = domain('code', {
  metadata,
  schema: 'vault',
  type: 'text',
  checks: { code_check: sql`VALUE <> ${`${MARKER} bad`}` },
});

const parents = table('parents', { name: text().notNull(), secret: text().unique() }, vault);
const records = table(
  'records',
  {
    title: text().notNull(),
    kind: text(),
    amount: integer(),
    parentId: integer('parent_id').references(() => parents.table.id),
    secret: text().notNull().default(''),
    code: code.column(),
    token: text(),
    parentSecret: text('parent_secret'),
  },
  {
    ...vault,
    constraints: (t) => [
      check('amount_check', sql`${t.amount} > 0`),
      check('secret_check', sql`${t.kind} is distinct from 'check' OR ${t.secret} = ''`),
      check('cast_check', sql`${t.kind} is distinct from 'cast' OR ${t.secret}::int > 0`),
      unique('title_secret').on(t.title, t.secret),
      unique('amount_key').on(t.amount),
      foreignKey({
        name: 'secret_fk',
        columns: [t.parentSecret],
        foreignColumns: [parents.table.secret],
      }),
    ],
  },
);
metadata.registerObject({
  kind: 'constraint',
  schema: 'vault',
  name: 'same_token',
  of: 'records',
  create: () => [
    'ALTER TABLE vault.records ADD CONSTRAINT same_token EXCLUDE USING btree (token WITH =)',
  ],
});

// Deleting a record sets this to NULL, which its own check does not allow.
const notes = table(
  'notes',
  {
    recordId: integer('record_id').references(() => records.table.id, { onDelete: 'set null' }),
    secret: text(),
  },
  { ...vault, constraints: (t) => [check('note_check', sql`${t.recordId} is not null`)] },
);

/** What a record's kind makes its trigger do. */
export const KINDS = {
  null: 'NEW.secret := NULL; NEW.code := NEW.title;',
  domain: `NEW.code := '${MARKER} bad';`,
  exclusion: `NEW.token := '${MARKER} 1';`,
  foreign: `NEW.parent_secret := '${MARKER} nowhere';`,
  unique: `NEW.title := 'first'; NEW.secret := '${MARKER} 1';`,
  convert: 'NEW.amount := NEW.secret::pg_catalog.int4;',
  dynamic: "EXECUTE pg_catalog.format('SELECT %I', NEW.secret);",
  argument: "RAISE NOTICE 'at %', NEW.secret::pg_catalog.int4;",
  namespace: "RAISE NOTICE '%', pg_catalog.quote_ident(NEW.secret)::pg_catalog.regnamespace;",
  database: "RAISE NOTICE '%', pg_catalog.pg_database_size(NEW.secret);",
  cursor:
    "RAISE NOTICE '%', pg_catalog.cursor_to_xml(NEW.secret::pg_catalog.refcursor, 1, false, false, '');",
  reading: "RAISE NOTICE '%', pg_catalog.pg_read_file(NEW.secret);",
  elsewhere:
    "RAISE NOTICE '%', (pg_catalog.quote_ident(NEW.secret) || '.x.y')::pg_catalog.regtype;",
  dotted:
    "RAISE NOTICE '%', (pg_catalog.quote_ident(NEW.secret) || '.x.y.z')::pg_catalog.regclass;",
  operator:
    "RAISE NOTICE '%', (pg_catalog.quote_ident(NEW.secret) || '.+(int, int)')::pg_catalog.regoperator;",
  condition: 'RAISE EXCEPTION USING ERRCODE = NEW.secret;',
  document: "RAISE NOTICE '%', ('<' || NEW.secret)::pg_catalog.xml;",
  file: 'NEW.title := pg_catalog.pg_read_file(NEW.secret);',
  library: "EXECUTE pg_catalog.format('LOAD %L', NEW.secret);",
  relation: `EXECUTE pg_catalog.format('CREATE TEMP TABLE %I (a integer NOT NULL)', NEW.secret); EXECUTE pg_catalog.format('INSERT INTO pg_temp.%I VALUES (NULL)', NEW.secret);`,
  named: `EXECUTE pg_catalog.format('ALTER TABLE vault.parents ADD CONSTRAINT %I CHECK (false)', NEW.secret);`,
  nested: `INSERT INTO vault.notes (secret) VALUES ('${MARKER}');`,
  own: `RAISE EXCEPTION 'no such kind' USING ERRCODE = 'PT409', DETAIL = 'as decided', HINT = 'ask us';`,
} as const;

const onRecords = fn('on_records', {
  metadata,
  schema: 'vault',
  returns: 'trigger',
  body: [
    'BEGIN',
    `  NEW.secret := coalesce(NEW.secret, '${MARKER}');`,
    '  CASE NEW.kind',
    ...Object.entries(KINDS).map(([kind, action]) => `  WHEN '${kind}' THEN ${action}`),
    '  ELSE NULL;',
    '  END CASE;',
    '  RETURN NEW;',
    'END',
  ].join('\n'),
});
trigger('on_records', {
  on: records,
  timing: 'before',
  events: ['insert', 'update'],
  call: onRecords,
});

const roles = { editor: all };
restView(records, {
  name: 'excluding',
  grants: all,
  roles: { ...roles, writer: ['insert', 'update', 'delete'] },
  excludeColumns: ['secret', 'code', 'token', 'parentSecret'],
});
restView(records, {
  name: 'choosing',
  grants: all,
  roles,
  columns: ['id', 'title', 'kind', 'amount', 'parentId'],
});
restView(records, {
  name: 'joining',
  grants: all,
  roles,
  query: (_base, source) =>
    select({
      kind: source.kind,
      headline: source.title,
      id: source.id,
      amount: source.amount,
      parentId: source.parentId,
      parent: parents.table.name,
    })
      .from(source)
      .leftJoin(parents.table, eq(parents.table.id, source.parentId)),
});
restView(records, {
  name: 'calling',
  security: 'invoker',
  grants: all,
  roles,
  columns: ['id', 'title', 'kind', 'amount', 'parentId'],
});
restView(parents, { name: 'owners', grants: all, roles, columns: ['id', 'name'] });
restView(notes, { name: 'memos', grants: all, roles, excludeColumns: ['secret'] });

/** Rows with the marker in each hidden column. */
export const ROWS = `
  INSERT INTO vault.parents (name, secret) VALUES ('Ann', '${MARKER} a'), ('Bob', '${MARKER} b');
  INSERT INTO vault.records (title, amount, parent_id, secret, code, token, parent_secret) VALUES
    ('first', 1, 1, '${MARKER} 1', '${MARKER} ok', '${MARKER} 1', '${MARKER} a'),
    ('second', 2, 2, '${MARKER} 2', '${MARKER} ok', '${MARKER} 2', '${MARKER} b'),
    ('third', 3, NULL, '${MARKER} 1', NULL, NULL, NULL);
  INSERT INTO vault.notes (record_id, secret) VALUES (1, '${MARKER} note')`;
