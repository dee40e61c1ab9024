import type { ConfigPath, OperationEntry } from '@rowhouse/core';

import type { AuthConfig } from './auth.js';
import type { DatabaseConfig } from './database.js';
import type { ResourceConfig } from './resource.js';
import { isRecord } from './rule.js';
import type { AppConfig, Config } from './schema.js';

/** An app with what holds for it, its own or the project's, and where that stands. */
export interface EffectiveApp {
  readonly config: AppConfig;
  readonly prefix: string;
  readonly path: ConfigPath;
  readonly auth: AuthConfig | undefined;
  readonly databases: readonly DatabaseConfig[] | undefined;
  readonly resources: readonly EffectiveResource[];
  /** The paths of the blocks in the config. */
  readonly at: Readonly<Record<Block, ConfigPath>>;
}

type Block = 'auth' | 'databases' | 'operations';

/** A resource with its operations, its own or those handed down. */
export interface EffectiveResource {
  readonly config: ResourceConfig;
  readonly path: ConfigPath;
  readonly entries: readonly EffectiveEntry[];
}

/** An operation of a resource. */
export interface EffectiveEntry extends Pick<OperationEntry, 'name' | 'operation'> {
  readonly entry: OperationEntry;
  readonly options: Readonly<Record<string, unknown>>;
  /** Where it is written. */
  readonly path: ConfigPath;
  /** Where it is told of: what is handed down, at the resource that it does not fit. */
  readonly at: (...below: ConfigPath) => ConfigPath;
}

/**
 * The apps of a config; one without `apps` is an app by itself. A part of another shape than the schema asks for is
 * as if left out, so that rules need not look: other parts may be broken still.
 */
export function effectiveApps(config: Config): readonly EffectiveApp[] {
  if (config.apps === undefined) return [effective(config, config as AppConfig, '', [])];
  return listOf(config.apps).flatMap((app, index) =>
    isRecord(app) && isRecord(app.config)
      ? [effective(config, app.config, app.prefix, ['apps', index, 'config'])]
      : [],
  );
}

function effective(
  outer: Config,
  config: AppConfig,
  prefix: string,
  path: ConfigPath,
): EffectiveApp {
  const databases = configured(config.databases);
  const blockPath = (block: Block, isOwn = config[block] !== undefined) =>
    isOwn ? [...path, block] : [block];
  const at = {
    auth: blockPath('auth'),
    databases: blockPath('databases', databases !== undefined),
    operations: blockPath('operations'),
  };
  const inherited = config.operations ?? outer.operations;
  return {
    config,
    prefix,
    path,
    auth: (config.auth === undefined ? outer.auth : config.auth) ?? undefined,
    databases: databases ?? configured(outer.databases),
    resources: listOf(config.resources).flatMap((resource, index) => {
      if (!isRecord(resource)) return [];
      const place = [...path, 'resources', index];
      const own = resource.operations && [...place, 'operations'];
      const list = listOf(resource.operations ?? inherited);
      const entries = list.flatMap((entry, position): EffectiveEntry | [] => {
        if (!isRecord(entry)) return [];
        const { name, operation, options } = entry;
        const written = [...(own ?? at.operations), position];
        return {
          entry,
          name,
          operation,
          options: isRecord(options) ? options : {},
          path: written,
          at: (...below: ConfigPath) => (own ? [...written, ...below] : place),
        };
      });
      return { config: resource, path: place, entries };
    }),
    at,
  };
}

/** A list that may be broken. */
function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}

/** An empty list of databases says as much as none. */
function configured(databases: Config['databases']): Config['databases'] {
  return Array.isArray(databases) && databases.length === 0 ? undefined : databases;
}
