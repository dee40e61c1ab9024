-- Applies 20261121065046_create-blog.
-- Written by `schema generate`. Run in one transaction.
--
--   create role anon
--   create role authenticator
--   create membership authenticator in anon
--   create schema api_triggers
--   create schema api
--   create sequence public.tags_id_seq
--   create table public.authors
--   create table public.comments
--   create table public.tags
--   create type public.article_status
--   create table public.articles
--   create function api_triggers.comments_insert()
--   create view api.articles
--   create view api.authors
--   create view api.comments
--   create view api.tags
--   create index public.articles_author_id_index
--   create index public.comments_article_id_index
--   set privileges api_triggers.comments_insert() for everyone

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

CREATE TABLE "public"."authors" (
  "id"            uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "name"          character varying(100)   NOT NULL,
  "email"         character varying(320)   NOT NULL,
  "password_hash" character varying(200),
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "authors_email_unique" UNIQUE (email),
  CONSTRAINT "authors_pkey" PRIMARY KEY (id)
);

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

CREATE OR REPLACE FUNCTION api_triggers.comments_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
DECLARE
  written "public"."comments"%ROWTYPE;
BEGIN
  INSERT INTO "public"."comments" AS t ("id", "article_id", "author_name", "body", "created_at")
    VALUES (NEW."id", NEW."article_id", NEW."author_name", NEW."body", NEW."created_at")
    RETURNING t.* INTO written;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT v."id", v."article_id", v."author_name", v."body", v."created_at"
    INTO NEW."id", NEW."article_id", NEW."author_name", NEW."body", NEW."created_at"
    FROM "api"."comments" AS v
    WHERE v."id" = written."id";
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = '44000', MESSAGE = 'new row is not visible through view "api"."comments"', HINT = 'The view shows only some rows of its table, and this one would not be among them.';
  END IF;
  RETURN NEW;
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

COMMENT ON TABLE "public"."articles" IS 'What there is to read.';

COMMENT ON TABLE "public"."authors" IS 'Who writes articles.';

COMMENT ON TABLE "public"."comments" IS 'What readers say about an article.';

COMMENT ON TABLE "public"."tags" IS 'Words that articles share.';

COMMENT ON VIEW "api"."articles" IS 'What there is to read.';

COMMENT ON VIEW "api"."authors" IS 'Who writes articles.';

COMMENT ON VIEW "api"."comments" IS 'What readers say about an article.';

COMMENT ON VIEW "api"."tags" IS 'Words that articles share.';

REVOKE ALL ON FUNCTION "api_triggers"."comments_insert"() FROM PUBLIC;

GRANT USAGE ON SCHEMA "api" TO "anon";

GRANT SELECT ON TABLE "api"."articles" TO "anon";

GRANT SELECT ON TABLE "api"."authors" TO "anon";

GRANT INSERT, SELECT ON TABLE "api"."comments" TO "anon";

GRANT SELECT ON TABLE "api"."tags" TO "anon";

NOTIFY pgrst, 'reload schema';
