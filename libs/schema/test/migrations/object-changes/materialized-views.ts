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
  "COMMENT ON INDEX app.mi IS 'ci'",
  'GRANT SELECT ON app.m TO changes_r',
  'ALTER MATERIALIZED VIEW app.m SET (fillfactor = 70)',
];

export const materializedViews: readonly ObjectChange[] = [
  {
    name: 'definition',
    base: [TABLE],
    rows,
    before: [view(), ...parts],
    after: [view(SUMS), ...parts],
  },
  {
    name: 'definition, everything kept',
    base: [TABLE],
    rows,
    before: [view(), ...parts],
    after: [view(SUMS), ...parts],
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
    name: 'options changed',
    base: [TABLE],
    rows,
    before: [view(undefined, 'WITH (fillfactor = 80, autovacuum_enabled = false)')],
    after: [view(undefined, 'WITH (fillfactor = 70)')],
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
    name: 'view to matview',
    base: [TABLE],
    rows,
    before: ['CREATE VIEW app.m AS SELECT a, b FROM app.t'],
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
    name: 'reads replaced function',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), view('SELECT a, app.f(b) AS n FROM app.t'), INDEX],
    after: [immutable('SELECT y', '', 'y int'), view('SELECT a, app.f(b) AS n FROM app.t'), INDEX],
  },
];
