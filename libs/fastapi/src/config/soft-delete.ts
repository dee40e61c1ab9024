import type { ConfigPath, OperationEntry } from '@rowhouse/core';

import type { EffectiveApp } from './inherit.js';
import type { ResourceConfig } from './resource.js';
import { isRecord } from './rule.js';

/** The delete of a resource, and where it stands. */
export interface DeleteEntry {
  readonly model: string;
  /** The column that it sets; undefined where it removes rows. */
  readonly deletedAt: string | undefined;
  readonly path: ConfigPath;
}

/** The deletes of a project. */
export function deletesOf(apps: readonly EffectiveApp[]): readonly DeleteEntry[] {
  return apps.flatMap((app) =>
    app.config.resources.flatMap((resource, index) => {
      const path = [...app.path, 'resources', index];
      const entries = isRecord(resource) ? entriesOf(resource, app, path) : [];
      return entries.flatMap(({ entry: { operation, options }, path }) => {
        if (operation !== 'delete') return [];
        const soft = isRecord(options) ? options['soft'] : undefined;
        const deletedAt = typeof soft === 'string' ? soft : undefined;
        return { model: resource.model, deletedAt, path };
      });
    }),
  );
}

/** By the path of its model, the column that soft deletes of its rows set: in whichever app they are. */
export function softDeletes(apps: readonly EffectiveApp[]): ReadonlyMap<string, string> {
  return new Map(
    deletesOf(apps).flatMap(({ model, deletedAt }) =>
      deletedAt === undefined ? [] : [[model, deletedAt] as const],
    ),
  );
}

/** The operations of a resource, each with its place: inherited ones are told of at the resource. */
export function entriesOf(
  { operations }: ResourceConfig,
  app: EffectiveApp,
  path: ConfigPath,
): readonly { readonly entry: OperationEntry; readonly path: ConfigPath }[] {
  const entries = operations ?? app.operations;
  if (!Array.isArray(entries)) return [];
  return (entries as readonly OperationEntry[]).map((entry, index) => ({
    entry,
    path: operations === undefined ? path : [...path, 'operations', index],
  }));
}
