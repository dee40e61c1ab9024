export { SchemaConfig, type SchemaConfigOptions } from './config/schema-config.js';
export { desiredState, type DesiredState } from './desired-state.js';
export {
  ColumnError,
  isUserError,
  SchemaValidationError,
  UserError,
  type ErrorPrefix,
} from './errors/errors.js';
export type { Expected, Issue, Place } from '@rowhouse/errors';
export type { Phrase, Text } from '@rowhouse/errors';
export {
  Extension,
  type ProjectConfig,
  type ResolvedExtension,
  type SchemaProject,
} from './extensions/extension.js';
export { configureMetadata, migrationHook, registerCliCommands } from './extensions/hooks.js';
export type {
  ApiResource,
  GrantDefinition,
  GrantTarget,
  RoleDefinition,
  SchemaObject,
} from './metadata/definitions.js';
export { Metadata } from './metadata/metadata.js';
export { raw, type RawOptions, type RawStatements } from './metadata/raw.js';
export { pgExtension, type PgExtensionOptions } from './metadata/pg-extension.js';
export type {
  MigrationContext,
  MigrationDirection,
  MigrationRegistry,
  MigrationStep,
  StepRenderer,
  StepRewriter,
} from './steps/index.js';
export { idempotencyKeys } from './plugins/idempotency.js';
export { bigserialKey, identityKey, serialKey, uuidKey, type KeyPlugin } from './plugins/keys.js';
export { PRIMARY_KEY, type ColumnMap, type Plugin, type PluginContext } from './plugins/plugin.js';
export { softDelete, type SoftDeleteOptions } from './plugins/soft-delete.js';
export { timestamps } from './plugins/timestamps.js';
export { domain, type Domain, type DomainOptions } from './objects/domain.js';
export { fn, type FnOptions, type TypeName } from './objects/fn.js';
export {
  partition,
  type Bound,
  type PartitionBounds,
  type PartitionBy,
  type Partitioned,
  type PartitionOptions,
} from './objects/partition.js';
export { sequence, type Sequence, type SequenceOptions } from './objects/sequence.js';
export { trigger, type TriggerOptions } from './objects/trigger.js';
export { idOf, seed, type RowId, type SeedOptions, type SeedRow } from './seed/seed.js';
export { table } from './table/table.js';
export type { DefinedTable, TableColumns, TableOf, TableOptions } from './table/types.js';
export { RestExtension, type RestExtensionOptions } from './rest/extension.js';
export type { RestGrant } from './rest/grants.js';
export type { BaseQuery, ColumnKey, RestViewOptions } from './rest/options.js';
export { restConfig, type RestConfigOptions } from './rest/rest-config.js';
export { restView, type RestView } from './rest/rest-view.js';
export { materializedView, type MaterializedViewOptions } from './views/materialized-view.js';
export { schemaView, type SchemaView, type SchemaViewOptions } from './views/schema-view.js';
export { select, type ViewQuery } from './views/select.js';
export type { ViewSecurity } from './views/view-ddl.js';
export { type ViewColumns, type ViewTable } from './views/view-table.js';
