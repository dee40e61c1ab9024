import { fn, TABLE, type ObjectChange } from './object-change.js';

/** Objects of each kind that become a role's, with grants of others on them and without. */
const given: readonly ObjectChange[] = (
  [
    ['TABLE app.t', TABLE],
    ['TABLE app.n', 'CREATE TABLE app.n (id serial, other integer GENERATED ALWAYS AS IDENTITY)'],
    ['SEQUENCE app.s', 'CREATE SEQUENCE app.s'],
    ['VIEW app.v', 'CREATE VIEW app.v AS SELECT 1 AS x'],
    ['MATERIALIZED VIEW app.m', 'CREATE MATERIALIZED VIEW app.m AS SELECT 1 AS x'],
    ['FUNCTION app.f()', fn('')],
    ['PROCEDURE app.f()', 'CREATE PROCEDURE app.f() LANGUAGE sql AS $$ SELECT 1 $$'],
    ['TYPE app.e', "CREATE TYPE app.e AS ENUM ('a')"],
    ['DOMAIN app.d', 'CREATE DOMAIN app.d AS int'],
    ['SCHEMA app', 'CREATE TABLE app.t (x int)'],
  ] as const
).flatMap(([object, create]): ObjectChange[] => {
  const base = ['GRANT USAGE, CREATE ON SCHEMA app TO changes_r'];
  const owned = `ALTER ${object} OWNER TO changes_r`;
  const grant = `GRANT ALL ON ${object.replace(/^(?:MATERIALIZED )?VIEW/, 'TABLE')} TO changes_q`;
  return [
    { name: object, base, before: [create], after: [create, owned] },
    { name: `${object}, granted`, base, before: [create, grant], after: [create, owned, grant] },
    { name: `${object}, given away`, base, before: [create, grant, owned], after: [create, owned] },
  ];
});

/** Sequences of the columns of a table that is a role's. */
const sequences: readonly ObjectChange[] = [
  ['comes', '', 'ALTER TABLE app.t ADD COLUMN n serial'],
  [
    'becomes an identity',
    'ALTER TABLE app.t ADD COLUMN n serial',
    'ALTER TABLE app.t ADD COLUMN n integer GENERATED ALWAYS AS IDENTITY',
  ],
  ['is given to the column', '', 'ALTER SEQUENCE app.s OWNED BY app.t.b'],
].map(([name, before, after]): ObjectChange => ({
  name: `sequence of a column that ${name!}`,
  base: [
    'GRANT USAGE, CREATE ON SCHEMA app TO changes_r',
    TABLE,
    'ALTER TABLE app.t OWNER TO changes_r',
    'CREATE SEQUENCE app.s',
    'ALTER SEQUENCE app.s OWNER TO changes_r',
  ],
  before: before ? [before] : [],
  after: [after!],
}));

export const owners: readonly ObjectChange[] = [...given, ...sequences];
