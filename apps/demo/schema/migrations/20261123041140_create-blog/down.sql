-- Takes back 20261123041140_create-blog.
-- Written by `schema generate`. Run in one transaction.
--
--   drop view api.articles
--   drop view api.authors
--   drop view api.comments
--   drop view api.tags
--   drop function api_triggers.check_request()
--   drop function api_triggers.comments_write()
--   drop table public.article_tags
--   drop table public.articles
--   drop type public.article_status
--   drop table public.authors
--   drop type public.author_role
--   drop table public.comments
--   drop table public.tags
--   drop schema api_triggers
--   drop schema api
--
-- LOSES DATA:
--   drop table public.article_tags: its rows are lost
--   drop table public.articles: its rows are lost
--   drop table public.authors: its rows are lost
--   drop table public.comments: its rows are lost
--   drop table public.tags: its rows are lost

SET LOCAL search_path = pg_catalog;
SET LOCAL check_function_bodies = off;

DROP VIEW "api"."articles";

DROP VIEW "api"."authors";

DROP VIEW "api"."comments";

DROP VIEW "api"."tags";

ALTER TABLE "public"."article_tags" DROP CONSTRAINT "article_tags_article_id_articles_id_fk";

ALTER TABLE "public"."article_tags" DROP CONSTRAINT "article_tags_tag_id_tags_id_fk";

ALTER TABLE "public"."articles" DROP CONSTRAINT "articles_author_id_authors_id_fk";

ALTER TABLE "public"."comments" DROP CONSTRAINT "comments_article_id_articles_id_fk";

DROP FUNCTION "api_triggers"."check_request"();

DROP FUNCTION "api_triggers"."comments_write"();

-- Loses data: its rows are lost.
DROP TABLE "public"."article_tags";

-- Loses data: its rows are lost.
DROP TABLE "public"."articles";

DROP TYPE "public"."article_status";

-- Loses data: its rows are lost.
DROP TABLE "public"."authors";

DROP TYPE "public"."author_role";

-- Loses data: its rows are lost.
DROP TABLE "public"."comments";

-- Loses data: its rows are lost.
DROP TABLE "public"."tags";

DROP SCHEMA "api_triggers";

DROP SCHEMA "api";

NOTIFY pgrst, 'reload schema';
