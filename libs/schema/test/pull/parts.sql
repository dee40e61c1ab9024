-- What a table has from another one, and has changed; foreign tables; owners.
CREATE ROLE pulled_owner;
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TABLE targets (id integer PRIMARY KEY);
CREATE TABLE visits (id integer NOT NULL, d date NOT NULL, t text, r integer REFERENCES targets, CONSTRAINT positive CHECK (id > 0)) PARTITION BY RANGE (d);
CREATE TABLE first_half PARTITION OF visits FOR VALUES FROM ('2026-01-01') TO ('2026-07-01');
CREATE TABLE rest PARTITION OF visits DEFAULT;
ALTER TABLE visits ADD CONSTRAINT visits_key PRIMARY KEY (id, d) WITH (fillfactor = 80);
CREATE INDEX visits_t ON visits (t);
CREATE INDEX visits_e ON visits ((id + 1));
CREATE TRIGGER g AFTER INSERT ON visits FOR EACH ROW EXECUTE FUNCTION f();
COMMENT ON INDEX first_half_t_idx IS 'an index';
COMMENT ON INDEX first_half_pkey IS 'the index of a key';
COMMENT ON CONSTRAINT first_half_pkey ON first_half IS 'a key';
COMMENT ON CONSTRAINT positive ON first_half IS 'a check';
COMMENT ON CONSTRAINT visits_r_fkey ON first_half IS 'a foreign key';
COMMENT ON TRIGGER g ON first_half IS 'a trigger';
ALTER INDEX first_half_t_idx SET (fillfactor = 50);
ALTER INDEX first_half_expr_idx ALTER COLUMN 1 SET STATISTICS 77;
ALTER TABLE first_half CLUSTER ON first_half_t_idx;
ALTER TABLE visits ALTER t SET STORAGE EXTERNAL, ALTER t SET STATISTICS 500;
ALTER TABLE first_half ALTER t SET STORAGE MAIN, ALTER t SET STATISTICS 33, ALTER t SET (n_distinct = 3);
ALTER TABLE rest ALTER t SET STORAGE EXTENDED, ALTER t SET STATISTICS -1;
ALTER INDEX rest_pkey RENAME TO another_name;
CREATE INDEX visits_r ON ONLY visits (r);

CREATE TABLE parent (a integer, b text);
ALTER TABLE parent ADD CONSTRAINT below CHECK (a < 9) NOT VALID;
CREATE TABLE child () INHERITS (parent);
ALTER TABLE child VALIDATE CONSTRAINT below;
CREATE TABLE entries (id integer PRIMARY KEY, target integer CONSTRAINT entries_target REFERENCES targets);
ALTER TABLE entries DISABLE TRIGGER ALL;
ALTER TABLE entries REPLICA IDENTITY USING INDEX entries_pkey;
CREATE UNLOGGED TABLE buffer (id serial PRIMARY KEY);

CREATE FOREIGN DATA WRAPPER remote;
CREATE SERVER elsewhere FOREIGN DATA WRAPPER remote;
CREATE FOREIGN TABLE far (a integer OPTIONS (column_name 'x') NOT NULL, b text DEFAULT 'q', c text COMPRESSION pglz, CONSTRAINT above CHECK (a > 0)) SERVER elsewhere;
ALTER FOREIGN TABLE far ALTER a SET STATISTICS 50, ALTER b SET STORAGE EXTERNAL, ALTER b SET (n_distinct = 5);
COMMENT ON COLUMN far.b IS 'a column';
COMMENT ON CONSTRAINT above ON far IS 'a check';
CREATE TRIGGER g BEFORE INSERT ON far FOR EACH ROW EXECUTE FUNCTION f();

CREATE FUNCTION owned() RETURNS integer LANGUAGE sql RETURN 1;
ALTER FUNCTION owned() OWNER TO pulled_owner;
