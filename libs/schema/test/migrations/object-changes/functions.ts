import { fn, immutable, rows, TABLE, tableWith, type ObjectChange } from './object-change.js';

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
  { name: 'stable, used', before: [fn(''), ...callers], after: [fn('STABLE'), ...callers] },
  {
    name: 'strict',
    before: [fn('', 'SELECT x', 'x int')],
    after: [fn('STRICT', 'SELECT x', 'x int')],
  },
  { name: 'security', before: [fn('')], after: [fn('SECURITY DEFINER')] },
  { name: 'leakproof', before: [fn('')], after: [fn('LEAKPROOF')] },
  { name: 'parallel', before: [fn('')], after: [fn('PARALLEL SAFE')] },
  { name: 'parallel 2', before: [fn('PARALLEL RESTRICTED')], after: [fn('PARALLEL SAFE')] },
  { name: 'cost', before: [fn('')], after: [fn('COST 500')] },
  {
    name: 'rows',
    before: [fn('ROWS 500', 'SELECT 1', '', 'SETOF int')],
    after: [fn('', 'SELECT 1', '', 'SETOF int')],
  },
  { name: 'support', before: [fn('')], after: [fn('SUPPORT generate_series_int4_support')] },
  {
    name: 'set config',
    before: [fn("SET search_path = ''")],
    after: [fn(`SET search_path = app, pg_temp SET work_mem = '1MB' SET "DateStyle" = 'ISO, MDY'`)],
  },
  { name: 'set config none', before: [fn("SET search_path = ''")], after: [fn('')] },
  {
    name: 'language',
    before: [fn('')],
    after: ['CREATE FUNCTION app.f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$'],
  },
  {
    name: 'language, used',
    before: [fn(''), ...callers],
    after: [
      'CREATE FUNCTION app.f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$',
      ...callers,
    ],
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
  {
    name: 'returns table names',
    before: [fn('', 'SELECT 1, 2', '', 'TABLE (p int, q int)')],
    after: [fn('', 'SELECT 1, 2', '', 'TABLE (p int, r int)')],
  },
  { name: 'arg name', before: [fn('', 'SELECT x', 'x int')], after: [fn('', 'SELECT y', 'y int')] },
  {
    name: 'arg unnamed',
    before: [fn('', 'SELECT $1', 'x int')],
    after: [fn('', 'SELECT $1', 'int')],
  },
  {
    name: 'arg mode',
    before: [fn('', 'SELECT x', 'x int')],
    after: [fn('', 'SELECT x', 'INOUT x int')],
  },
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
    name: 'arg default changed',
    before: [fn('', 'SELECT x', 'x int DEFAULT 4')],
    after: [fn('', 'SELECT x', 'x int DEFAULT 5')],
  },
  {
    name: 'arg default, used',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), ...users],
    after: [immutable('SELECT x', '', 'x int DEFAULT 5'), ...users],
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
    name: 'arg added, used',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), ...users],
    after: [immutable('SELECT x', '', 'x int, y int DEFAULT 1'), ...users],
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
    name: 'sql body vs string',
    before: ['CREATE FUNCTION app.f() RETURNS int RETURN 1'],
    after: [fn('')],
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
    name: 'function to aggregate',
    before: [fn('', 'SELECT 1', 'x int')],
    after: ['CREATE AGGREGATE app.f(int) (SFUNC = int4pl, STYPE = int)'],
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
    name: 'window',
    before: [fn('')],
    after: [
      "CREATE FUNCTION app.f() RETURNS bigint LANGUAGE internal WINDOW AS 'window_row_number'",
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
    name: 'sql body reads retyped column',
    rows,
    before: [
      tableWith('int'),
      'CREATE FUNCTION app.f() RETURNS int RETURN (SELECT count(b)::int FROM app.t)',
      'CREATE VIEW app.v AS SELECT app.f() AS x',
    ],
    after: [
      tableWith('bigint'),
      'CREATE FUNCTION app.f() RETURNS int RETURN (SELECT count(b)::int FROM app.t)',
      'CREATE VIEW app.v AS SELECT app.f() AS x',
    ],
  },
  {
    name: 'aggregate of replaced',
    before: [
      fn('', 'SELECT x + y', 'x int, y int'),
      'CREATE AGGREGATE app.s(int) (SFUNC = app.f, STYPE = int)',
      'CREATE VIEW app.v AS SELECT app.s(1) AS x',
    ],
    after: [
      fn('', 'SELECT x + z', 'x int, z int'),
      'CREATE AGGREGATE app.s(int) (SFUNC = app.f, STYPE = int)',
      'CREATE VIEW app.v AS SELECT app.s(1) AS x',
    ],
  },
  {
    name: 'generated of sql body of replaced',
    base: [TABLE],
    rows,
    before: [
      immutable('SELECT x'),
      'CREATE FUNCTION app.h(x int) RETURNS int IMMUTABLE RETURN app.f(x)',
      'ALTER TABLE app.t ADD g int GENERATED ALWAYS AS (app.h(b)) STORED',
      'CREATE INDEX gi ON app.t (g)',
    ],
    after: [
      immutable('SELECT y', '', 'y int'),
      'CREATE FUNCTION app.h(x int) RETURNS int IMMUTABLE RETURN app.f(x)',
      'ALTER TABLE app.t ADD g int GENERATED ALWAYS AS (app.h(b)) STORED',
      'CREATE INDEX gi ON app.t (g)',
    ],
  },
  {
    name: 'return type, used by all',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), ...users],
    after: [immutable('SELECT x::bigint', '', 'x int', 'bigint'), ...users],
  },
  {
    name: 'arg name, used by all',
    base: [TABLE],
    rows,
    before: [immutable('SELECT x'), ...users],
    after: [immutable('SELECT y', '', 'y int'), ...users],
  },
  {
    name: 'domain retyped function',
    before: [
      'CREATE DOMAIN app.d AS int',
      'CREATE FUNCTION app.f(x app.d) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    ],
    after: [
      'CREATE DOMAIN app.d AS int CHECK (VALUE > 0)',
      'CREATE FUNCTION app.f(x app.d) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    ],
  },
  {
    name: 'rule with retyped function',
    base: [TABLE],
    before: [
      immutable('SELECT x'),
      'CREATE RULE ru AS ON UPDATE TO app.t WHERE app.f(NEW.b) > 1 DO NOTHING',
    ],
    after: [
      immutable('SELECT y', '', 'y int'),
      'CREATE RULE ru AS ON UPDATE TO app.t WHERE app.f(NEW.b) > 1 DO NOTHING',
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
