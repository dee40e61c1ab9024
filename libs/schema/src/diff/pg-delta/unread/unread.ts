import type { FactBase } from '@supabase/pg-delta';
import type pg from 'pg';

import type { Ownership, Unread } from '../../engine.js';
import { kindOf, objectName } from '../object-name.js';
import { isOwnersGrant, isUnusual } from '../workarounds/owners.js';
import { CARRIED } from './carried.js';
import { refusedQuery } from './refused.js';

/** What the engine has read: all of a database, and the part of it that the project owns. */
export interface Read {
  readonly all: FactBase;
  readonly owned: FactBase;
  readonly serverMajor: number;
}

/** Names what a database holds and its catalog cannot say, so that it is refused or carried rather than left out. */
export async function readUnread(
  client: pg.ClientBase,
  { schemas, roles }: Ownership,
  { all, owned, serverMajor }: Read,
): Promise<readonly Unread[]> {
  const { rows: refused } = await client.query<{ name: string }>(refusedQuery(serverMajor), [
    schemas,
  ]);
  const { rows: carried } = await client.query<{ name: string; up: string; down: string }>(
    CARRIED,
    [schemas, roles],
  );
  const names = [
    ...[...all.facts(), ...owned.facts()].flatMap((fact): string[] => {
      const { id, payload } = fact;
      const name = `${kindOf(id)} ${objectName(id)}`;
      switch (id.kind) {
        case 'defaultPrivilege': {
          const isElsewhere = id.schema !== null && !schemas.includes(id.schema);
          const role = objectName({ kind: 'role', name: id.role });
          return owned.has(id) || isElsewhere ? [] : [`default privileges of ${role}`];
        }
        case 'subscription':
        case 'userMapping':
          return owned.has(id) ? [] : [name];
        case 'acl':
          return owned.has(id.target) && isOwnersGrant(fact, all) && isUnusual(fact)
            ? [`${name}, who owns it`]
            : [];
        case 'policy':
          // Such as the migrating user, whose name differs from server to server.
          return (payload['roles'] as string[])
            .filter(
              (role) =>
                role !== 'PUBLIC' && owned.has(id) && !owned.has({ kind: 'role', name: role }),
            )
            .map((role) => `role ${objectName({ kind: 'role', name: role })} of ${name}`);
        default:
          return [];
      }
    }),
    // The engine hides the values of options, for they may be passwords.
    ...owned.facts().flatMap(({ id, payload }) => {
      const isHidden = JSON.stringify(payload).includes('__OPTION_');
      return isHidden ? [`options of ${kindOf(id)} ${objectName(id)}`] : [];
    }),
    ...refused.map(({ name }) => name),
  ];
  return [
    ...[...new Set(names)].map((name) => ({ name, fix: fixFor(name) })),
    ...carried.map(({ name, up, down }) => ({
      name,
      fix: `Pass its SQL to raw(): ${up}`,
      sql: { up, down },
    })),
  ];
}

/** What users do about an object, by the start of its name. SQL passed to `raw()` can make all others. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [/^virtual generated column /, 'Make it STORED.'],
  [/^incomplete index /, 'Create it without ONLY, or attach an index of each partition to it.'],
  [/^typed table /, 'List its columns instead of its type.'],
  [/^own definition of inherited /, 'Remove it: the table inherits the column.'],
  [/^(?:compression of column|storage parameters of index) /, 'Remove it: it has no effect.'],
  [/^name or attributes of NOT NULL /, 'Write a plain NOT NULL instead.'],
  [/^(?:subscription|user mapping) /, 'Create it on each server that needs it.'],
  [/^role /, 'Name a role of the project, or PUBLIC.'],
  [
    /^options of (?!column )/,
    'Set them on each server: they may be passwords, which must not be in files.',
  ],
];

function fixFor(name: string): string {
  return FIXES.find(([names]) => names.test(name))?.[1] ?? 'Pass its SQL to raw().';
}
