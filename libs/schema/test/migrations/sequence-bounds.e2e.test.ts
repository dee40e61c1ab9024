import { expect, inject, test } from 'vitest';

import { described, NO_DRIFT, openMigrationProject } from './migration-project.js';

const sequence = (options: string) => described([`CREATE SEQUENCE app.numbers ${options}`]);
const identity = (options: string) =>
  described([`CREATE TABLE app.t (id int GENERATED ALWAYS AS IDENTITY (${options}), name text)`]);

const NEXT = `SELECT nextval('app.numbers')::int AS next`;

/** What comes next after `used` numbers, once other bounds are applied, and once they are taken back. */
test.each([
  // From, how many are used, to, the next number, the next number after the rollback.
  ['a first number that is raised', '', 0, 'MINVALUE 5', 5, 6],
  ['one that is raised above what is used', '', 3, 'MINVALUE 10', 10, 11],
  ['one that is raised below what is used', '', 7, 'MINVALUE 5', 8, 9],
  ['one that is lowered', 'MINVALUE 5', 2, '', 7, 8],
  ['one that is lowered below zero', '', 0, 'MINVALUE -5', 1, 2],
  ['a last number that is lowered', '', 2, 'MAXVALUE 10', 3, 4],
  ['a start', 'START 100', 0, 'START 1 MAXVALUE 50', 1, 2],
  ['descending numbers', 'INCREMENT -1', 2, 'INCREMENT -1 MAXVALUE -10', -10, -11],
])('%s', async (_, first, used, second, next, afterwards) => {
  await using project = await openMigrationProject(inject('postgresUrl'));
  await project.apply(sequence(first));
  for (let index = 0; index < used; index++) await project.query(NEXT);
  await project.apply(sequence(second));
  expect(await project.check(sequence(second))).toEqual(NO_DRIFT);
  expect(await project.query(NEXT)).toEqual([{ next }]);
  await project.rollback();
  expect(await project.query(NEXT)).toEqual([{ next: afterwards }]);
});

test('numbers that are used up stay so', async () => {
  await using project = await openMigrationProject(inject('postgresUrl'));
  await project.apply(sequence(''));
  for (let index = 0; index < 7; index++) await project.query(NEXT);
  await project.apply(sequence('MAXVALUE 5'));
  await expect(project.query(NEXT)).rejects.toThrow(/reached maximum value of sequence/);
});

test('an identity is moved as a sequence is, up and down', async () => {
  await using project = await openMigrationProject(inject('postgresUrl'));
  await project.apply(identity('START 1'));
  await project.query(`INSERT INTO app.t (name) VALUES ('a')`);
  await project.apply(identity('MINVALUE 100 START 100'));
  const [second] = await project.query(`INSERT INTO app.t (name) VALUES ('b') RETURNING id`);
  expect(second).toEqual({ id: 100 });
  await project.rollback();
  const [third] = await project.query(`INSERT INTO app.t (name) VALUES ('c') RETURNING id`);
  expect(third).toEqual({ id: 101 });
});
