-- Names and texts that try to break out of where they are written.
CREATE SCHEMA "it's `${1}` \ */";
CREATE TABLE "it's `${1}` \ */"."'; process.exit(7); //" (
  "id`${x}`" integer CONSTRAINT "pk'""`" PRIMARY KEY,
  "line
break" text DEFAULT '`${process.exit(7)}`\n' NOT NULL,
  "carriage" text DEFAULT E'a\r\nb',
  " " text, "  " text, "a-b" text, "a_b" text, "aB" text, "A_B" text, "ünï" text, "__proto__" integer, "constructor" integer
);
COMMENT ON TABLE "it's `${1}` \ */"."'; process.exit(7); //" IS E'*/ process.exit(7); /* ''"`${1}` \u202e \u2028 \r end\\';
COMMENT ON COLUMN "it's `${1}` \ */"."'; process.exit(7); //"." " IS E'''\n`${process.exit(7)}`';
CREATE TYPE "it's `${1}` \ */"."type""'" AS ENUM ('''); process.exit(7); (''', '`', E'\\', E'\n');
CREATE TABLE "it's `${1}` \ */"."default" (id serial PRIMARY KEY, kind "it's `${1}` \ */"."type""'" DEFAULT '`', kinds "it's `${1}` \ */"."type""'"[]);
CREATE VIEW "it's `${1}` \ */"."await" AS SELECT '`${process.exit(7)}` \n' AS "x`"
  FROM "it's `${1}` \ */"."default";
CREATE FUNCTION "it's `${1}` \ */"."f'()"() RETURNS text LANGUAGE sql AS $$ SELECT E'\\ ` ${1}' $$;
-- The name that a table's columns have where its constraints are written.
CREATE TABLE t (id integer PRIMARY KEY);
CREATE TABLE u (id integer PRIMARY KEY, t integer REFERENCES t);
