import { settingExamples } from '../../setting-examples.js';
import { immutable, rows, TABLE, type ObjectChange } from './object-change.js';

const view = (query = 'SELECT a, count(*) AS n FROM app.t GROUP BY a', options = '') =>
  `CREATE MATERIALIZED VIEW app.m ${options} AS ${query}`;
const SUMS = 'SELECT a, sum(b) AS n FROM app.t GROUP BY a';
const INDEX = 'CREATE UNIQUE INDEX mi ON app.m (a)';
const onM = (definition: string) => [
  definition,
  'CREATE VIEW app.w AS SELECT * FROM app.m',
  'CREATE MATERIALIZED VIEW app.m2 AS SELECT * FROM app.w',
  'CREATE INDEX m2i ON app.m2 (n)',
  "COMMENT ON MATERIALIZED VIEW app.m2 IS 'x'",
  'GRANT SELECT ON app.m2 TO changes_r',
  'GRANT SELECT ON app.w TO changes_r',
];
const parts = [
  INDEX,
  "COMMENT ON MATERIALIZED VIEW app.m IS 'c'",
  "COMMENT ON COLUMN app.m.a IS 'col'",
  "COMMENT ON INDEX app.mi IS 'ci'",
  'GRANT SELECT ON app.m TO changes_r',
  ...settingExamples.map(({ set }) => `ALTER MATERIALIZED VIEW app.m ALTER a ${set}`),
  'ALTER MATERIALIZED VIEW app.m SET (fillfactor = 70)',
  'ALTER MATERIALIZED VIEW app.m CLUSTER ON mi',
  'ALTER MATERIALIZED VIEW app.m SET (toast.autovacuum_enabled = false)',
];

export const materializedViews: readonly ObjectChange[] = [
  { name: 'definition', base: [TABLE], rows, before: [view()], after: [view(SUMS)] },
  {
    name: 'definition, everything kept',
    base: [TABLE],
    rows,
    before: [view(), ...parts],
    after: [view(SUMS), ...parts],
  },
  {
    name: 'column added',
    base: [TABLE],
    rows,
    before: [view(), ...parts],
    after: [view('SELECT a, count(*) AS n, 1 AS x FROM app.t GROUP BY a'), ...parts],
  },
  {
    name: 'columns swapped',
    base: [TABLE],
    rows,
    before: [view(), INDEX],
    after: [view('SELECT count(*) AS n, a FROM app.t GROUP BY a'), INDEX],
  },
  {
    name: 'with dependents',
    base: [TABLE],
    rows,
    before: onM(view()),
    after: onM(view('SELECT a, count(*)::int AS n FROM app.t GROUP BY a')),
  },
  { name: 'index', base: [TABLE], rows, before: [view()], after: [view(), INDEX] },
  {
    name: 'index changed',
    base: [TABLE],
    rows,
    before: [view(), INDEX],
    after: [view(), 'CREATE INDEX mi ON app.m (n DESC) WHERE n > 1'],
  },
  {
    name: 'index comment, options',
    base: [TABLE],
    rows,
    before: [view(), INDEX],
    after: [
      view(),
      INDEX,
      "COMMENT ON INDEX app.mi IS 'x'",
      'ALTER INDEX app.mi SET (fillfactor = 50)',
    ],
  },
  {
    name: 'expression index statistics',
    base: [TABLE],
    rows,
    before: [view(), 'CREATE INDEX mi ON app.m ((n + 1))'],
    after: [
      view(),
      'CREATE INDEX mi ON app.m ((n + 1))',
      'ALTER INDEX app.mi ALTER COLUMN 1 SET STATISTICS 77',
    ],
  },
  {
    name: 'options',
    base: [TABLE],
    rows,
    before: [view()],
    after: [view(undefined, 'WITH (fillfactor = 70)')],
  },
  {
    name: 'options changed',
    base: [TABLE],
    rows,
    before: [view(undefined, 'WITH (fillfactor = 80, autovacuum_enabled = false)')],
    after: [view(undefined, 'WITH (fillfactor = 70)')],
  },
  {
    name: 'toast options',
    base: [TABLE],
    rows,
    before: [view()],
    after: [view(), 'ALTER MATERIALIZED VIEW app.m SET (toast.autovacuum_enabled = false)'],
  },
  {
    name: 'grants',
    base: [TABLE],
    rows,
    before: [view()],
    after: [view(), 'GRANT SELECT ON app.m TO changes_r'],
  },
  {
    name: 'grants changed',
    base: [TABLE],
    rows,
    before: [view(), 'GRANT SELECT, REFERENCES ON app.m TO changes_q'],
    after: [
      view(),
      'GRANT SELECT ON app.m TO changes_r WITH GRANT OPTION',
      'GRANT SELECT ON app.m TO PUBLIC',
    ],
  },
  {
    name: 'comment',
    base: [TABLE],
    rows,
    before: [view()],
    after: [view(), "COMMENT ON MATERIALIZED VIEW app.m IS 'c'"],
  },
  {
    name: 'comment on column',
    base: [TABLE],
    rows,
    before: [view()],
    after: [view(), "COMMENT ON COLUMN app.m.a IS 'c'"],
  },
  {
    name: 'comment on column changed',
    base: [TABLE],
    rows,
    before: [view(), "COMMENT ON COLUMN app.m.a IS 'x'"],
    after: [view(), "COMMENT ON COLUMN app.m.a IS 'c'"],
  },
  ...settingExamples.map(({ kind, set }) => ({
    name: kind,
    base: [TABLE],
    rows,
    before: [view()],
    after: [view(), `ALTER MATERIALIZED VIEW app.m ALTER a ${set}`],
  })),
  {
    name: 'cluster',
    base: [TABLE],
    rows,
    before: [view(), INDEX],
    after: [view(), INDEX, 'ALTER MATERIALIZED VIEW app.m CLUSTER ON mi'],
  },
  {
    name: 'view to matview',
    base: [TABLE],
    rows,
    before: ['CREATE VIEW app.m AS SELECT a, b FROM app.t'],
    after: [view('SELECT a, b FROM app.t')],
  },
  {
    name: 'view to matview with all',
    base: [TABLE],
    rows,
    before: [
      'CREATE VIEW app.m AS SELECT a, b FROM app.t',
      "COMMENT ON VIEW app.m IS 'c'",
      'GRANT SELECT ON app.m TO changes_r',
    ],
    after: [
      view('SELECT a, b FROM app.t'),
      "COMMENT ON MATERIALIZED VIEW app.m IS 'c'",
      'GRANT SELECT ON app.m TO changes_r',
    ],
  },
  {
    name: 'table to matview',
    base: [TABLE],
    rows,
    before: ['CREATE TABLE app.m (a text, b int)'],
    after: [view('SELECT a, b FROM app.t')],
  },
  {
    name: 'reads retyped column',
    rows,
    before: [TABLE, view('SELECT a, b AS n FROM app.t'), ...parts],
    after: [
      'CREATE TABLE app.t (id int PRIMARY KEY, a text, b bigint, c int)',
      view('SELECT a, b AS n FROM app.t'),
      ...parts,
    ],
  },
  {
    name: 'reads a column that goes',
    rows,
    before: [TABLE, view('SELECT a, b, c FROM app.t'), INDEX],
    after: [
      'CREATE TABLE app.t (id int PRIMARY KEY, a text, b int)',
      view('SELECT a, b FROM app.t'),
      INDEX,
    ],
  },
  {
    name: 'reads replaced function',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), view('SELECT a, app.f(b) AS n FROM app.t'), INDEX],
    after: [immutable('SELECT y', '', 'y int'), view('SELECT a, app.f(b) AS n FROM app.t'), INDEX],
  },
  {
    name: 'reads changed view',
    base: [TABLE],
    rows,
    before: [
      'CREATE VIEW app.v AS SELECT a, b FROM app.t',
      view('SELECT a, b AS n FROM app.v'),
      ...parts,
    ],
    after: [
      'CREATE VIEW app.v AS SELECT b, a FROM app.t',
      view('SELECT a, b AS n FROM app.v'),
      ...parts,
    ],
  },
  {
    name: 'function returns its rows',
    base: [TABLE],
    rows,
    before: [
      view(),
      'CREATE FUNCTION app.r() RETURNS SETOF app.m STABLE LANGUAGE sql AS $$ SELECT * FROM app.m $$',
    ],
    after: [
      view(SUMS),
      'CREATE FUNCTION app.r() RETURNS SETOF app.m STABLE LANGUAGE sql AS $$ SELECT * FROM app.m $$',
    ],
  },
  {
    name: 'publication of all, rule',
    base: [TABLE],
    rows,
    before: [view()],
    after: [view('SELECT DISTINCT a, 1::bigint AS n FROM app.t')],
  },
  {
    name: 'matview index comment, changed',
    base: [TABLE],
    before: [view(), INDEX, "COMMENT ON INDEX app.mi IS 'x'"],
    after: [view(SUMS), INDEX],
  },
  {
    name: 'matview comments, changed',
    base: [TABLE],
    before: [view(), ...parts],
    after: [view(SUMS), INDEX],
  },
];
