import { FUNCTION_F, rows, TABLE, trigger, type ObjectChange } from './object-change.js';

const COLUMNS = '(id int NOT NULL, d date NOT NULL, t text)';
const WHOLE = [`CREATE TABLE app.w ${COLUMNS} PARTITION BY RANGE (id)`];
const LISTED = ['CREATE TABLE app.w (id int, t text) PARTITION BY LIST (t)'];
const HASHED = ['CREATE TABLE app.w (id int, t text) PARTITION BY HASH (id)'];
const ROWS = ["INSERT INTO app.w SELECT g, '2026-01-01', 'x' FROM generate_series(1, 5) AS g"];
const part = (bound: string, name = 'w1', tail = '', of = 'app.w') =>
  `CREATE TABLE app.${name} PARTITION OF ${of} ${bound} ${tail}`;
const range = (from: string, to: string) => `FOR VALUES FROM (${from}) TO (${to})`;
const everything = (to: string) => [
  part(range('0', to), 'w1', 'WITH (fillfactor = 70)'),
  'CREATE INDEX wo ON app.w1 (d)',
  'ALTER TABLE app.w1 ADD CONSTRAINT k CHECK (id <> 3)',
  "COMMENT ON TABLE app.w1 IS 'x'",
  'GRANT SELECT ON app.w1 TO changes_r',
  'ALTER TABLE app.w1 ALTER t SET STATISTICS 50',
  'CREATE VIEW app.v AS SELECT id FROM app.w1',
];

export const partitions: readonly ObjectChange[] = [
  {
    name: 'range moved, empty',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '20'))],
  },
  {
    name: 'range moved, with rows that fit',
    base: WHOLE,
    rows: ROWS,
    before: [part(range('0', '10'))],
    after: [part(range('0', '20'))],
  },
  {
    name: 'range moved, with default',
    base: WHOLE,
    rows: ROWS,
    before: [part(range('0', '10')), part('DEFAULT', 'wd')],
    after: [part(range('0', '20')), part('DEFAULT', 'wd')],
  },
  {
    name: 'range swapped between two',
    base: WHOLE,
    before: [part(range('0', '10')), part(range('10', '20'), 'w2')],
    after: [part(range('10', '20')), part(range('0', '10'), 'w2')],
  },
  {
    name: 'range moved border between two',
    base: WHOLE,
    before: [part(range('0', '10')), part(range('10', '20'), 'w2')],
    after: [part(range('0', '15')), part(range('15', '20'), 'w2')],
  },
  {
    name: 'minvalue',
    base: WHOLE,
    before: [part(range('MINVALUE', '10'))],
    after: [part(range('0', 'MAXVALUE'))],
  },
  {
    name: 'list',
    base: LISTED,
    before: [part("FOR VALUES IN ('a')")],
    after: [part("FOR VALUES IN ('a', 'b', NULL)")],
  },
  {
    name: 'list order only',
    base: LISTED,
    before: [part("FOR VALUES IN ('a', 'b')")],
    after: [part("FOR VALUES IN ('b', 'a')")],
  },
  {
    name: 'hash',
    base: HASHED,
    before: [
      part('FOR VALUES WITH (MODULUS 2, REMAINDER 0)'),
      part('FOR VALUES WITH (MODULUS 2, REMAINDER 1)', 'w2'),
    ],
    after: [
      part('FOR VALUES WITH (MODULUS 4, REMAINDER 0)'),
      part('FOR VALUES WITH (MODULUS 2, REMAINDER 1)', 'w2'),
      part('FOR VALUES WITH (MODULUS 4, REMAINDER 2)', 'w3'),
    ],
  },
  {
    name: 'default',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), part('DEFAULT', 'wd')],
  },
  {
    name: 'to default',
    base: WHOLE,
    rows: ROWS,
    before: [part(range('0', '10'))],
    after: [part('DEFAULT')],
  },
  {
    name: 'sub-partitions',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [
      part(range('0', '10'), 'w1', 'PARTITION BY LIST (t)'),
      part("FOR VALUES IN ('x')", 'w1x', '', 'app.w1'),
    ],
  },
  {
    name: 'sub-partitions bound moved',
    base: WHOLE,
    before: [
      part(range('0', '10'), 'w1', 'PARTITION BY LIST (t)'),
      part("FOR VALUES IN ('x')", 'w1x', '', 'app.w1'),
    ],
    after: [
      part(range('0', '20'), 'w1', 'PARTITION BY LIST (t)'),
      part("FOR VALUES IN ('x')", 'w1x', '', 'app.w1'),
    ],
  },
  {
    name: 'sub-partition key',
    base: WHOLE,
    before: [part(range('0', '10'), 'w1', 'PARTITION BY LIST (t)')],
    after: [part(range('0', '10'), 'w1', 'PARTITION BY RANGE (d)')],
  },
  {
    name: 'own index',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'CREATE INDEX wi ON app.w1 (t)'],
  },
  {
    name: 'own check',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'ALTER TABLE app.w1 ADD CONSTRAINT k CHECK (id <> 3)'],
  },
  {
    name: 'own foreign key',
    base: [...WHOLE, TABLE],
    before: [part(range('0', '10'))],
    after: [
      part(range('0', '10')),
      'ALTER TABLE app.w1 ADD CONSTRAINT k FOREIGN KEY (id) REFERENCES app.t',
    ],
  },
  {
    name: 'own comment',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), "COMMENT ON TABLE app.w1 IS 'x'"],
  },
  {
    name: 'own options',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10'), 'w1', 'WITH (fillfactor = 70)')],
  },
  {
    name: 'own toast options',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10'), 'w1', 'WITH (toast.autovacuum_enabled = false)')],
  },
  {
    name: 'own statistics',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'ALTER TABLE app.w1 ALTER t SET STATISTICS 50'],
  },
  {
    name: 'unlogged',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')).replace('TABLE', 'UNLOGGED TABLE')],
  },
  {
    name: 'replica identity',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'ALTER TABLE app.w1 REPLICA IDENTITY FULL'],
  },
  {
    name: 'grants',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'GRANT SELECT ON app.w1 TO changes_r'],
  },
  {
    name: 'rls',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'ALTER TABLE app.w1 ENABLE ROW LEVEL SECURITY'],
  },
  {
    name: 'view on partition, bound moves',
    base: WHOLE,
    before: [part(range('0', '10')), 'CREATE VIEW app.v AS SELECT id FROM app.w1'],
    after: [part(range('0', '20')), 'CREATE VIEW app.v AS SELECT id FROM app.w1'],
  },
  {
    name: 'table becomes partitioned',
    before: ['CREATE TABLE app.w (id int NOT NULL, d date NOT NULL, t text)'],
    after: [...WHOLE, part(range('0', '10'))],
  },
  {
    name: 'partition key',
    before: [...WHOLE, part(range('0', '10'))],
    after: [
      'CREATE TABLE app.w (id int NOT NULL, d date NOT NULL, t text) PARTITION BY RANGE (d)',
      part(range("'2026-01-01'", "'2027-01-01'")),
    ],
  },
  {
    name: 'partition method',
    before: [...WHOLE, part(range('0', '10'))],
    after: [
      'CREATE TABLE app.w (id int NOT NULL, d date NOT NULL, t text) PARTITION BY LIST (id)',
      part('FOR VALUES IN (1)'),
    ],
  },
  {
    name: 'key of the whole',
    before: [...WHOLE, part(range('0', '10'))],
    after: [...WHOLE, part(range('0', '10')), 'ALTER TABLE app.w ADD PRIMARY KEY (id)'],
  },
  {
    name: 'with referenced key, bound moves',
    before: [
      ...WHOLE,
      part(range('0', '10')),
      'ALTER TABLE app.w ADD PRIMARY KEY (id)',
      'CREATE TABLE app.u (x int REFERENCES app.w)',
    ],
    after: [
      ...WHOLE,
      part(range('0', '20')),
      'ALTER TABLE app.w ADD PRIMARY KEY (id)',
      'CREATE TABLE app.u (x int REFERENCES app.w)',
    ],
  },
  {
    name: 'identity, generated',
    before: [
      'CREATE TABLE app.w (id int GENERATED ALWAYS AS IDENTITY, g int GENERATED ALWAYS AS (id + 1) STORED, h int NOT NULL) PARTITION BY RANGE (h)',
      part(range('0', '10')),
    ],
    after: [
      'CREATE TABLE app.w (id int GENERATED BY DEFAULT AS IDENTITY, g int GENERATED ALWAYS AS (id + 2) STORED, h int NOT NULL) PARTITION BY RANGE (h)',
      part(range('0', '10')),
      part('DEFAULT', 'wd'),
    ],
  },
  {
    name: 'expression key',
    before: [
      'CREATE TABLE app.w (id int NOT NULL, t text COLLATE "C") PARTITION BY RANGE ((id % 10), t COLLATE "C" text_pattern_ops)',
      part("FOR VALUES FROM (0, 'a') TO (5, 'b')"),
    ],
    after: [
      'CREATE TABLE app.w (id int NOT NULL, t text COLLATE "C") PARTITION BY RANGE ((id % 10), t COLLATE "C" text_pattern_ops)',
      part("FOR VALUES FROM (0, 'a') TO (6, 'b')"),
    ],
  },
  {
    name: 'bound of types',
    base: [
      'CREATE TABLE app.w (d timestamptz NOT NULL, n numeric NOT NULL) PARTITION BY RANGE (d, n)',
    ],
    before: [
      part("FOR VALUES FROM ('2026-01-01 00:00+00', 1.5) TO ('2026-02-01 00:00+02', MAXVALUE)"),
    ],
    after: [
      part("FOR VALUES FROM ('2026-01-01 00:00+00', MINVALUE) TO ('2026-02-01 00:00+00', 7)"),
    ],
  },
  {
    name: 'everything on it, bound moves',
    base: [
      TABLE,
      FUNCTION_F,
      ...WHOLE,
      'ALTER TABLE app.w ADD PRIMARY KEY (id)',
      'ALTER TABLE app.w ADD FOREIGN KEY (id) REFERENCES app.t',
      'CREATE INDEX wi ON app.w (t)',
      'ALTER TABLE app.w ADD CHECK (id > 0)',
      "ALTER TABLE app.w ALTER t SET DEFAULT 'q'",
      trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.w'),
      'CREATE TABLE app.u (x int REFERENCES app.w)',
      'CREATE POLICY p ON app.w USING (true)',
    ],
    rows,
    before: [
      ...everything('10'),
      trigger('AFTER UPDATE', 'FOR EACH ROW', 'app.f()', 'app.w1', 'own'),
    ],
    after: [
      ...everything('20'),
      trigger('AFTER UPDATE', 'FOR EACH ROW', 'app.f()', 'app.w1', 'own'),
    ],
  },
  {
    name: 'merge',
    base: WHOLE,
    rows: ROWS,
    before: [part(range('0', '3')), part(range('3', '10'), 'w2')],
    after: [part(range('0', '10'))],
  },
  {
    name: 'key changes above, parts stay',
    before: [
      'CREATE TABLE app.w (id int NOT NULL, n int NOT NULL) PARTITION BY RANGE (id)',
      part(range('0', '10'), 'w1', 'PARTITION BY RANGE (id)'),
      part(range('0', '5'), 'w1a', '', 'app.w1'),
    ],
    after: [
      'CREATE TABLE app.w (id int NOT NULL, n int NOT NULL) PARTITION BY RANGE (n)',
      part(range('0', '10'), 'w1', 'PARTITION BY RANGE (id)'),
      part(range('0', '5'), 'w1a', '', 'app.w1'),
    ],
  },
  {
    name: 'list value moves between two',
    base: LISTED,
    before: [part("FOR VALUES IN ('a', 'b')"), part("FOR VALUES IN ('c')", 'w2')],
    after: [part("FOR VALUES IN ('a')"), part("FOR VALUES IN ('b', 'c')", 'w2')],
  },
  {
    name: 'a key of its own',
    base: ['CREATE TABLE app.w (id int NOT NULL, "D b" date, t text) PARTITION BY RANGE (id)'],
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), 'ALTER TABLE app.w1 ADD PRIMARY KEY ("D b", t)'],
  },
  {
    name: 'another key of its own',
    base: ['CREATE TABLE app.w (id int NOT NULL, d date, t text) PARTITION BY RANGE (id)'],
    before: [part(range('0', '10')), 'ALTER TABLE app.w1 ADD PRIMARY KEY (d, t)'],
    after: [part(range('0', '10')), 'ALTER TABLE app.w1 ADD PRIMARY KEY (id, t)'],
  },
  {
    name: 'a key of a partition of a partition, and of a table that inherits',
    base: [
      'CREATE TABLE app.w (id int, d date) PARTITION BY RANGE (id)',
      part(range('0', '10'), 'w1', 'PARTITION BY RANGE (d)'),
      'CREATE TABLE app.u (a int, b int NOT NULL)',
    ],
    before: [part('DEFAULT', 'w2', '', 'app.w1'), 'CREATE TABLE app.k () INHERITS (app.u)'],
    after: [
      part('DEFAULT', 'w2', '', 'app.w1'),
      'ALTER TABLE app.w2 ADD PRIMARY KEY (id)',
      'CREATE TABLE app.k () INHERITS (app.u)',
      'ALTER TABLE app.k ADD PRIMARY KEY (a)',
    ],
  },
];
