import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, inject, test } from 'vitest';

import { carried, knownTo, refused, ROLE, type AttributeCase } from './attribute-cases.js';
import {
  described,
  NO_DRIFT,
  openMigrationProject,
  type MigrationProject,
} from './migration-project.js';

const serverUrl = inject('postgresUrl');
const [carriedHere, refusedHere] = [
  await knownTo(serverUrl, carried),
  await knownTo(serverUrl, refused),
];

test('each row of the documentation is shown here, and the other way around', async () => {
  const page = await readFile(
    new URL('../../../../docs/schema/attributes.md', import.meta.url),
    'utf8',
  );
  const rows = [...page.matchAll(/^\| ([^|]+?) +\| (supported|refused)/gm)].map(
    ([, row, state]) => `${row!.replaceAll('`', '')}: ${state}`,
  );
  expect(rows.sort()).toEqual(
    [
      ...carried.map(({ row }) => `${row}: supported`),
      ...refused.map(({ row }) => `${row}: refused`),
    ].sort(),
  );
});

describe('carried', () => {
  const seen = new Map<string, unknown[]>();

  /** What the database shows of each case. */
  async function look(project: MigrationProject): Promise<void> {
    for (const { row, probe } of carriedHere) {
      const found = await project.query(probe).catch(() => 'not there');
      seen.set(row, [...(seen.get(row) ?? []), sorted(found)]);
    }
  }

  const stateOf = (pick: (one: AttributeCase) => readonly string[]) =>
    described(carriedHere.flatMap(pick), {
      schemas: carriedHere.map(({ schema }) => schema),
      roles: [ROLE],
    });

  beforeAll(async () => {
    const [before, after] = [stateOf((one) => one.before), stateOf((one) => one.after)];
    await using direct = await openMigrationProject(serverUrl);
    for (const statement of after.statements) await direct.query(statement);
    await look(direct);
    await using project = await openMigrationProject(serverUrl);
    await project.apply(after);
    await look(project);
    expect(await project.check(after)).toEqual(NO_DRIFT);
    await using changed = await openMigrationProject(serverUrl);
    await changed.apply(before);
    await look(changed);
    await changed.apply(after, { allowDataLoss: true });
    await look(changed);
    expect(await changed.check(after)).toEqual(NO_DRIFT);
    await changed.rollback(1);
    await look(changed);
  });

  test.each(carriedHere.map(({ row }) => row))('%s', (row) => {
    const [direct, made, before, after, back] = seen.get(row)!;
    expect({ made, after }).toEqual({ made: direct, after: direct });
    expect(back).toEqual(before);
  });
});

describe('refused by name', () => {
  test.each(refusedHere)('$row', async ({ after, schema }) => {
    await using project = await openMigrationProject(serverUrl);
    const state = described(after, { schemas: [schema], roles: [ROLE] });
    await expect(project.generate(state)).rejects.toThrow(
      /: migrations do not support it \[unsupported-object\]\n[^]*(raw\(\)|on each server|without ONLY|STORED|List its columns|plain NOT NULL|a role of the project|Remove (it:|them))/,
    );
    expect(await project.migrations()).toEqual([]);
  });
});

/** Options have no order. */
function sorted(found: unknown): unknown {
  return JSON.parse(JSON.stringify(found), (key, value: unknown) =>
    /options$/.test(key) && Array.isArray(value) ? value.toSorted() : value,
  );
}
