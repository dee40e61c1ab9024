import type { Action, FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta';
import { formatSqlStatements } from '@supabase/pg-delta/sql-format';

import type { MigrationStep } from '../../migrations/registry.js';
import { quoteIdentifier } from '../../sql/identifier.js';
import { membershipUnlessExists, roleUnlessExists } from '../../sql/unless-exists.js';
import type { TouchedRelation } from '../engine.js';
import { hasCast, type Casts } from './casts.js';
import { OWNER } from './catalog.js';
import { kindOf, objectName } from './object-name.js';
import { mayLoseValues } from './type-change.js';

/** Turns the engine's actions into the steps of a migration, in their order. */
export function stepsOf(plan: EnginePlan, from: FactBase, casts: Casts): MigrationStep[] {
  const retyped = typeChanges(plan);
  return plan.actions.flatMap((action) => {
    const id = subjectOf(action);
    if (takesFromOthers(action, id)) return [];
    if (isIdle(action, id, from)) return [];
    const change = isRetyping(action) ? retyped.get(encodeId(id)) : undefined;
    const dataLoss = lossOf(action, id, from, change);
    const relation = relationOf(id);
    const sql =
      change && !hasCast(change.from, change.to, casts)
        ? castThroughText(action, change)
        : sqlOf(action, id);
    return [
      {
        sql: sql.trimEnd().replace(/;$/, ''),
        verb: action.verb,
        kind: kindOf(id),
        object: objectName(id),
        ...(relation === undefined ? {} : { relation }),
        ...(dataLoss === undefined ? {} : { dataLoss }),
      },
    ];
  });
}

/**
 * Another database of the server, or another tenant of this one, may use a role, a membership or an
 * extension that goes.
 */
function takesFromOthers({ verb, sql }: Action, id: StableId): boolean {
  if (id.kind === 'membership') return sql.startsWith('REVOKE ');
  return verb === 'drop' && (id.kind === 'role' || id.kind === 'extension');
}

interface TypeChange {
  readonly from: string;
  readonly to: string;
}

/** How the types of columns change, by column. */
function typeChanges(plan: EnginePlan): ReadonlyMap<string, TypeChange> {
  const changes = new Map<string, TypeChange>();
  for (const delta of plan.deltas) {
    if (delta.verb !== 'set' || delta.id.kind !== 'column' || delta.attr !== 'type') continue;
    changes.set(encodeId(delta.id), { from: String(delta.from), to: String(delta.to) });
  }
  return changes;
}

/** Types without a cast between them are converted by how their values are written. */
function castThroughText({ sql }: Action, { to }: TypeChange): string {
  const cast = `::${to}`;
  if (!sql.endsWith(cast)) return sql;
  return `${sql.slice(0, -cast.length)}::text${to.endsWith('[]') ? '[]' : ''}${cast}`;
}

/** Relations that strangers must not depend on while the actions run. */
export function touchedBy(actions: readonly Action[]): TouchedRelation[] {
  const touched = new Map<string, TouchedRelation>();
  const add = (relation: TouchedRelation) => {
    touched.set(JSON.stringify(relation), relation);
  };
  for (const action of actions) {
    for (const id of action.destroys) {
      if (id.kind === 'table' || id.kind === 'view' || id.kind === 'materializedView') {
        add({ schema: id.schema, name: id.name });
      } else if (id.kind === 'column') {
        add({ schema: id.schema, name: id.table, column: id.name });
      } else if (id.kind === 'constraint') {
        add({ schema: id.schema, name: id.table, constraint: id.name });
      }
    }
    const id = subjectOf(action);
    if (id.kind === 'column' && isRetyping(action)) {
      add({ schema: id.schema, name: id.table, column: id.name });
    }
  }
  // What happens to a relation as a whole happens to its columns.
  const whole = (part: TouchedRelation) => JSON.stringify({ schema: part.schema, name: part.name });
  return [...touched].flatMap(([key, part]) =>
    key !== whole(part) && touched.has(whole(part)) ? [] : [part],
  );
}

/** What an action is about: what it makes, else what it drops, else what it changes. */
function subjectOf({ produces, destroys, consumes }: Action): StableId {
  const first = produces[0] ?? destroys[0];
  // A grant made along with its relation consumes both.
  return first ?? consumes.find(({ kind }) => kind === 'acl') ?? consumes[0]!;
}

/** The engine drops a default before each change of type, whether there is one or not. */
function isIdle(action: Action, id: StableId, from: FactBase): boolean {
  if (action.verb !== 'alter' || id.kind !== 'column' || !/ DROP DEFAULT$/.test(action.sql)) {
    return false;
  }
  return !from.has({ ...id, kind: 'default' });
}

/** The relation that an object is a part of. */
function relationOf(id: StableId): string | undefined {
  if ('table' in id) return objectName({ kind: 'table', schema: id.schema, name: id.table });
  if ('target' in id) return relationOf(id.target) ?? objectName(id.target);
  return undefined;
}

function isRetyping(action: Action): boolean {
  return action.verb === 'alter' && action.rewriteRisk && / TYPE /.test(action.sql);
}

function lossOf(
  action: Action,
  id: StableId,
  from: FactBase,
  change: TypeChange | undefined,
): string | undefined {
  if (action.verb === 'drop' && id.kind === 'table') return 'its rows are lost';
  if (action.verb === 'drop' && id.kind === 'column') {
    const computed = typeof from.get(id)?.payload['generatedExpr'] === 'string';
    return computed ? undefined : 'its values are lost';
  }
  if (action.verb === 'drop' && id.kind === 'typeAttribute') return 'its values are lost';
  if (change) {
    return mayLoseValues(change.from, change.to)
      ? `its values are converted from ${change.from} to ${change.to}, and may be cut or refused`
      : undefined;
  }
  const dropsOwner = action.destroys.some(({ kind }) => kind === 'table' || kind === 'column');
  const sequence = action.destroys.find(({ kind }) => kind === 'sequence');
  if (sequence && !dropsOwner && !action.produces.some(({ kind }) => kind === 'sequence')) {
    return `sequence ${objectName(sequence)} loses its position, so numbers may be given twice`;
  }
  return undefined;
}

function sqlOf(action: Action, id: StableId): string {
  const { sql, verb } = action;
  if (verb === 'create' && id.kind === 'role' && sql.startsWith('CREATE ROLE ')) {
    return roleUnlessExists(id.name, sql);
  }
  if (verb === 'create' && id.kind === 'membership' && !sql.endsWith(' WITH ADMIN OPTION')) {
    return membershipUnlessExists(id);
  }
  if (verb === 'create' && id.kind === 'schema') {
    return sql.replace(/^CREATE SCHEMA (?!IF )/, 'CREATE SCHEMA IF NOT EXISTS ');
  }
  if (verb === 'create' && id.kind === 'extension') {
    return sql.replace(/^CREATE EXTENSION (?!IF )/, 'CREATE EXTENSION IF NOT EXISTS ');
  }
  // The formatter takes a line break for white space, in a name as well.
  if (verb === 'create' && sql.startsWith('CREATE TABLE ') && !/[\n\r]/.test(sql)) {
    const options = { keywordCase: 'preserve', maxWidth: Number.MAX_SAFE_INTEGER } as const;
    return formatSqlStatements([sql], options).join('\n');
  }
  if (id.kind === 'type' && / RENAME TO ".*__pgdelta_replaced/.test(sql)) {
    return `-- The old type stands aside until all columns are of the new one.\n${sql}`;
  }
  if (id.kind === 'acl' && id.grantee === OWNER) {
    // The engine quotes the name, which would make a role of it.
    const quoted = quoteIdentifier(OWNER);
    return sql.replaceAll(new RegExp(`(FROM|TO) ${quoted}`, 'g'), `$1 ${OWNER}`);
  }
  return sql;
}
