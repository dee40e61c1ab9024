-- Applies 20261123041140_create-blog.
-- Written by `schema generate`. Run in one transaction.
--
--   create role anon
--   create role authenticator
--   create membership authenticator in anon
--   create schema api_triggers
--   create schema api
--   create sequence public.tags_id_seq
--   create table public.article_tags
--   create table public.comments
--   create table public.tags
--   create type public.article_status
--   create table public.articles
--   create type public.author_role
--   create table public.authors
--   create function api_triggers.check_request()
--   create function api_triggers.comments_write()
--   create view api.articles
--   create view api.authors
--   create view api.comments
--   create view api.tags
--   create index public.article_tags_tag_id_index
--   create index public.articles_author_id_index
--   create index public.comments_article_id_index
--   create comment function api_triggers.check_request()
--   set privileges api_triggers.check_request() for everyone
--   set privileges api_triggers.comments_write() for everyone

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

CREATE TABLE "public"."article_tags" (
  "article_id" uuid    NOT NULL,
  "tag_id"     integer NOT NULL,
  CONSTRAINT "article_tags_pkey" PRIMARY KEY (article_id, tag_id)
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
  "row_version"  integer                  NOT NULL DEFAULT 1,
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

CREATE OR REPLACE FUNCTION api_triggers.check_request()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
DECLARE
  headers pg_catalog.json := pg_catalog.current_setting('request.headers', true);
  name pg_catalog.text := pg_catalog.substr(pg_catalog.current_setting('request.path', true), 2);
  view pg_catalog.regclass := pg_catalog.to_regclass(
    pg_catalog.format('%I.%I', coalesce(headers ->> 'content-profile', 'api'), name));
  privilege pg_catalog.text := CASE pg_catalog.current_setting('request.method', true)
    WHEN 'POST' THEN 'INSERT' WHEN 'PUT' THEN 'INSERT' WHEN 'PATCH' THEN 'UPDATE' WHEN 'DELETE' THEN 'DELETE' END;
BEGIN
  -- There is no view for a function, and no privilege for a request that reads: then, this is NULL.
  IF NOT pg_catalog.has_table_privilege(view, privilege) THEN
    RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'permission denied for view ' || name;
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION api_triggers.comments_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
BEGIN
  INSERT INTO "public"."comments" AS t ("id", "article_id", "author_name", "body", "created_at")
  VALUES (NEW."id", NEW."article_id", NEW."author_name", NEW."body", NEW."created_at")
  RETURNING t."id", t."article_id", t."author_name", t."body", t."created_at" INTO NEW;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END
$function$;

ALTER TABLE "public"."article_tags" ADD CONSTRAINT "article_tags_article_id_articles_id_fk" FOREIGN KEY (article_id) REFERENCES public.articles(id) ON DELETE CASCADE;

ALTER TABLE "public"."articles" ADD CONSTRAINT "articles_author_id_authors_id_fk" FOREIGN KEY (author_id) REFERENCES public.authors(id);

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_article_id_articles_id_fk" FOREIGN KEY (article_id) REFERENCES public.articles(id);

ALTER TABLE "public"."article_tags" ADD CONSTRAINT "article_tags_tag_id_tags_id_fk" FOREIGN KEY (tag_id) REFERENCES public.tags(id) ON DELETE CASCADE;

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

CREATE INDEX article_tags_tag_id_index ON public.article_tags USING btree (tag_id);

CREATE INDEX articles_author_id_index ON public.articles USING btree (author_id);

CREATE INDEX comments_article_id_index ON public.comments USING btree (article_id);

CREATE TRIGGER comments_insert INSTEAD OF INSERT ON api.comments FOR EACH ROW EXECUTE FUNCTION api_triggers.comments_write();

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

COMMENT ON COLUMN "public"."articles"."row_version" IS 'How often the article was written.';

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

COMMENT ON FUNCTION "api_triggers"."check_request"() IS 'Refuses a write for which the role has no privilege. PostgREST calls it before each request.';

COMMENT ON TABLE "public"."article_tags" IS 'Which articles have which tags.';

COMMENT ON TABLE "public"."articles" IS 'Articles of the blog.';

COMMENT ON TABLE "public"."authors" IS 'People who write articles.';

COMMENT ON TABLE "public"."comments" IS 'Comments of readers on articles.';

COMMENT ON TABLE "public"."tags" IS 'Keywords of articles.';

COMMENT ON VIEW "api"."articles" IS 'Articles of the blog.';

COMMENT ON VIEW "api"."authors" IS 'People who write articles.';

COMMENT ON VIEW "api"."comments" IS 'Comments of readers on articles.';

COMMENT ON VIEW "api"."tags" IS 'Keywords of articles.';

REVOKE ALL ON FUNCTION "api_triggers"."check_request"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "api_triggers"."check_request"() TO "anon";

REVOKE ALL ON FUNCTION "api_triggers"."comments_write"() FROM PUBLIC;

GRANT USAGE ON SCHEMA "api" TO "anon";

GRANT USAGE ON SCHEMA "api_triggers" TO "anon";

GRANT SELECT ON TABLE "api"."articles" TO "anon";

GRANT SELECT ON TABLE "api"."authors" TO "anon";

GRANT INSERT, SELECT ON TABLE "api"."comments" TO "anon";

GRANT SELECT ON TABLE "api"."tags" TO "anon";

NOTIFY pgrst, 'reload schema';
