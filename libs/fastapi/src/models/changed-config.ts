import type { Surroundings } from '@rowhouse/core';

import {
  inherited,
  type EffectiveApp,
  type EffectiveResource,
  type Listed,
} from '../config/effective.js';
import {
  writtenConfig,
  type WrittenApp,
  type WrittenConfig,
  type WrittenResource,
} from '../config/written.js';
import { namedEntry, type NamedEntry } from './entry-operation.js';

type Raw = Readonly<Record<string, unknown>>;

/** An app as the config writes it, with what it takes over. */
export type WrittenAppAt = EffectiveApp<WrittenApp, NamedEntry>;

/** A resource as the config writes it, with the operations that it takes over. */
export type WrittenResourceAt = EffectiveResource<WrittenResource, NamedEntry>;

/** The apps of a config as it writes them, and the operations that it says for all of them. */
export interface Written {
  readonly apps: readonly WrittenAppAt[];
  readonly operations: readonly Listed<NamedEntry>[];
}

/** The resources of a config as it writes them. */
export function resourcesIn(
  config: unknown,
  surroundings: Surroundings,
): readonly WrittenResourceAt[] {
  const { apps } = inherited<WrittenApp, NamedEntry>(writtenConfig(config) ?? {}, (entry) =>
    namedEntry(entry, surroundings),
  );
  return apps.flatMap(({ resources }) => resources);
}

/** What blocks and resources of a config become; `said` is what the config writes. */
export interface Change {
  /** @param operations those of the block, its own or taken over. */
  block(said: Raw, block: WrittenApp, operations: readonly Listed<NamedEntry>[]): Raw;
  resource(app: WrittenAppAt): (said: Raw, resource: WrittenResourceAt) => Raw;
}

/** Blocks and resources with their operations as they were read. */
export const asWritten: Change = {
  block: withOperations,
  resource:
    () =>
    (said, { config, entries }) =>
      withOperations(said, config, entries),
};

/** A block or a resource with other operations in place of its own, if it has some. */
export function withOperations(
  said: Raw,
  { operations }: Pick<WrittenApp, 'operations'>,
  entries: readonly NamedEntry[],
): Raw {
  return operations ? { ...said, operations: entries.map((each) => each.said) } : said;
}

/** A config with other blocks and resources. What is broken stays as it is, for the schema to tell of. */
export function changedConfig(
  said: Raw,
  config: WrittenConfig,
  { apps, operations }: Written,
  change: Change,
): Raw {
  if (config.apps === undefined) return changedApp(said, apps[0]!, change);
  const changed = [...(said['apps'] as readonly Raw[])];
  for (const app of apps) {
    const index = app.path[1] as number;
    const inside = changedApp(changed[index]!['config'] as Raw, app, change);
    changed[index] = { ...changed[index], config: inside };
  }
  return { ...change.block(said, config, operations), apps: changed };
}

function changedApp(said: Raw, app: WrittenAppAt, change: Change): Raw {
  const block = change.block(said, app.config, app.operations);
  const resourceOf = change.resource(app);
  if (app.config.resources === undefined) return block;
  const resources = [...(said['resources'] as readonly Raw[])];
  for (const resource of app.resources) {
    const index = resource.path.at(-1) as number;
    resources[index] = resourceOf(resources[index]!, resource);
  }
  return { ...block, resources };
}
