import type { Action, FactBase, Plan as EnginePlan, StableId } from '@supabase/pg-delta';
import { encodeId } from '@supabase/pg-delta/core';
import { formatSqlStatements } from '@supabase/pg-delta/sql-format';

import type { QualifiedName } from '../../sql/identifier.js';
import { membershipUnlessExists, roleUnlessExists } from '../../sql/unless-exists.js';
import type { MigrationStep } from '../../steps/index.js';
import { withColumnGrants } from './workarounds/column-grants.js';
import { goesWithColumn } from './workarounds/dropped-with-column.js';
import { extensionSteps, goesWithSchema, schemaSteps } from './workarounds/extension-schemas.js';
import { isGenerated } from './workarounds/facts.js';
import { asOwner } from './workarounds/owners.js';
import { isRetyping, typeChanges, type TypeChange } from './workarounds/type-changes.js';
import { kindOf, objectName } from './object-name.js';
import { mayLoseValues } from './type-change.js';

/** A step with what it is about. */
export interface SubjectedStep {
  readonly subject: StableId;
  readonly step: MigrationStep;
}

/** Turns the engine's actions into the steps of a migration, in their order. */
export function subjectedSteps(
  plan: EnginePlan,
  { from, to }: { readonly from: FactBase; readonly to: FactBase },
  dropsExtensions = false,
): SubjectedStep[] {
  const retyped = typeChanges(plan);
  const steps = plan.actions.flatMap((action): SubjectedStep[] => {
    const id = subjectOf(action);
    if (takesFromOthers(action, id, { from, to }, dropsExtensions)) return [];
    if (isIdle(action, id, from) || goesWithColumn(action, id, { from, to })) return [];
    const extension = id.kind === 'extension' ? { kind: id.kind, name: id.name } : undefined;
    if (extension && action.verb === 'create') {
      return extensionSteps(extension, to).map((step) => ({ subject: id, step }));
    }
    const change = isRetyping(action) ? retyped.get(encodeId(id)) : undefined;
    const dataLoss = lossOf(action, id, from, change);
    const relation = relationOf(id);
    const step = {
      sql: sqlOf(action, id).trimEnd().replace(/;$/, ''),
      verb: action.verb,
      kind: kindOf(id),
      object: objectName(id),
      ...(relation === undefined ? {} : { relation }),
      ...(dataLoss === undefined ? {} : { dataLoss }),
    };
    const before = extension && action.verb === 'alter' ? schemaSteps(extension, to) : [];
    return [...before, step].map((each) => ({ subject: id, step: each }));
  });
  return withColumnGrants(steps, to);
}

/** The engine drops a default before each change of type, whether there is one or not. */
function isIdle({ verb, sql }: Action, id: StableId, from: FactBase): boolean {
  if (verb !== 'alter' || id.kind !== 'column' || !sql.endsWith(' DROP DEFAULT')) return false;
  return !from.has({ ...id, kind: 'default' });
}

/**
 * Another database of the server, or another tenant of this one, may use a role, a membership or an
 * extension that goes.
 */
function takesFromOthers(
  { verb, sql }: Action,
  id: StableId,
  { from, to }: { readonly from: FactBase; readonly to: FactBase },
  dropsExtensions: boolean,
): boolean {
  if (id.kind === 'membership') return sql.startsWith('REVOKE ');
  if (verb !== 'drop') return false;
  if (id.kind !== 'extension') return id.kind === 'role';
  // One that is made anew, in another schema, comes back.
  return !dropsExtensions && !to.has(id) && !goesWithSchema(id.name, from, to);
}

/** Relations that the actions drop, or make anew. */
export function droppedBy(actions: readonly Action[]): QualifiedName[] {
  return actions
    .flatMap(({ destroys }) => destroys)
    .flatMap((id) =>
      id.kind === 'table' || id.kind === 'view' || id.kind === 'materializedView'
        ? [{ schema: id.schema, name: id.name }]
        : [],
    );
}

/** What an action is about: what it makes, else what it drops, else what it changes. */
function subjectOf({ produces, destroys, consumes }: Action): StableId {
  const first = produces[0] ?? destroys[0];
  // A grant made along with its relation consumes both.
  return first ?? consumes.find(({ kind }) => kind === 'acl') ?? consumes[0]!;
}

/** The relation that an object is a part of. */
function relationOf(id: StableId): string | undefined {
  if ('table' in id) return objectName({ kind: 'table', schema: id.schema, name: id.table });
  if ('target' in id) return relationOf(id.target) ?? objectName(id.target);
  return undefined;
}

function lossOf(
  action: Action,
  id: StableId,
  from: FactBase,
  change: TypeChange | undefined,
): string | undefined {
  if (action.verb === 'drop' && id.kind === 'table') return 'its rows are lost';
  if (action.verb === 'drop' && id.kind === 'column') {
    return isGenerated(from.get(id)) ? undefined : 'its values are lost';
  }
  if (action.verb === 'drop' && id.kind === 'typeAttribute') return 'its values are lost';
  if (action.verb === 'drop' && id.kind === 'extension') {
    return 'what it stores is lost, and everything else in the database that uses it fails';
  }
  if (change) {
    return mayLoseValues(change.from, change.to)
      ? `its values are converted from ${change.from} to ${change.to}, and may be truncated or rejected`
      : undefined;
  }
  if (id.kind === 'column' && action.sql.endsWith(' DROP IDENTITY')) {
    return lostPosition(`the sequence of ${objectName(id)}`);
  }
  const dropsOwner = action.destroys.some(({ kind }) => kind === 'table' || kind === 'column');
  const sequence = action.destroys.find(({ kind }) => kind === 'sequence');
  const isMade = action.produces.some(({ kind }) => kind === 'sequence');
  return sequence && !dropsOwner && !isMade
    ? lostPosition(`sequence ${objectName(sequence)}`)
    : undefined;
}

function lostPosition(sequence: string): string {
  return `${sequence} loses its position, so the same numbers may be used again`;
}

function sqlOf(action: Action, id: StableId): string {
  const { sql, verb } = action;
  if (verb === 'create' && id.kind === 'role' && sql.startsWith('CREATE ROLE ')) {
    return roleUnlessExists(id.name, sql);
  }
  if (verb === 'create' && id.kind === 'membership' && !sql.endsWith(' WITH ADMIN OPTION')) {
    return membershipUnlessExists(id);
  }
  if (verb === 'create' && id.kind === 'index') return onPartitions(sql);
  if (verb === 'create' && id.kind === 'schema') {
    return sql.replace(/^CREATE SCHEMA (?!IF )/, 'CREATE SCHEMA IF NOT EXISTS ');
  }
  if (verb === 'create' && sql.startsWith('CREATE TABLE ')) return onLines(sql);
  return asOwner(sql);
}

/**
 * The engine repeats PostgreSQL's own wording of a partitioned table's index, `ON ONLY`, which makes
 * none on the partitions: the index is then never valid.
 */
function onPartitions(sql: string): string {
  return sql.replace(/^(CREATE (?:UNIQUE )?INDEX (?:"(?:[^"]|"")+"|[^ "]+) ON )ONLY /, '$1');
}

/** The engine's formatter takes a line break for white space, in a name as well: such a statement stays on one line. */
function onLines(sql: string): string {
  if (/[\n\r]/.test(sql)) return sql;
  const options = { keywordCase: 'preserve', maxWidth: Number.MAX_SAFE_INTEGER } as const;
  return formatSqlStatements([sql], options).join('\n');
}
