import type { QualifiedName } from '../sql/identifier.js';
import type { TableShape, ViewShape } from './shape.js';

/** A database role. Never with a password: that is set on the server. */
export interface RoleDefinition {
  readonly name: string;
  /** Whether it can connect. Default: false. */
  readonly login?: boolean;
  /** Whether it has the privileges of the roles it is a member of without `SET ROLE`. Default: true. */
  readonly inherit?: boolean;
  /** Roles that it is a member of. */
  readonly memberOf?: readonly string[];
}

/** What a privilege is granted on. */
export type GrantTarget =
  | { readonly kind: 'schema'; readonly name: string }
  | ({ readonly kind: 'table' | 'sequence' | 'function' } & QualifiedName);

/** Privileges of one role on one object. A view counts as a table. */
export interface GrantDefinition {
  readonly on: GrantTarget;
  /** Such as `select`, `usage`, `execute`. */
  readonly privileges: readonly string[];
  /** Restricts the privileges to these columns of a table or view. */
  readonly columns?: readonly string[];
  readonly to: string;
}

/** A table, view, function, trigger, type … of a schema. */
export interface SchemaObject extends QualifiedName {
  /** `table` and `view` share their names, as in PostgreSQL. */
  readonly kind: string;
  /** The table that a trigger or policy belongs to: its name is unique in there only. */
  readonly of?: string;
  /** Whether an update fires a trigger only where it sets some columns. */
  readonly isOfColumns?: boolean;
  /** What it is, for messages about a name that is taken. Default: the kind. */
  readonly description?: string;
  /** Objects registered twice with one signature are one: an enum that two tables use. */
  readonly signature?: string;
  /** Whose rights a view has, where that was said. */
  readonly security?: 'invoker' | 'definer';
  /** The columns and keys of a table, for models of it. */
  readonly table?: TableShape;
  /** The columns of a view, for models of it. */
  readonly view?: () => ViewShape;
  /** Whether it is a view whose rows are stored. */
  readonly isMaterialized?: boolean;
  /** Whether its rows are those of another table, which models and diagrams have instead. */
  readonly isPartition?: boolean;
  /**
   * Whether PostgreSQL checks the body of a function. `false` for one that does not work, or that needs what
   * only `raw` makes. Default: true.
   */
  readonly checkBody?: boolean;
  /** Refuses mistakes that only show when all objects are there, such as references to no column. */
  readonly check?: () => void;
  /** Statements that create it, run in the order of registration. */
  readonly create: () => readonly string[];
  /** Statements that can only run when all objects are there, such as foreign keys. */
  readonly complete?: () => readonly string[];
}

/** A table or query that is exposed as a view in an API schema. */
export interface ApiResource extends QualifiedName {
  /** The table behind it. */
  readonly source: QualifiedName;
  /** Privileges of each role on the view. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
  /** Names of the source's columns that the view does not show. */
  readonly hiddenColumns: readonly string[];
}
