-- Applies 20261123041140_create-blog.
-- Written by `schema generate`. Run in one transaction.
--
--   create role anon
--   create role authenticator
--   create membership authenticator in anon
--   create schema api_triggers
--   create schema api
--   create sequence public.tags_id_seq
--   create table public.comments
--   create table public.tags
--   create type public.article_status
--   create table public.articles
--   create type public.author_role
--   create table public.authors
--   create function api_triggers.comments_insert()
--   create function api_triggers.raise_error(oid, text, text[], text[], text[], text, text, text, text, text, text, text, text, text, text)
--   create view api.articles
--   create view api.authors
--   create view api.comments
--   create view api.tags
--   create index public.articles_author_id_index
--   create index public.comments_article_id_index
--   create comment function api_triggers.raise_error(oid, text, text[], text[], text[], text, text, text, text, text, text, text, text, text, text)
--   set privileges api_triggers.comments_insert() for everyone
--   set privileges api_triggers.raise_error(oid, text, text[], text[], text[], text, text, text, text, text, text, text, text, text, text) for everyone

SET LOCAL search_path = pg_catalog;
SET LOCAL check_function_bodies = off;

DO $body$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'anon') THEN
    CREATE ROLE "anon" WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOREPLICATION NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END
$body$;

DO $body$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'authenticator') THEN
    CREATE ROLE "authenticator" WITH NOSUPERUSER NOINHERIT NOCREATEROLE NOCREATEDB LOGIN NOREPLICATION NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END
$body$;

DO $body$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_auth_members WHERE roleid = '"anon"'::pg_catalog.regrole AND member = '"authenticator"'::pg_catalog.regrole) THEN
    GRANT "anon" TO "authenticator";
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END
$body$;

CREATE SCHEMA IF NOT EXISTS "api_triggers";

CREATE SCHEMA IF NOT EXISTS "api";

CREATE SEQUENCE "public"."tags_id_seq" AS integer INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1 NO CYCLE;

CREATE TABLE "public"."comments" (
  "id"          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "article_id"  uuid                     NOT NULL,
  "author_name" character varying(100)   NOT NULL,
  "body"        text                     NOT NULL,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "comments_pkey" PRIMARY KEY (id)
);

CREATE TABLE "public"."tags" (
  "id"   integer               NOT NULL DEFAULT nextval('public.tags_id_seq'::regclass),
  "name" character varying(50) NOT NULL,
  CONSTRAINT "tags_name_unique" UNIQUE (name),
  CONSTRAINT "tags_pkey" PRIMARY KEY (id)
);

ALTER SEQUENCE "public"."tags_id_seq" OWNED BY "public"."tags"."id";

CREATE TYPE "public"."article_status" AS ENUM ('draft', 'published', 'archived');

CREATE TABLE "public"."articles" (
  "id"           uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "slug"         character varying(100)   NOT NULL,
  "title"        character varying(200)   NOT NULL,
  "subtitle"     character varying(200),
  "body"         text                     NOT NULL,
  "status"       public.article_status    NOT NULL DEFAULT 'draft'::public.article_status,
  "price"        numeric(10,2)            NOT NULL,
  "metadata"     jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  "author_id"    uuid                     NOT NULL,
  "published_at" timestamp with time zone,
  "created_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "articles_pkey" PRIMARY KEY (id),
  CONSTRAINT "articles_slug_unique" UNIQUE (slug)
);

CREATE TYPE "public"."author_role" AS ENUM ('author', 'editor');

CREATE TABLE "public"."authors" (
  "id"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "name"          character varying(100)   NOT NULL,
  "email"         character varying(320)   NOT NULL,
  "password_hash" character varying(200),
  "role"          public.author_role       NOT NULL DEFAULT 'author'::public.author_role,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "authors_email_unique" UNIQUE (email),
  CONSTRAINT "authors_pkey" PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION api_triggers.comments_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  DECLARE
    error_state pg_catalog.text;
    error_message pg_catalog.text;
    error_detail pg_catalog.text;
    error_hint pg_catalog.text;
    error_context pg_catalog.text;
    error_schema pg_catalog.text;
    error_table pg_catalog.text;
    error_column pg_catalog.text;
    error_constraint pg_catalog.text;
    error_type pg_catalog.text;
  BEGIN
    INSERT INTO "public"."comments" AS t ("id", "article_id", "author_name", "body", "created_at")
    VALUES (NEW."id", NEW."article_id", NEW."author_name", NEW."body", NEW."created_at")
    RETURNING t."id", t."article_id", t."author_name", t."body", t."created_at" INTO NEW;
    IF NOT FOUND THEN RETURN NULL; END IF;
  EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS
      error_state = RETURNED_SQLSTATE,
      error_message = MESSAGE_TEXT,
      error_detail = PG_EXCEPTION_DETAIL,
      error_hint = PG_EXCEPTION_HINT,
      error_context = PG_EXCEPTION_CONTEXT,
      error_schema = SCHEMA_NAME,
      error_table = TABLE_NAME,
      error_column = COLUMN_NAME,
      error_constraint = CONSTRAINT_NAME,
      error_type = PG_DATATYPE_NAME;
    PERFORM "api_triggers"."raise_error"(
      TG_RELID,
      '"public"."comments"',
      ARRAY['id', 'article_id', 'author_name', 'body', 'created_at']::pg_catalog.text[],
      ARRAY[NEW."id"::pg_catalog.text, NEW."article_id"::pg_catalog.text, NEW."author_name"::pg_catalog.text, NEW."body"::pg_catalog.text, NEW."created_at"::pg_catalog.text]::pg_catalog.text[],
      NULL,
      error_state,
      error_message,
      error_detail,
      error_hint,
      error_context,
      error_schema,
      error_table,
      error_column,
      error_constraint,
      error_type);
  END;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION api_triggers.raise_error(view oid, target text, columns text[], new_values text[], old_values text[], error_state text, error_message text, error_detail text, error_hint text, error_context text, error_schema text, error_table text, error_column text, error_constraint text, error_type text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
DECLARE
  target_oid pg_catalog.oid := target::pg_catalog.regclass;
  visible_detail pg_catalog.text := '';
  referencing pg_catalog.text[];
  referenced pg_catalog.text[];
  other pg_catalog.text;
BEGIN
  -- Whoever may write but not read is told no values. In a SECURITY DEFINER function, CURRENT_USER is its owner.
  IF NOT pg_catalog.has_table_privilege(
       coalesce(nullif(pg_catalog.current_setting('role'), 'none')::pg_catalog.name, SESSION_USER), view, 'SELECT') THEN
    new_values := NULL;
    old_values := NULL;
  END IF;
  IF pg_catalog.split_part(error_context, E'\n', 1) ~ '^PL/pgSQL.* RAISE$'
     AND NOT (pg_catalog.left(error_state, 2) = ANY (ARRAY['08', '0A', '22', '26', '34', '3D', '3F', '42', '54', '58', 'XX'])
              AND error_state <> '42501'
              AND (error_message || error_detail ~ '"' OR error_state ~ '^2200[LMNST]$'
                   OR error_message ~ '^(cross-database references|improper (qualified|relation) name|operator does not exist)')) THEN
    -- Raised by a function of the project: its own words. What fails in the arguments of RAISE itself looks the same,
    -- and quotes a value.
    visible_detail := error_detail;
  ELSIF NOT (pg_catalog.left(error_state, 2) = ANY (ARRAY['23', '25', '40', '53', '55', '57'])
             OR error_state = ANY (ARRAY['22001', '22012', '44000'])
             OR error_state = '42501' AND (error_message !~ '"' OR error_message ~ 'row-level security'))
        OR error_table <> '' AND NOT EXISTS (
             SELECT FROM pg_catalog.pg_class c
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = error_schema
             WHERE c.relname = error_table)
        OR error_constraint <> ''
           AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint WHERE conname = error_constraint)
           AND NOT EXISTS (SELECT FROM pg_catalog.pg_class WHERE relname = error_constraint) THEN
    -- A table or constraint that is gone again was made, and named, by the write itself.
    error_message := 'the write was refused';
    error_hint := 'The message is withheld: it may hold values of columns that the view does not show.';
    error_schema := '';
    error_table := '';
    error_column := '';
    error_constraint := '';
    error_type := '';
  ELSIF error_state IN ('23505', '23P01') THEN
    -- The columns of the index, unless one of them is an expression.
    SELECT CASE WHEN pg_catalog.bool_and(k.attnum > 0)
                THEN pg_catalog.array_agg(a.attname::pg_catalog.text ORDER BY k.position) END
    INTO referencing
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid AND c.relname = error_constraint
    CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS k(attnum, position)
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE i.indrelid = target_oid AND k.position <= i.indnkeyatts;
    SELECT 'Key (' || pg_catalog.string_agg(k.name, ', ' ORDER BY k.position) || ')=('
           || pg_catalog.string_agg(given.value, ', ' ORDER BY k.position) || ') '
           || CASE error_state WHEN '23505' THEN 'already exists.' ELSE 'conflicts with an existing key.' END
    INTO visible_detail
    FROM pg_catalog.unnest(referencing) WITH ORDINALITY AS k(name, position)
    LEFT JOIN ROWS FROM (pg_catalog.unnest(columns), pg_catalog.unnest(new_values)) AS given(name, value)
      ON given.name = k.name
    HAVING pg_catalog.bool_and(given.value IS NOT NULL);
  ELSIF error_state IN ('23503', '23001') THEN
    SELECT CASE WHEN con.conrelid = target_oid AND new_values IS NOT NULL THEN ARRAY(
             SELECT a.attname::pg_catalog.text
             FROM pg_catalog.unnest(con.conkey) WITH ORDINALITY AS k(attnum, position)
             JOIN pg_catalog.pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = k.attnum
             ORDER BY k.position) END,
           CASE WHEN con.confrelid = target_oid AND old_values IS NOT NULL THEN ARRAY(
             SELECT a.attname::pg_catalog.text
             FROM pg_catalog.unnest(con.confkey) WITH ORDINALITY AS k(attnum, position)
             JOIN pg_catalog.pg_attribute a ON a.attrelid = con.confrelid AND a.attnum = k.attnum
             ORDER BY k.position) END,
           CASE con.conrelid WHEN target_oid THEN there.relname ELSE here.relname END
    INTO referencing, referenced, other
    FROM pg_catalog.pg_constraint con
    JOIN pg_catalog.pg_class here ON here.oid = con.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = here.relnamespace
    JOIN pg_catalog.pg_class there ON there.oid = con.confrelid
    WHERE con.contype = 'f' AND con.conname = error_constraint
      AND n.nspname = error_schema AND here.relname = error_table;
    -- A table that refers to itself: which end an update violates, PostgreSQL says in words alone.
    IF referencing IS NULL OR referenced IS NULL THEN
      SELECT 'Key (' || pg_catalog.string_agg(k.name, ', ' ORDER BY k.position) || ')=('
             || pg_catalog.string_agg(given.value, ', ' ORDER BY k.position) || ') is '
             || CASE WHEN referenced IS NULL THEN 'not present in' ELSE 'still referenced from' END
             || ' table "' || other || '".'
      INTO visible_detail
      FROM pg_catalog.unnest(coalesce(referencing, referenced)) WITH ORDINALITY AS k(name, position)
      LEFT JOIN ROWS FROM (
        pg_catalog.unnest(columns),
        pg_catalog.unnest(CASE WHEN referenced IS NULL THEN new_values ELSE old_values END)
      ) AS given(name, value) ON given.name = k.name
      HAVING pg_catalog.bool_and(given.value IS NOT NULL);
    END IF;
  ELSIF error_state IN ('23502', '23514') AND new_values IS NOT NULL THEN
    -- A domain's error names no table; a cascade's names another one.
    SELECT 'Failing row contains (' || pg_catalog.string_agg(given.name, ', ' ORDER BY given.position)
           || ') = (' || pg_catalog.string_agg(
                CASE WHEN given.value IS NULL THEN 'null'
                     WHEN pg_catalog.length(given.value) > 64 THEN pg_catalog.left(given.value, 64) || '...'
                     ELSE given.value END, ', ' ORDER BY given.position) || ').'
    INTO visible_detail
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = error_schema
    CROSS JOIN ROWS FROM (pg_catalog.unnest(columns), pg_catalog.unnest(new_values))
      WITH ORDINALITY AS given(name, value, position)
    WHERE c.oid = target_oid AND c.relname = error_table;
  END IF;
  -- RAISE takes no option for one that is not there: it would be sent as an empty text.
  IF coalesce(visible_detail, '') = '' AND error_hint = '' THEN
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  ELSIF coalesce(visible_detail, '') = '' THEN
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message, HINT = error_hint,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  ELSIF error_hint = '' THEN
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message, DETAIL = visible_detail,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  ELSE
    RAISE EXCEPTION USING ERRCODE = error_state, MESSAGE = error_message, DETAIL = visible_detail, HINT = error_hint,
      SCHEMA = error_schema, TABLE = error_table, COLUMN = error_column,
      CONSTRAINT = error_constraint, DATATYPE = error_type;
  END IF;
END
$function$;

ALTER TABLE "public"."articles" ADD CONSTRAINT "articles_author_id_authors_id_fk" FOREIGN KEY (author_id) REFERENCES public.authors(id);

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_article_id_articles_id_fk" FOREIGN KEY (article_id) REFERENCES public.articles(id);

CREATE VIEW "api"."articles" AS  SELECT articles.id,
    articles.slug,
    articles.title,
    articles.subtitle,
    articles.body,
    articles.price,
    articles.author_id,
    articles.published_at
   FROM (public.articles
     CROSS JOIN ( SELECT) read_only)
  WHERE (articles.status = 'published'::public.article_status);

CREATE VIEW "api"."authors" AS  SELECT authors.id,
    authors.name,
    authors.created_at
   FROM (public.authors
     CROSS JOIN ( SELECT) read_only);

CREATE VIEW "api"."comments" AS  SELECT comments.id,
    comments.article_id,
    comments.author_name,
    comments.body,
    comments.created_at
   FROM (public.comments
     CROSS JOIN ( SELECT) read_only);

ALTER TABLE "api"."comments" ALTER COLUMN "created_at" SET DEFAULT now();

ALTER TABLE "api"."comments" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();

CREATE VIEW "api"."tags" AS  SELECT tags.id,
    tags.name
   FROM (public.tags
     CROSS JOIN ( SELECT) read_only);

CREATE INDEX articles_author_id_index ON public.articles USING btree (author_id);

CREATE INDEX comments_article_id_index ON public.comments USING btree (article_id);

CREATE TRIGGER comments_insert INSTEAD OF INSERT ON api.comments FOR EACH ROW EXECUTE FUNCTION api_triggers.comments_insert();

COMMENT ON COLUMN "api"."articles"."author_id" IS 'The author of the article.';

COMMENT ON COLUMN "api"."articles"."body" IS 'The text, in Markdown.';

COMMENT ON COLUMN "api"."articles"."price" IS 'The price of the article, in euros.';

COMMENT ON COLUMN "api"."articles"."published_at" IS 'When the article was published.';

COMMENT ON COLUMN "api"."articles"."slug" IS 'The last part of the URL of the article.';

COMMENT ON COLUMN "api"."articles"."subtitle" IS 'A line below the title.';

COMMENT ON COLUMN "api"."articles"."title" IS 'The headline.';

COMMENT ON COLUMN "api"."authors"."created_at" IS 'When the author was added.';

COMMENT ON COLUMN "api"."authors"."name" IS 'The name that readers see.';

COMMENT ON COLUMN "api"."comments"."article_id" IS 'The article that the comment is about.';

COMMENT ON COLUMN "api"."comments"."author_name" IS 'The name of the reader.';

COMMENT ON COLUMN "api"."comments"."body" IS 'The text of the comment.';

COMMENT ON COLUMN "api"."comments"."created_at" IS 'When the comment was written.';

COMMENT ON COLUMN "api"."tags"."name" IS 'The keyword.';

COMMENT ON COLUMN "public"."articles"."author_id" IS 'The author of the article.';

COMMENT ON COLUMN "public"."articles"."body" IS 'The text, in Markdown.';

COMMENT ON COLUMN "public"."articles"."created_at" IS 'When the article was created.';

COMMENT ON COLUMN "public"."articles"."metadata" IS 'Other data about the article.';

COMMENT ON COLUMN "public"."articles"."price" IS 'The price of the article, in euros.';

COMMENT ON COLUMN "public"."articles"."published_at" IS 'When the article was published.';

COMMENT ON COLUMN "public"."articles"."slug" IS 'The last part of the URL of the article.';

COMMENT ON COLUMN "public"."articles"."status" IS 'Readers only see published articles.';

COMMENT ON COLUMN "public"."articles"."subtitle" IS 'A line below the title.';

COMMENT ON COLUMN "public"."articles"."title" IS 'The headline.';

COMMENT ON COLUMN "public"."articles"."updated_at" IS 'When the article was last changed.';

COMMENT ON COLUMN "public"."authors"."created_at" IS 'When the author was added.';

COMMENT ON COLUMN "public"."authors"."email" IS 'The email address. It is unique.';

COMMENT ON COLUMN "public"."authors"."name" IS 'The name that readers see.';

COMMENT ON COLUMN "public"."authors"."role" IS 'Editors can change the articles of all authors.';

COMMENT ON COLUMN "public"."comments"."article_id" IS 'The article that the comment is about.';

COMMENT ON COLUMN "public"."comments"."author_name" IS 'The name of the reader.';

COMMENT ON COLUMN "public"."comments"."body" IS 'The text of the comment.';

COMMENT ON COLUMN "public"."comments"."created_at" IS 'When the comment was written.';

COMMENT ON COLUMN "public"."tags"."name" IS 'The keyword.';

COMMENT ON FUNCTION "api_triggers"."raise_error"(oid, text, text[], text[], text[], text, text, text, text, text, text, text, text, text, text) IS 'Raises an error of a write again, without what the view hides.';

COMMENT ON TABLE "public"."articles" IS 'Articles of the blog.';

COMMENT ON TABLE "public"."authors" IS 'People who write articles.';

COMMENT ON TABLE "public"."comments" IS 'Comments of readers on articles.';

COMMENT ON TABLE "public"."tags" IS 'Keywords of articles.';

COMMENT ON VIEW "api"."articles" IS 'Articles of the blog.';

COMMENT ON VIEW "api"."authors" IS 'People who write articles.';

COMMENT ON VIEW "api"."comments" IS 'Comments of readers on articles.';

COMMENT ON VIEW "api"."tags" IS 'Keywords of articles.';

REVOKE ALL ON FUNCTION "api_triggers"."comments_insert"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "api_triggers"."raise_error"(oid, text, text[], text[], text[], text, text, text, text, text, text, text, text, text, text) FROM PUBLIC;

GRANT USAGE ON SCHEMA "api" TO "anon";

GRANT SELECT ON TABLE "api"."articles" TO "anon";

GRANT SELECT ON TABLE "api"."authors" TO "anon";

GRANT INSERT, SELECT ON TABLE "api"."comments" TO "anon";

GRANT SELECT ON TABLE "api"."tags" TO "anon";

NOTIFY pgrst, 'reload schema';
