import {
  FUNCTION_F,
  FUNCTION_G,
  PARTITIONED,
  rows,
  TABLE,
  tableWith,
  trigger,
  VIEW,
  type ObjectChange,
} from './object-change.js';

const TRIGGERED = [TABLE, FUNCTION_F, FUNCTION_G, VIEW];
const constraintTrigger = (tail: string) =>
  `CREATE CONSTRAINT TRIGGER g1 AFTER INSERT ON app.t ${tail} FOR EACH ROW EXECUTE FUNCTION app.f()`;

export const triggers: readonly ObjectChange[] = [
  {
    name: 'timing',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT')],
    after: [trigger('AFTER INSERT')],
  },
  {
    name: 'event',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT')],
    after: [trigger('BEFORE INSERT OR UPDATE OR DELETE')],
  },
  {
    name: 'truncate',
    base: TRIGGERED,
    before: [trigger('AFTER INSERT', 'FOR EACH STATEMENT')],
    after: [trigger('AFTER TRUNCATE', 'FOR EACH STATEMENT')],
  },
  {
    name: 'update of',
    base: TRIGGERED,
    before: [trigger('BEFORE UPDATE')],
    after: [trigger('BEFORE UPDATE OF a, b')],
  },
  {
    name: 'update of changed',
    base: TRIGGERED,
    before: [trigger('BEFORE UPDATE OF a')],
    after: [trigger('BEFORE UPDATE OF b')],
  },
  {
    name: 'update of dropped column',
    base: [FUNCTION_F],
    before: [TABLE, trigger('BEFORE UPDATE OF a, c')],
    after: [
      'CREATE TABLE app.t (id int PRIMARY KEY, a text, b int)',
      trigger('BEFORE UPDATE OF a'),
    ],
  },
  {
    name: 'when',
    base: TRIGGERED,
    before: [trigger('BEFORE UPDATE')],
    after: [trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (OLD.a IS DISTINCT FROM NEW.a)')],
  },
  {
    name: 'when changed',
    base: TRIGGERED,
    before: [trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (OLD.b <> NEW.b)')],
    after: [trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (OLD.a IS DISTINCT FROM NEW.a)')],
  },
  {
    name: 'when calls function',
    base: [TABLE, FUNCTION_F],
    before: [
      'CREATE FUNCTION app.w(t text) RETURNS bool LANGUAGE sql AS $$ SELECT true $$',
      trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (app.w(NEW.a))'),
    ],
    after: [
      'CREATE FUNCTION app.w(x text) RETURNS bool LANGUAGE sql AS $$ SELECT false $$',
      trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (app.w(NEW.a))'),
    ],
  },
  {
    name: 'for each',
    base: TRIGGERED,
    before: [trigger('AFTER INSERT')],
    after: [trigger('AFTER INSERT', 'FOR EACH STATEMENT')],
  },
  {
    name: 'transition tables',
    base: TRIGGERED,
    before: [trigger('AFTER UPDATE', 'REFERENCING OLD TABLE AS o FOR EACH STATEMENT')],
    after: [trigger('AFTER UPDATE', 'REFERENCING OLD TABLE AS x NEW TABLE AS "Y" FOR EACH ROW')],
  },
  {
    name: 'args',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT', 'FOR EACH ROW', "app.f('a', 'b')")],
    after: [trigger('BEFORE INSERT', 'FOR EACH ROW', "app.f('a''; \\x', '', 'b')")],
  },
  {
    name: 'function',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT')],
    after: [trigger('BEFORE INSERT', 'FOR EACH ROW', 'app.g()')],
  },
  {
    name: 'enabled always',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT')],
    after: [trigger('BEFORE INSERT'), 'ALTER TABLE app.t ENABLE ALWAYS TRIGGER g1'],
  },
  {
    name: 'enabled replica',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT'), 'ALTER TABLE app.t DISABLE TRIGGER g1'],
    after: [trigger('BEFORE INSERT'), 'ALTER TABLE app.t ENABLE REPLICA TRIGGER g1'],
  },
  {
    name: 'enabled kept when changed',
    base: TRIGGERED,
    before: [
      trigger('BEFORE INSERT'),
      'ALTER TABLE app.t DISABLE TRIGGER g1',
      "COMMENT ON TRIGGER g1 ON app.t IS 'c'",
    ],
    after: [
      trigger('BEFORE UPDATE'),
      'ALTER TABLE app.t DISABLE TRIGGER g1',
      "COMMENT ON TRIGGER g1 ON app.t IS 'c'",
    ],
  },
  {
    name: 'comment',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT')],
    after: [trigger('BEFORE INSERT'), "COMMENT ON TRIGGER g1 ON app.t IS 'c'"],
  },
  {
    name: 'constraint',
    base: TRIGGERED,
    before: [trigger('AFTER INSERT')],
    after: [constraintTrigger('')],
  },
  {
    name: 'constraint deferrable',
    base: TRIGGERED,
    before: [constraintTrigger('')],
    after: [constraintTrigger('DEFERRABLE INITIALLY DEFERRED')],
  },
  {
    name: 'constraint immediate',
    base: TRIGGERED,
    before: [constraintTrigger('DEFERRABLE INITIALLY IMMEDIATE')],
    after: [constraintTrigger('DEFERRABLE INITIALLY DEFERRED')],
  },
  {
    name: 'constraint from',
    base: [...TRIGGERED, 'CREATE TABLE app.u (x int)'],
    before: [constraintTrigger('DEFERRABLE')],
    after: [constraintTrigger('FROM app.u DEFERRABLE')],
  },
  {
    name: 'constraint comment',
    base: TRIGGERED,
    before: [constraintTrigger('DEFERRABLE')],
    after: [constraintTrigger('DEFERRABLE'), "COMMENT ON TRIGGER g1 ON app.t IS 'c'"],
  },
  {
    name: 'constraint disabled',
    base: TRIGGERED,
    before: [constraintTrigger('DEFERRABLE')],
    after: [constraintTrigger('DEFERRABLE'), 'ALTER TABLE app.t DISABLE TRIGGER g1'],
  },
  {
    name: 'instead of',
    base: TRIGGERED,
    before: [trigger('INSTEAD OF INSERT', 'FOR EACH ROW', 'app.f()', 'app.v')],
    after: [trigger('INSTEAD OF UPDATE', 'FOR EACH ROW', 'app.f()', 'app.v')],
  },
  {
    name: 'statement on view',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT', 'FOR EACH STATEMENT', 'app.f()', 'app.v')],
    after: [trigger('AFTER INSERT', 'FOR EACH STATEMENT', 'app.f()', 'app.v')],
  },
  {
    name: 'moved to other table',
    base: [...TRIGGERED, 'CREATE TABLE app.u (x int)'],
    before: [trigger('BEFORE INSERT')],
    after: [trigger('BEFORE INSERT', 'FOR EACH ROW', 'app.f()', 'app.u')],
  },
  {
    name: 'on partitioned',
    base: [...PARTITIONED, FUNCTION_F, FUNCTION_G],
    before: [trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p')],
    after: [trigger('AFTER UPDATE', 'FOR EACH ROW', 'app.g()', 'app.p')],
  },
  {
    name: 'on partitioned enabled',
    base: [...PARTITIONED, FUNCTION_F, FUNCTION_G],
    before: [trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p')],
    after: [
      trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p'),
      'ALTER TABLE app.p DISABLE TRIGGER g1',
    ],
  },
  {
    name: 'on partition itself',
    base: [...PARTITIONED, FUNCTION_F, FUNCTION_G],
    before: [trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p1')],
    after: [
      trigger('BEFORE INSERT', 'FOR EACH ROW', 'app.f()', 'app.p1'),
      'ALTER TABLE app.p1 ENABLE ALWAYS TRIGGER g1',
      "COMMENT ON TRIGGER g1 ON app.p1 IS 'c'",
    ],
  },
  {
    name: 'from partition to whole',
    base: [...PARTITIONED, FUNCTION_F, FUNCTION_G],
    before: [trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p1')],
    after: [trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p')],
  },
  {
    name: 'on new partition',
    base: [
      PARTITIONED[0]!,
      PARTITIONED[1]!,
      FUNCTION_F,
      trigger('AFTER INSERT', 'FOR EACH ROW', 'app.f()', 'app.p'),
    ],
    before: [],
    after: [PARTITIONED[2]!],
  },
  {
    name: 'function gone too',
    base: [TABLE],
    before: [FUNCTION_F, trigger('BEFORE INSERT')],
    after: [FUNCTION_G, trigger('BEFORE INSERT', 'FOR EACH ROW', 'app.g()')],
  },
  {
    name: 'function and return type of function',
    base: [TABLE],
    before: [FUNCTION_F, trigger('BEFORE INSERT')],
    after: ['CREATE FUNCTION app.f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
  },
  {
    name: 'table goes',
    base: [FUNCTION_F],
    before: [TABLE, trigger('BEFORE INSERT')],
    after: ['CREATE TABLE app.u (x int)'],
  },
  {
    name: 'name',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT')],
    after: [trigger('BEFORE INSERT', 'FOR EACH ROW', 'app.f()', 'app.t', 'g2')],
  },
  {
    name: 'trigger of retyped 2',
    base: [FUNCTION_F],
    rows,
    before: [tableWith('int'), trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (NEW.b > 0)')],
    after: [tableWith('text'), trigger('BEFORE UPDATE', "FOR EACH ROW WHEN (NEW.b > 'x')")],
  },
  {
    name: 'view column comment, changed',
    base: [TABLE],
    before: [
      'CREATE VIEW app.v AS SELECT id, b, a FROM app.t',
      "COMMENT ON COLUMN app.v.b IS 'c'",
      "COMMENT ON VIEW app.v IS 'c'",
      'GRANT SELECT ON app.v TO changes_r',
      'GRANT UPDATE (a) ON app.v TO changes_q',
    ],
    after: [VIEW],
  },
  {
    name: 'trigger comment, changed',
    base: TRIGGERED,
    before: [trigger('BEFORE INSERT'), "COMMENT ON TRIGGER g1 ON app.t IS 'c'"],
    after: [trigger('BEFORE UPDATE')],
  },
  {
    name: 'function trigger comment',
    base: [TABLE],
    before: [
      'CREATE FUNCTION app.w(t text) RETURNS bool LANGUAGE sql AS $$ SELECT true $$',
      FUNCTION_F,
      trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (app.w(NEW.a))'),
      "COMMENT ON TRIGGER g1 ON app.t IS 'c'",
    ],
    after: [
      'CREATE FUNCTION app.w(x text) RETURNS bool LANGUAGE sql AS $$ SELECT false $$',
      FUNCTION_F,
      trigger('BEFORE UPDATE', 'FOR EACH ROW WHEN (app.w(NEW.a))'),
    ],
  },
];
