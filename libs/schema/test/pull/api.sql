-- A database that PostgREST serves: roles, grants, policies, functions in checks and defaults, views with triggers.
CREATE ROLE pulled_anon NOLOGIN;
CREATE ROLE pulled_user NOLOGIN NOINHERIT;
CREATE ROLE pulled_editor LOGIN;
GRANT pulled_user TO pulled_editor;
CREATE EXTENSION citext;
CREATE SCHEMA extensions;
CREATE EXTENSION pg_trgm SCHEMA extensions;
CREATE SCHEMA private;
CREATE SCHEMA api;
CREATE SCHEMA empty;
GRANT USAGE ON SCHEMA api TO pulled_anon, pulled_user;
CREATE TYPE private.role_name AS ENUM ('reader', 'it''s "me"', 'back\slash');
CREATE TYPE private.unused AS ENUM ('one');
CREATE FUNCTION private.has_role(wanted private.role_name) RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT current_setting('request.role', true) = wanted::text $$;
CREATE FUNCTION private.is_short(value text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN length(value) < 100; END $$;
CREATE DOMAIN private.slug AS text CHECK (private.is_short(VALUE) AND VALUE ~ '^[a-z-]+$');
CREATE TABLE private.users (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  name citext NOT NULL UNIQUE,
  role private.role_name DEFAULT 'reader' NOT NULL,
  password text NOT NULL CHECK (private.is_short(password))
);
CREATE TABLE private.pages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner uuid DEFAULT gen_random_uuid() NOT NULL REFERENCES private.users ON DELETE CASCADE,
  slug private.slug NOT NULL,
  body text DEFAULT '' NOT NULL,
  "constructor" text, "1" text, "2" integer, __proto__ text,
  UNIQUE NULLS NOT DISTINCT (owner, slug)
);
CREATE INDEX pages_body ON private.pages USING gin (body extensions.gin_trgm_ops);
ALTER TABLE private.pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.users FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON private.pages FOR UPDATE TO pulled_user, pulled_editor
  USING (owner = (SELECT id FROM private.users WHERE name = current_user::text))
  WITH CHECK (private.has_role('it''s "me"'));
CREATE POLICY all_read ON private.pages FOR SELECT USING (true);
CREATE POLICY never ON private.pages AS RESTRICTIVE FOR DELETE USING (false);
GRANT SELECT (id, slug, body), UPDATE (body) ON private.pages TO pulled_user;
CREATE VIEW api.pages WITH (security_invoker = true) AS SELECT id, slug, body FROM private.pages WITH LOCAL CHECK OPTION;
COMMENT ON COLUMN api.pages.slug IS 'In the address';
GRANT SELECT ON api.pages TO pulled_anon;
GRANT SELECT, INSERT, UPDATE ON api.pages TO pulled_user WITH GRANT OPTION;
CREATE VIEW api.titles AS SELECT slug::text AS title FROM private.pages;
CREATE FUNCTION api.write_title() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $function$
BEGIN
  INSERT INTO private.pages (slug) VALUES (NEW.title || $a$ `${x}` $a$);
  RETURN NEW;
END $function$;
REVOKE ALL ON FUNCTION api.write_title() FROM PUBLIC;
CREATE TRIGGER write_title INSTEAD OF INSERT ON api.titles FOR EACH ROW EXECUTE FUNCTION api.write_title();
CREATE FUNCTION api.add(a integer, b integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT a + b';
CREATE FUNCTION api.add(a text, b text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT a || b';
GRANT EXECUTE ON FUNCTION api.add(integer, integer) TO pulled_anon;
CREATE FUNCTION api.full_name(private.users) RETURNS text LANGUAGE sql STABLE AS $$ SELECT upper($1.name::text) $$;
CREATE PROCEDURE api.clean() LANGUAGE plpgsql AS $$ BEGIN NULL; END $$;
ALTER TABLE private.users ALTER password SET STORAGE EXTERNAL;
CREATE TEXT SEARCH CONFIGURATION private.plain (COPY = simple);

-- A role that has tables: their sequences are its, too.
GRANT USAGE, CREATE ON SCHEMA private TO pulled_user;
CREATE TABLE private.jobs (id bigserial PRIMARY KEY, what text NOT NULL);
CREATE TABLE private.runs (id serial, job bigint REFERENCES private.jobs, number integer GENERATED ALWAYS AS IDENTITY);
CREATE SEQUENCE private.tickets;
CREATE TABLE private.errands (id bigint PRIMARY KEY DEFAULT nextval('private.tickets'));
ALTER TABLE private.jobs OWNER TO pulled_user;
ALTER TABLE private.runs OWNER TO pulled_user;
ALTER TABLE private.errands OWNER TO pulled_user;
ALTER SEQUENCE private.tickets OWNER TO pulled_user;
ALTER SEQUENCE private.tickets OWNED BY private.errands.id;

-- A function that returns the rows of a table by the order of its columns, of which a generated one is in the middle.
CREATE FUNCTION private.shown(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT upper($1) $$;
CREATE TABLE private.drugs (id integer PRIMARY KEY, shown text GENERATED ALWAYS AS (private.shown(name)) STORED, name text, dose numeric);
CREATE FUNCTION api.drugs() RETURNS SETOF private.drugs LANGUAGE sql STABLE BEGIN ATOMIC SELECT * FROM private.drugs; END;
