import type pg from 'pg';

import type { Shadow } from '../database/shadow.js';
import { refusing, runStatements } from '../database/statements.js';
import { inDiscardedTransaction } from '../database/transaction.js';
import type { DesiredState } from '../desired-state.js';
import { pgDelta, type Catalog, type Ownership } from '../diff/index.js';
import { UserError } from '../errors/errors.js';
import { withBodiesCheckedLast } from './function-bodies.js';
import { refuseRoleStatements } from './role-statements.js';
import { refuseUnsafeViews } from './view-safety.js';
import { provideRoles, withRolesHidden } from './scratch-roles.js';

/** The desired state in a scratch database. */
export interface Built {
  readonly client: pg.Client;
  /** Before anything was built: what a new database holds. */
  readonly empty: Catalog;
  readonly catalog: Catalog;
}

/**
 * Builds the desired state in a scratch database and reads it back.
 *
 * @param ownership What to read of the database before it is built.
 * @param concurrentWork Done while the server builds.
 * @throws {UserError} naming the statement that PostgreSQL refuses, or that is about a role.
 */
export async function buildDesired(
  shadow: Shadow,
  state: DesiredState,
  ownership: Ownership,
  concurrentWork: () => Promise<void> = () => Promise.resolve(),
): Promise<Built> {
  refuseRoleStatements(state);
  const client = await shadow.database();
  const described = await withRolesHidden(client, state.roles, async () => {
    if (state.roleStatements.length > 0) await client.query(state.roleStatements.join(';\n'));
    return pgDelta.read(client, { schemas: ownership.schemas, roles: state.roles });
  });
  await provideRoles(shadow, client, described);
  const build = () =>
    withBodiesCheckedLast(client, state, () =>
      runStatements(client, state.statements.slice(state.roleStatements.length)),
    );
  const [built, done] = await Promise.allSettled([
    refusing({ message: 'PostgreSQL rejects a statement of the schema' }, build),
    concurrentWork(),
  ]);
  for (const outcome of [built, done]) if (outcome.status === 'rejected') throw outcome.reason;
  await refuseUnsafeViews(client, state);
  const catalog = await inDiscardedTransaction(client, () => readWhole(client, state, described));
  return { client, empty: pgDelta.withRoles(described), catalog };
}

/**
 * Reads a database that holds what we built and nothing else: what a catalog cannot say is a mistake.
 *
 * @throws {UserError} naming what no migration would make.
 */
async function readWhole(
  client: pg.ClientBase,
  ownership: Ownership,
  roles?: Catalog,
): Promise<Catalog> {
  const { catalog, unread } = await pgDelta.readWithUnread(client, ownership, roles);
  if (unread.length === 0) return catalog;
  throw new UserError(
    unread.map(({ name, fix }) => ({
      code: 'unsupported-object',
      subject: name,
      message: 'migrations do not support it',
      fix,
    })),
  );
}
