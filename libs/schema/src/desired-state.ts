import type { SchemaConfig } from './config/schema-config.js';
import { configureMetadata } from './extensions/hooks.js';
import type { Metadata } from './metadata/metadata.js';
import { renderRoleStatements, renderStatements } from './metadata/render.js';
import { refuseUnregisteredRoles } from './metadata/unregistered-roles.js';

/** The database that a project's code describes, as SQL. */
export interface DesiredState {
  /**
   * DDL that builds everything in an empty database, ordered by dependency; each element is one
   * statement without the closing semicolon. Roles come first and are created only where absent.
   */
  readonly statements: readonly string[];
  /** The first of `statements`: those about roles, which belong to the server and not to the database. */
  readonly roleStatements: readonly string[];
  /** Names of all schemas that hold an object of ours, `public` among them when it does. Sorted. */
  readonly schemas: readonly string[];
  /** Names of the roles that the code describes. Sorted. */
  readonly roles: readonly string[];
  /** Statements that close each migration, such as `NOTIFY pgrst, 'reload schema'`. */
  readonly endStatements: readonly string[];
}

/**
 * Renders what `metadata` and the extensions of `config` describe. Runs the extensions'
 * `configureMetadata` hooks if they have not run yet.
 *
 * @throws SchemaValidationError when two owners describe one object differently, or a grant names a
 * role that nobody registers.
 */
export function desiredState(metadata: Metadata, config: SchemaConfig): DesiredState {
  configureMetadata(metadata, config);
  refuseUnregisteredRoles(metadata);
  return {
    statements: renderStatements(metadata),
    roleStatements: renderRoleStatements(metadata),
    schemas: metadata.schemaNames(),
    roles: metadata.roles().map((role) => role.name),
    endStatements: metadata.endStatements(),
  };
}
