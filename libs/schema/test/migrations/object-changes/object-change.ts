/** A change of an object, as SQL in the schema `app`. */
export interface ObjectChange {
  readonly name: string;
  /** What is there all the time. */
  readonly base?: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Statements that fill the tables before the change. */
  readonly rows?: readonly string[];
}

/** Roles that grants and policies may name. */
export const ROLES = ['changes_r', 'changes_q'];

export const TABLE = 'CREATE TABLE app.t (id int PRIMARY KEY, a text, b int, c int)';
export const tableWith = (type: string) => TABLE.replace('b int', `b ${type}`);
export const rows = ["INSERT INTO app.t SELECT g, 'a' || g, g, g FROM generate_series(1, 5) AS g"];

/** A function in SQL. */
export const fn = (options: string, body = 'SELECT 1', args = '', returns = 'int') =>
  `CREATE FUNCTION app.f(${args}) RETURNS ${returns} LANGUAGE sql ${options} AS $$ ${body} $$`;
export const immutable = (body: string, options = '', args = 'x int', returns = 'int') =>
  fn(`IMMUTABLE ${options}`, body, args, returns);

/** Functions for triggers. */
export const FUNCTION_F =
  'CREATE FUNCTION app.f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$';
export const FUNCTION_G = FUNCTION_F.replace('app.f', 'app.g');
export const VIEW = 'CREATE VIEW app.v AS SELECT id, a, b FROM app.t';
export const trigger = (
  head: string,
  tail = 'FOR EACH ROW',
  call = 'app.f()',
  on = 'app.t',
  name = 'g1',
) => `CREATE TRIGGER ${name} ${head} ON ${on} ${tail} EXECUTE FUNCTION ${call}`;

export const policy = (tail: string, name = 'p') => `CREATE POLICY ${name} ON app.t ${tail}`;
export const ENABLE = 'ALTER TABLE app.t ENABLE ROW LEVEL SECURITY';

export const PARTITIONED = [
  'CREATE TABLE app.p (id int NOT NULL, a text) PARTITION BY RANGE (id)',
  'CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES FROM (0) TO (10)',
  'CREATE TABLE app.p2 PARTITION OF app.p DEFAULT',
];
