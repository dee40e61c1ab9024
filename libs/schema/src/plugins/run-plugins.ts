import type { PgTable } from 'drizzle-orm/pg-core';
import { text, unquoted, type Issue } from '@rowhouse/errors';
import type { Problem } from '../errors/errors.js';

import { refuse, SchemaValidationError } from '../errors/errors.js';

import { topologicalOrder } from '../graph/topological-order.js';
import type { Metadata } from '../metadata/metadata.js';
import { readableObject } from '../sql/identifier.js';
import { serialKey } from './keys.js';
import { PRIMARY_KEY, type ColumnMap, type Plugin, type PluginContext } from './plugin.js';

/** The table that plugins run for. */
export interface PluginTarget {
  readonly name: string;
  readonly schema: string;
  readonly metadata: Metadata;
  readonly columns: ColumnMap;
  /** Whether the factory's own columns have the primary key. */
  readonly hasPrimaryKey: boolean;
}

/** What running the plugins of a table gave. */
export interface PluginResult {
  /** Columns in the order of the table: the key first, then the factory's own, then the rest. */
  readonly columns: ColumnMap;
  /** Keys of the primary key's columns, when a plugin produced it. */
  readonly primaryKey?: readonly string[];
  readonly constraints: readonly Parameters<PluginContext['constraints']>[0][];
  readonly onTable: readonly ((table: PgTable) => void)[];
}

/**
 * Runs the plugins of one table, producers of a key before those that require it, ties in the order
 * given. Adds a serial `id` when neither the table nor a plugin has the primary key.
 *
 * @throws SchemaValidationError for a circle, two producers of a key, a key nobody produces, or a
 * column that is there twice; it names the plugins.
 */
export function runPlugins(target: PluginTarget, plugins: readonly Plugin[]): PluginResult {
  const subject = `table ${readableObject(target)}`;
  const fail = (problem: Problem): never => {
    throw new SchemaValidationError([{ subject, ...problem }]);
  };
  const producesKey = plugins.some((plugin) => plugin.produces?.includes(PRIMARY_KEY));
  const all = producesKey || target.hasPrimaryKey ? plugins : [serialKey(), ...plugins];
  const first: ColumnMap = {};
  const rest: ColumnMap = {};
  const values = new Map<string, unknown>();
  const constraints: Parameters<PluginContext['constraints']>[0][] = [];
  const onTable: ((table: PgTable) => void)[] = [];

  for (const plugin of orderPlugins(all, target.hasPrimaryKey, subject)) {
    const added = plugin.run({
      name: target.name,
      schema: target.schema,
      metadata: target.metadata,
      get columns() {
        return { ...first, ...target.columns, ...rest };
      },
      provide: (key, value) => {
        if (!plugin.produces?.includes(key)) {
          fail({
            code: 'undeclared-key',
            message: text`plugin ${plugin.name} provides ${key}, which is not in its 'produces'`,
          });
        }
        values.set(key, value);
      },
      get: (key) => {
        if (!plugin.requires?.includes(key)) {
          fail({
            code: 'undeclared-key',
            message: text`plugin ${plugin.name} reads ${key}, which is not in its 'requires'`,
          });
        }
        return values.get(key);
      },
      constraints: (make) => constraints.push(make),
      onTable: (action) => onTable.push(action),
    });
    const missing = plugin.produces?.find((key) => !values.has(key));
    if (missing !== undefined) {
      fail({
        code: 'unprovided-key',
        message: text`plugin ${plugin.name} has ${missing} in its 'produces', but does not provide it`,
      });
    }
    const destination = plugin.produces?.includes(PRIMARY_KEY) ? first : rest;
    for (const [key, column] of Object.entries(added)) {
      if (key in target.columns || key in first || key in rest) {
        fail({
          code: 'duplicate-column',
          message: text`plugin ${plugin.name} adds the column ${key}, which the table already has`,
          fix: 'Remove the column, or the plugin.',
        });
      }
      destination[key] = column;
    }
  }
  const primaryKey = values.get(PRIMARY_KEY) as readonly string[] | undefined;
  return {
    columns: { ...first, ...target.columns, ...rest },
    ...(primaryKey ? { primaryKey } : {}),
    constraints,
    onTable,
  };
}

/** @param hasPrimaryKey Then the table itself produces the primary key. */
function orderPlugins(
  plugins: readonly Plugin[],
  hasPrimaryKey: boolean,
  subject: string,
): readonly Plugin[] {
  const issues: Issue[] = [];
  const producers = new Map<string, Plugin | undefined>();
  if (hasPrimaryKey) producers.set(PRIMARY_KEY, undefined);
  for (const plugin of plugins) {
    for (const key of plugin.produces ?? []) {
      if (producers.has(key)) {
        const other = producers.get(key);
        issues.push({
          code: 'duplicate-producer',
          subject,
          message: text`${other ? text`plugin ${other.name}` : unquoted('its own columns')} and plugin ${plugin.name} both produce ${key}`,
          fix: 'Remove one.',
        });
      }
      producers.set(key, plugin);
    }
  }
  for (const plugin of plugins) {
    for (const key of plugin.requires ?? []) {
      if (!producers.has(key)) {
        issues.push({
          code: 'no-producer',
          subject,
          message: text`plugin ${plugin.name} requires ${key}, which no plugin produces`,
        });
      }
    }
  }
  refuse(issues);

  const sorted = topologicalOrder(plugins, (plugin) =>
    (plugin.requires ?? []).flatMap((key) => producers.get(key) ?? []),
  );
  if ('order' in sorted) return sorted.order;
  const circle = sorted.cycle.map(({ name }) => name).join(' → ');
  throw new SchemaValidationError([
    { code: 'plugin-cycle', subject, message: `plugins require each other in a cycle: ${circle}` },
  ]);
}
