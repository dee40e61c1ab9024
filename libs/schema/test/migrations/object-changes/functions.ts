import { fn, immutable, rows, TABLE, type ObjectChange } from './object-change.js';

const callers = [
  'CREATE VIEW app.v AS SELECT app.f() AS x',
  'CREATE TABLE app.u (x int DEFAULT app.f(), y int)',
];
const users = [
  'ALTER TABLE app.t ADD CONSTRAINT k CHECK (app.f(b) > 0)',
  'CREATE INDEX i ON app.t (app.f(b))',
  'ALTER TABLE app.t ADD g int GENERATED ALWAYS AS (app.f(b)) STORED',
  'CREATE VIEW app.v AS SELECT app.f(b) AS x FROM app.t',
  'CREATE POLICY p ON app.t USING (app.f(b) = 1)',
];

export const functions: readonly ObjectChange[] = [
  { name: 'volatility', before: [fn('')], after: [fn('IMMUTABLE')] },
  {
    name: 'strict',
    before: [fn('', 'SELECT x', 'x int')],
    after: [fn('STRICT', 'SELECT x', 'x int')],
  },
  { name: 'security', before: [fn('')], after: [fn('SECURITY DEFINER')] },
  { name: 'parallel', before: [fn('')], after: [fn('PARALLEL SAFE')] },
  { name: 'cost', before: [fn('')], after: [fn('COST 500')] },
  {
    name: 'rows',
    before: [fn('ROWS 500', 'SELECT 1', '', 'SETOF int')],
    after: [fn('', 'SELECT 1', '', 'SETOF int')],
  },
  {
    name: 'set config',
    before: [fn("SET search_path = ''")],
    after: [fn(`SET search_path = app, pg_temp SET work_mem = '1MB' SET "DateStyle" = 'ISO, MDY'`)],
  },
  {
    name: 'language',
    before: [fn('')],
    after: ['CREATE FUNCTION app.f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$'],
  },
  { name: 'body', before: [fn('')], after: [fn('', 'SELECT 2')] },
  {
    name: 'body, used in generated, index, check, policy, view',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), ...users],
    after: [immutable('SELECT x + 1'), ...users],
  },
  { name: 'return type', before: [fn('')], after: [fn('', 'SELECT 1', '', 'bigint')] },
  {
    name: 'return type, used by default and view',
    before: [fn(''), ...callers],
    after: [fn('', 'SELECT 1::bigint', '', 'bigint'), ...callers],
  },
  { name: 'setof', before: [fn('')], after: [fn('', 'SELECT 1', '', 'SETOF int')] },
  {
    name: 'returns table',
    before: [fn('', 'SELECT 1, 2', '', 'TABLE (p int, q int)')],
    after: [fn('', 'SELECT 1, 2, 3', '', 'TABLE (p int, q int, r int)')],
  },
  { name: 'arg name', before: [fn('', 'SELECT x', 'x int')], after: [fn('', 'SELECT y', 'y int')] },
  {
    name: 'arg out',
    before: [fn('', 'SELECT 1', 'OUT x int')],
    after: [fn('', 'SELECT 1, 2', 'OUT x int, OUT y int', 'record')],
  },
  {
    name: 'arg variadic',
    before: [fn('', 'SELECT 1', 'x int[]')],
    after: [fn('', 'SELECT 1', 'VARIADIC x int[]')],
  },
  {
    name: 'arg default',
    before: [fn('', 'SELECT x', 'x int')],
    after: [fn('', 'SELECT x', 'x int DEFAULT 5')],
  },
  {
    name: 'arg type',
    before: [fn('', 'SELECT 1', 'x int')],
    after: [fn('', 'SELECT 1', 'x text')],
  },
  {
    name: 'arg type, used',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), ...users],
    after: [immutable('SELECT x::int', '', 'x bigint'), ...users],
  },
  {
    name: 'arg added',
    before: [fn('', 'SELECT 1', 'x int')],
    after: [fn('', 'SELECT 1', 'x int, y int DEFAULT 1')],
  },
  {
    name: 'grant',
    before: [fn('')],
    after: [
      fn(''),
      'REVOKE ALL ON FUNCTION app.f() FROM PUBLIC',
      'GRANT EXECUTE ON FUNCTION app.f() TO changes_r',
    ],
  },
  {
    name: 'grant kept when replaced',
    before: [
      fn('', 'SELECT 1', '', 'int'),
      'REVOKE ALL ON FUNCTION app.f() FROM PUBLIC',
      'GRANT EXECUTE ON FUNCTION app.f() TO changes_r',
      "COMMENT ON FUNCTION app.f() IS 'x'",
    ],
    after: [
      fn('', 'SELECT 1', '', 'bigint'),
      'REVOKE ALL ON FUNCTION app.f() FROM PUBLIC',
      'GRANT EXECUTE ON FUNCTION app.f() TO changes_r',
      "COMMENT ON FUNCTION app.f() IS 'x'",
    ],
  },
  {
    name: 'grant option',
    before: [fn(''), 'GRANT EXECUTE ON FUNCTION app.f() TO changes_r'],
    after: [fn(''), 'GRANT EXECUTE ON FUNCTION app.f() TO changes_r WITH GRANT OPTION'],
  },
  { name: 'comment', before: [fn('')], after: [fn(''), "COMMENT ON FUNCTION app.f() IS 'x'"] },
  {
    name: 'comment changed',
    before: [fn(''), "COMMENT ON FUNCTION app.f() IS 'y'"],
    after: [fn(''), "COMMENT ON FUNCTION app.f() IS 'x'"],
  },
  { name: 'overload', before: [fn('')], after: [fn(''), fn('', 'SELECT 1', 'x int')] },
  {
    name: 'overload comment',
    before: [fn(''), fn('', 'SELECT 1', 'x int')],
    after: [fn(''), fn('', 'SELECT 1', 'x int'), "COMMENT ON FUNCTION app.f(int) IS 'x'"],
  },
  {
    name: 'sql body',
    before: ['CREATE FUNCTION app.f() RETURNS int RETURN 1'],
    after: ['CREATE FUNCTION app.f() RETURNS int RETURN 2'],
  },
  {
    name: 'sql body on table column',
    base: [TABLE],
    rows,
    before: ['CREATE FUNCTION app.f() RETURNS bigint RETURN (SELECT sum(b) FROM app.t)'],
    after: ['CREATE FUNCTION app.f() RETURNS bigint RETURN (SELECT sum(c) FROM app.t)'],
  },
  {
    name: 'function to procedure',
    before: [fn('')],
    after: ['CREATE PROCEDURE app.f() LANGUAGE sql AS $$ SELECT 1 $$'],
  },
  {
    name: 'procedure body',
    before: ['CREATE PROCEDURE app.f(x int) LANGUAGE sql AS $$ SELECT 2 $$'],
    after: [
      "CREATE PROCEDURE app.f(y int) LANGUAGE sql SET work_mem = '1MB' AS $$ SELECT 1 $$",
      "COMMENT ON PROCEDURE app.f(int) IS 'x'",
    ],
  },
  {
    name: 'row type arg',
    base: [TABLE],
    rows,
    before: ['CREATE FUNCTION app.f(r app.t) RETURNS text STABLE LANGUAGE sql AS $$ SELECT r.a $$'],
    after: ['CREATE FUNCTION app.f(r app.t) RETURNS int STABLE LANGUAGE sql AS $$ SELECT r.b $$'],
  },
  {
    name: 'setof table',
    base: [TABLE],
    rows,
    before: [
      'CREATE FUNCTION app.f() RETURNS SETOF app.t STABLE LANGUAGE sql AS $$ SELECT * FROM app.t $$',
    ],
    after: [
      'CREATE FUNCTION app.f() RETURNS SETOF app.t STABLE LANGUAGE sql AS $$ SELECT * FROM app.t $$',
      'ALTER TABLE app.t ADD d int',
    ],
  },
  {
    name: 'calls another',
    before: [
      'CREATE FUNCTION app.g() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE FUNCTION app.f() RETURNS int RETURN app.g()',
    ],
    after: [
      'CREATE FUNCTION app.g() RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$',
      'CREATE FUNCTION app.f() RETURNS bigint RETURN app.g()',
    ],
  },
  {
    name: 'used by trigger, args',
    base: [TABLE],
    rows,
    before: [
      'CREATE FUNCTION app.f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'CREATE TRIGGER g BEFORE INSERT ON app.t FOR EACH ROW EXECUTE FUNCTION app.f()',
    ],
    after: [
      'CREATE FUNCTION app.f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN RETURN NULL; END $$',
      'CREATE TRIGGER g BEFORE INSERT ON app.t FOR EACH ROW EXECUTE FUNCTION app.f()',
    ],
  },
  {
    name: 'domain check calls',
    before: [
      immutable('SELECT x'),
      'CREATE DOMAIN app.d AS int CHECK (app.f(VALUE) > 0)',
      'CREATE TABLE app.u (x app.d)',
    ],
    after: [
      immutable('SELECT x::bigint', '', 'x int', 'bigint'),
      'CREATE DOMAIN app.d AS int CHECK (app.f(VALUE) > 0)',
      'CREATE TABLE app.u (x app.d)',
    ],
  },
  {
    name: 'function comment and grants, changed',
    before: [
      immutable('SELECT x'),
      "COMMENT ON FUNCTION app.f(int) IS 'c'",
      'REVOKE ALL ON FUNCTION app.f(int) FROM PUBLIC',
      'GRANT EXECUTE ON FUNCTION app.f(int) TO changes_r',
    ],
    after: [immutable('SELECT y', '', 'y int')],
  },
];
