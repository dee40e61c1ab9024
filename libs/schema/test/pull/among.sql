-- Extensions in the schema of the tables that use their types, functions and operators.
CREATE SCHEMA shop;
CREATE EXTENSION citext SCHEMA shop;
CREATE EXTENSION cube SCHEMA shop;
CREATE EXTENSION earthdistance SCHEMA shop;
CREATE EXTENSION pg_trgm SCHEMA shop;
CREATE EXTENSION pgcrypto SCHEMA shop;
CREATE DOMAIN shop.place AS shop.cube;
CREATE TYPE shop.mood AS ENUM ('glad', 'sad');
CREATE TABLE shop.people (
  id uuid DEFAULT shop.gen_random_uuid() PRIMARY KEY,
  name shop.citext NOT NULL,
  mood shop.mood DEFAULT 'glad',
  home shop.place,
  password text CHECK (shop.digest(password, 'sha256') IS NOT NULL)
);
CREATE INDEX people_name ON shop.people USING gin (name shop.gin_trgm_ops);
CREATE VIEW shop.alike AS SELECT id, shop.similarity(name, 'x') AS how FROM shop.people WHERE name OPERATOR(shop.%) 'y';
CREATE TYPE shop.pair AS (one shop.citext, other shop.cube);
CREATE TABLE shop.log (who shop.citext, what shop.pair);
