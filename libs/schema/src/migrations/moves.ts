import pg from 'pg';

import { inDiscardedTransaction } from '../database/transaction.js';
import { pgDelta, type Catalog, type Ownership, type PartitionPlace } from '../diff/index.js';
import { quoteIdentifier, quoteQualified, readableObject } from '../sql/identifier.js';
import type { MigrationStep } from '../steps/index.js';
import { SETTINGS } from './script.js';

/** A catalog in which things have moved, and the steps that moved them. */
export interface Moved {
  readonly catalog: Catalog;
  readonly steps: readonly MigrationStep[];
}

/**
 * Moves partitions to other bounds or tables, and extensions to other schemas, in a scratch database, which shows what
 * that changes of everything else: they keep their rows.
 *
 * @param scratch Opens a database that holds `from`.
 * @returns `from` when nothing moves, or PostgreSQL cannot move it because it changes in other ways as well.
 */
export async function moveObjects(
  scratch: () => Promise<pg.ClientBase>,
  ownership: Ownership,
  from: Catalog,
  to: Catalog,
): Promise<Moved> {
  const { extensions, detached, attached } = pgDelta.moves(from, to);
  const steps = [
    ...extensions.flatMap((one) => extensionTo(one.name, one.to)),
    ...detached.map(detach),
    ...attached.map(attach),
  ];
  if (steps.length === 0) return { catalog: from, steps };
  const client = await scratch();
  try {
    const catalog = await inDiscardedTransaction(client, async () => {
      for (const sql of SETTINGS) await client.query(sql);
      for (const { sql } of steps) await client.query(sql);
      return pgDelta.read(client, ownership);
    });
    return { catalog: pgDelta.withRoles(catalog, from), steps };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { catalog: from, steps: [] };
  }
}

function extensionTo(name: string, schema: string): MigrationStep[] {
  const quoted = quoteIdentifier(schema);
  const create = `CREATE SCHEMA IF NOT EXISTS ${quoted}`;
  const move = `ALTER EXTENSION ${quoteIdentifier(name)} SET SCHEMA ${quoted}`;
  return [
    ...(schema === 'public'
      ? []
      : [{ sql: create, verb: 'create', kind: 'schema', object: schema } as const]),
    { sql: move, verb: 'alter', kind: 'extension', object: name },
  ];
}

function detach(place: PartitionPlace): MigrationStep {
  return alterParent(place, `DETACH PARTITION ${quoteQualified(place)}`);
}

function attach(place: PartitionPlace): MigrationStep {
  return alterParent(place, `ATTACH PARTITION ${quoteQualified(place)} ${place.bound}`);
}

function alterParent(place: PartitionPlace, action: string): MigrationStep {
  return {
    sql: `ALTER TABLE ${quoteQualified(place.parent)} ${action}`,
    verb: 'alter',
    kind: 'table',
    object: readableObject(place),
  };
}
