import type { ProjectConfig } from './extensions/extension.js';
import { configureMetadata } from './extensions/hooks.js';
import type { ApiResource, SchemaObject } from './metadata/definitions.js';
import type { Metadata } from './metadata/metadata.js';
import type { RawStatements } from './metadata/raw.js';
import {
  renderExtensionGrants,
  renderRoleStatements,
  renderStatements,
} from './metadata/render.js';
import { refuseExtensionsAmongObjects } from './metadata/pg-extension.js';
import { refuseUnregisteredRoles } from './metadata/unregistered-roles.js';
import type { QualifiedName } from './sql/identifier.js';

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
  /** SQL that runs as it is, after `statements`. */
  readonly raw: readonly RawStatements[];
  /** The views that a REST server exposes. */
  readonly restViews: readonly ApiResource[];
  /** The views of which the code says that they have the rights of their owner. */
  readonly definerViews: readonly QualifiedName[];
  /** The functions whose bodies PostgreSQL does not check. */
  readonly uncheckedBodies: readonly QualifiedName[];
}

/**
 * Renders what `metadata` and the extensions of `config` describe. Runs the extensions'
 * `configureMetadata` hooks if they have not run yet.
 *
 * @throws SchemaValidationError when two owners describe one object differently, or a grant names a
 * role that nobody registers.
 */
export function desiredState(metadata: Metadata, config: ProjectConfig): DesiredState {
  configureMetadata(metadata, config);
  metadata.checkObjects();
  refuseUnregisteredRoles(metadata);
  refuseExtensionsAmongObjects(metadata);
  return {
    statements: renderStatements(metadata),
    roleStatements: renderRoleStatements(metadata),
    schemas: metadata.schemaNames(),
    roles: metadata.roles().map((role) => role.name),
    endStatements: metadata.endStatements(),
    raw: [...metadata.raw(), ...renderExtensionGrants(metadata)],
    restViews: metadata.apiResources(),
    definerViews: namesOf(metadata, ({ security }) => security === 'definer'),
    uncheckedBodies: namesOf(metadata, ({ checkBody }) => checkBody === false),
  };
}

function namesOf(metadata: Metadata, is: (object: SchemaObject) => boolean): QualifiedName[] {
  return metadata
    .objects()
    .filter(is)
    .map(({ schema, name }) => ({ schema, name }));
}
