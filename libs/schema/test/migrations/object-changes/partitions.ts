import type { ObjectChange } from './object-change.js';

const WHOLE = [
  'CREATE TABLE app.w (id int NOT NULL, d date NOT NULL, t text) PARTITION BY RANGE (id)',
];
const part = (bound: string, name = 'w1') => `CREATE TABLE app.${name} PARTITION OF app.w ${bound}`;
const range = (from: string, to: string) => `FOR VALUES FROM (${from}) TO (${to})`;

export const partitions: readonly ObjectChange[] = [
  {
    name: 'default',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), part('DEFAULT', 'wd')],
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
    name: 'own comment',
    base: WHOLE,
    before: [part(range('0', '10'))],
    after: [part(range('0', '10')), "COMMENT ON TABLE app.w1 IS 'x'"],
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
    name: 'table becomes partitioned',
    before: ['CREATE TABLE app.w (id int NOT NULL, d date NOT NULL, t text)'],
    after: [...WHOLE, part(range('0', '10'))],
  },
  {
    name: 'key of the whole',
    before: [...WHOLE, part(range('0', '10'))],
    after: [...WHOLE, part(range('0', '10')), 'ALTER TABLE app.w ADD PRIMARY KEY (id)'],
  },
];
