import {
  ENABLE,
  immutable,
  PARTITIONED,
  policy,
  rows,
  TABLE,
  tableWith,
  type ObjectChange,
} from './object-change.js';

const SECURED = [TABLE, ENABLE];

export const policies: readonly ObjectChange[] = [
  {
    name: 'command',
    base: SECURED,
    before: [policy('FOR SELECT USING (true)')],
    after: [policy('FOR UPDATE USING (true)')],
  },
  {
    name: 'command all to insert',
    base: SECURED,
    before: [policy('USING (true)')],
    after: [policy('FOR INSERT WITH CHECK (true)')],
  },
  {
    name: 'permissive',
    base: SECURED,
    before: [policy('USING (true)')],
    after: [policy('AS RESTRICTIVE USING (true)')],
  },
  {
    name: 'roles',
    base: SECURED,
    before: [policy('USING (true)')],
    after: [policy('TO changes_r, changes_q USING (true)')],
  },
  {
    name: 'roles changed',
    base: SECURED,
    before: [policy('TO changes_q USING (true)')],
    after: [policy('TO changes_r USING (true)')],
  },
  {
    name: 'using',
    base: SECURED,
    before: [policy('USING (b = 1)')],
    after: [policy('USING (b = 2 AND a = current_user)')],
  },
  {
    name: 'using removed',
    base: SECURED,
    before: [policy('FOR UPDATE USING (b = 1) WITH CHECK (b = 1)')],
    after: [policy('FOR UPDATE WITH CHECK (b = 1)')],
  },
  {
    name: 'check',
    base: SECURED,
    before: [policy('USING (b = 1)')],
    after: [policy('USING (b = 1) WITH CHECK (b = 2)')],
  },
  {
    name: 'check changed',
    base: SECURED,
    before: [policy('USING (b = 1) WITH CHECK (b = 3)')],
    after: [policy('USING (b = 1) WITH CHECK (b = 2)')],
  },
  {
    name: 'check to using',
    base: SECURED,
    before: [policy('WITH CHECK (b = 3)')],
    after: [policy('USING (b = 1)')],
  },
  {
    name: 'comment',
    base: SECURED,
    before: [policy('USING (b = 1)')],
    after: [policy('USING (b = 1)'), "COMMENT ON POLICY p ON app.t IS 'c'"],
  },
  {
    name: 'comment kept',
    base: SECURED,
    before: [policy('FOR SELECT USING (b = 1)'), "COMMENT ON POLICY p ON app.t IS 'c'"],
    after: [policy('FOR UPDATE USING (b = 1)'), "COMMENT ON POLICY p ON app.t IS 'c'"],
  },
  {
    name: 'name',
    base: SECURED,
    before: [policy('USING (b = 1)')],
    after: [policy('USING (b = 1)', 'q')],
  },
  {
    name: 'enable',
    base: [TABLE],
    before: [policy('USING (b = 1)')],
    after: [policy('USING (b = 1)'), ENABLE],
  },
  {
    name: 'enable with policy',
    base: [TABLE],
    before: [],
    after: [policy('USING (b = 1)'), ENABLE],
  },
  {
    name: 'force',
    base: SECURED,
    before: [policy('USING (b = 1)')],
    after: [policy('USING (b = 1)'), 'ALTER TABLE app.t FORCE ROW LEVEL SECURITY'],
  },
  {
    name: 'reads other table',
    base: SECURED,
    before: [policy('USING (b = 1)')],
    after: ['CREATE TABLE app.u (x int)', policy('USING (EXISTS (SELECT FROM app.u WHERE x = b))')],
  },
  {
    name: 'reads other column',
    before: [TABLE, ENABLE, policy('USING (c = 1)')],
    after: [
      'CREATE TABLE app.t (id int PRIMARY KEY, a text, b int)',
      ENABLE,
      policy('USING (b = 1)'),
    ],
  },
  {
    name: 'column of another type',
    rows,
    before: [TABLE, ENABLE, policy('USING (b = 1)'), "COMMENT ON POLICY p ON app.t IS 'c'"],
    after: [
      'CREATE TABLE app.t (id int PRIMARY KEY, a text, b bigint, c int)',
      ENABLE,
      policy('USING (b = 1)'),
      "COMMENT ON POLICY p ON app.t IS 'c'",
    ],
  },
  {
    name: 'reads column of another type of another table',
    base: SECURED,
    before: [
      'CREATE TABLE app.u (x int)',
      policy('USING (EXISTS (SELECT FROM app.u WHERE x = b))'),
    ],
    after: [
      'CREATE TABLE app.u (x bigint)',
      policy('USING (EXISTS (SELECT FROM app.u WHERE x = b))'),
    ],
  },
  {
    name: 'function replaced',
    base: SECURED,
    before: [immutable('SELECT x'), policy('USING (app.f(b) = 1)')],
    after: [
      immutable('SELECT x', '', 'y int').replace('SELECT x', 'SELECT y'),
      policy('USING (app.f(b) = 1)'),
    ],
  },
  {
    name: 'function goes',
    base: SECURED,
    before: [immutable('SELECT x'), policy('USING (app.f(b) = 1)')],
    after: [policy('USING (b = 1)')],
  },
  {
    name: 'on partitioned',
    base: PARTITIONED,
    before: [
      'CREATE POLICY p ON app.p USING (id = 1)',
      'ALTER TABLE app.p ENABLE ROW LEVEL SECURITY',
    ],
    after: [
      'CREATE POLICY p ON app.p USING (id = 2)',
      'ALTER TABLE app.p ENABLE ROW LEVEL SECURITY',
    ],
  },
  {
    name: 'on a partition',
    base: PARTITIONED,
    before: [
      'CREATE POLICY p ON app.p1 USING (id = 1)',
      'ALTER TABLE app.p1 ENABLE ROW LEVEL SECURITY',
    ],
    after: [
      'CREATE POLICY p ON app.p1 USING (id = 2)',
      'ALTER TABLE app.p1 ENABLE ROW LEVEL SECURITY',
      "COMMENT ON POLICY p ON app.p1 IS 'c'",
    ],
  },
  {
    name: 'on a view that it reads',
    base: SECURED,
    before: ['CREATE VIEW app.w AS SELECT 1 AS x', policy('USING (EXISTS (SELECT FROM app.w))')],
    after: [
      'CREATE VIEW app.w AS SELECT 1::bigint AS x',
      policy('USING (EXISTS (SELECT FROM app.w))'),
    ],
  },
  {
    name: 'policy comment, changed',
    base: SECURED,
    before: [policy('USING (true)'), "COMMENT ON POLICY p ON app.t IS 'c'"],
    after: [policy('FOR SELECT USING (true)')],
  },
  {
    name: 'index comment on a retyped expression',
    before: [
      tableWith('int'),
      'CREATE INDEX i ON app.t ((b + 1))',
      "COMMENT ON INDEX app.i IS 'c'",
    ],
    after: [tableWith('text'), 'CREATE INDEX i ON app.t ((b || a))'],
  },
  {
    name: 'constraint comment, changed',
    before: [
      TABLE,
      'ALTER TABLE app.t ADD CONSTRAINT k CHECK (b > 0)',
      "COMMENT ON CONSTRAINT k ON app.t IS 'c'",
    ],
    after: [TABLE, 'ALTER TABLE app.t ADD CONSTRAINT k CHECK (b > 1)'],
  },
];
