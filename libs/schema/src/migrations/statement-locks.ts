import type { Node, RangeVar } from 'libpg-query';

import type { QualifiedName } from '../sql/identifier.js';

/** A lock that a statement takes, and holds to the end of its transaction. */
export interface StatementLock extends QualifiedName {
  /** Against readers, too; otherwise, against those who write. */
  readonly exclusive: boolean;
  /** The relation is dropped, and its foreign keys with it. */
  readonly isDropped?: boolean;
  /** Names of columns and constraints that are dropped. */
  readonly drops?: readonly string[];
}

/** Sub-commands of ALTER TABLE that keep nobody from reading or writing. */
const WEAK = new Set([
  'AT_ValidateConstraint',
  'AT_SetStatistics',
  'AT_ClusterOn',
  'AT_DropCluster',
]);

/** Objects that are parts of a table: `DROP` names them behind it. */
const PARTS = new Set(['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE']);
/** `DROP INDEX` locks the table of the index. */
const RELATIONS = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_FOREIGN_TABLE',
  'OBJECT_INDEX',
]);

/** The locks of a statement in a transaction that keep others from reading or writing. */
export function locksOf(node: Node): StatementLock[] {
  if ('AlterTableStmt' in node) return alterTable(node);
  if ('CreateStmt' in node) return createTable(node);
  if ('DropStmt' in node) return drop(node);
  if ('IndexStmt' in node)
    return node.IndexStmt.concurrent ? [] : on(node.IndexStmt.relation, false);
  if ('CreateTrigStmt' in node) return on(node.CreateTrigStmt.relation, false);
  if ('CreatePolicyStmt' in node) return on(node.CreatePolicyStmt.table, true);
  if ('AlterPolicyStmt' in node) return on(node.AlterPolicyStmt.table, true);
  if ('RuleStmt' in node) return on(node.RuleStmt.relation, true);
  if ('ViewStmt' in node) return on(node.ViewStmt.view, true);
  if ('RefreshMatViewStmt' in node) return on(node.RefreshMatViewStmt.relation, true);
  if ('AlterObjectSchemaStmt' in node) return on(node.AlterObjectSchemaStmt.relation, true);
  if ('RenameStmt' in node) {
    const { relation, renameType } = node.RenameStmt;
    return renameType === 'OBJECT_INDEX' ? [] : on(relation, true);
  }
  if ('TruncateStmt' in node) {
    return (node.TruncateStmt.relations ?? []).flatMap((relation) => on(rangeVar(relation), true));
  }
  return [];
}

function alterTable(node: Extract<Node, { AlterTableStmt: unknown }>): StatementLock[] {
  const { relation, cmds = [], objtype } = node.AlterTableStmt;
  if (objtype === 'OBJECT_INDEX' || objtype === 'OBJECT_SEQUENCE' || objtype === 'OBJECT_TYPE')
    return [];
  const locks: StatementLock[] = [];
  const drops: string[] = [];
  let exclusive: boolean | undefined;
  for (const cmd of cmds) {
    if (!('AlterTableCmd' in cmd)) continue;
    const { subtype = '', name, def } = cmd.AlterTableCmd;
    if (WEAK.has(subtype)) continue;
    if (subtype === 'AT_AttachPartition' && def && 'PartitionCmd' in def) {
      locks.push(...on(def.PartitionCmd.name, true));
      continue;
    }
    const keys = def ? referenced(def) : [];
    locks.push(...keys);
    exclusive = exclusive === true || subtype !== 'AT_AddConstraint' || keys.length === 0;
    if ((subtype === 'AT_DropColumn' || subtype === 'AT_DropConstraint') && name) drops.push(name);
  }
  if (exclusive === undefined) return locks;
  return [...on(relation, exclusive).map((lock) => ({ ...lock, drops })), ...locks];
}

function createTable(node: Extract<Node, { CreateStmt: unknown }>): StatementLock[] {
  const { tableElts = [], inhRelations = [], partbound } = node.CreateStmt;
  const parents = partbound ? inhRelations.flatMap((parent) => on(rangeVar(parent), true)) : [];
  return [...parents, ...tableElts.flatMap(referenced)];
}

/** The tables that the foreign keys of a column or a constraint reference. */
function referenced(node: Node): StatementLock[] {
  if ('ColumnDef' in node) return (node.ColumnDef.constraints ?? []).flatMap(referenced);
  return 'Constraint' in node ? on(node.Constraint.pktable, false) : [];
}

function drop(node: Extract<Node, { DropStmt: unknown }>): StatementLock[] {
  const { objects = [], removeType = '', concurrent } = node.DropStmt;
  const isRelation = RELATIONS.has(removeType);
  if (concurrent || (!isRelation && !PARTS.has(removeType))) return [];
  return objects.flatMap((object) => {
    const items = 'List' in object ? (object.List.items ?? []) : [];
    const names = items.flatMap((item) => ('String' in item ? [item.String.sval ?? ''] : []));
    const [schema, name] = isRelation ? names.slice(-2) : names.slice(-3, -1);
    if (schema === undefined || name === undefined) return [];
    return [
      { schema, name, exclusive: true, ...(removeType === 'OBJECT_TABLE' && { isDropped: true }) },
    ];
  });
}

function rangeVar(node: Node): RangeVar | undefined {
  return 'RangeVar' in node ? node.RangeVar : undefined;
}

/** Generated statements name the schema. Without one, the name may mean anything. */
function on(relation: RangeVar | undefined, exclusive: boolean): StatementLock[] {
  const { schemaname: schema, relname: name } = relation ?? {};
  return schema === undefined || name === undefined ? [] : [{ schema, name, exclusive }];
}
