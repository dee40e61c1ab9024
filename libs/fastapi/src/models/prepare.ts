import type { ConfigPath, Issue, Prepared, Problem, Surroundings } from '@rowhouse/core';

import { inherited } from '../config/effective.js';
import {
  writtenConfig,
  type WrittenApp,
  type WrittenAuth,
  type WrittenConfig,
} from '../config/written.js';
import { guardedTables, type GuardedTables } from '../relations/guarded.js';
import { completeAuth } from './auth.js';
import {
  asWritten,
  changedConfig,
  withOperations,
  type Change,
  type Written,
  type WrittenResourceAt,
} from './changed-config.js';
import { isDotted } from './dotted.js';
import { leavesToModel, standIn } from './entry.js';
import { namedEntry, type NamedEntry } from './entry-operation.js';
import { completeHooks, namesHooks } from './hooks.js';
import { checkIdempotencyModel } from './idempotency.js';
import { completeResource } from './resource.js';
import { checkRouters } from './routers.js';
import { softModels } from './soft-delete.js';
import type { ModelSource } from './source.js';
import { unreadModels } from './unread.js';

type Raw = Readonly<Record<string, unknown>>;

/** What reads the source of models and functions. */
export interface Reader {
  readonly source: ModelSource;
  readonly surroundings: Surroundings;
  /** Reports a problem of the config that the source tells. */
  report(path: ConfigPath, problem: Problem): void;
}

/** What completes the resources of an app. */
export interface Run extends Reader {
  /** The claims that the current user is made of, as the config writes them. */
  readonly claims: NonNullable<WrittenAuth['claims']>;
  /** Or the class that it is of. */
  readonly userType: string | undefined;
  /** Whether the rules of access become policies of the database. */
  readonly rls: boolean;
  /** The resources as the config writes them, those of the app that is completed first. */
  readonly resources: readonly WrittenResourceAt[];
  /** The models of the app whose resources keep the rows of tenants apart, so that references to them are checked. */
  readonly tenants: ReadonlySet<unknown>;
  /** By model, the column that a soft delete sets. */
  readonly soft: ReadonlyMap<string, string>;
  /** The tables of the models with rules of access. */
  guarded(): GuardedTables;
}

/**
 * Completes a config from the source of its models: what a field, a key or an operation leaves out. What
 * the config says stands; where it contradicts a model, that is reported with both places.
 */
export async function prepare(value: unknown, surroundings: Surroundings): Promise<Prepared> {
  const asItIs = { value, issues: [], files: [], absent: [], notices: [], unchecked: [] };
  const config = writtenConfig(value);
  const models = modelsOf(config);
  if (config === undefined || models.length === 0) return asItIs;
  const issues: Issue[] = [];
  const report: Run['report'] = (path, problem) => issues.push({ ...problem, path });
  const isUnread = config.models === false;
  // Loaded for configs that have models alone, or hooks.
  const isRead = !isUnread || entriesOf(config).some(namesHooks);
  const { ModelSource } = isRead ? await import('./source.js') : {};
  const named = isUnread ? [] : [...models, config.idempotency?.model ?? []].flat();
  const source = ModelSource && new ModelSource(named, filesOf(config), surroundings, report);
  const reader = source && { source, surroundings, report };
  const left: ConfigPath[] = [];
  const written = inherited<WrittenApp, NamedEntry>(config, (said, path) => {
    const entry = namedEntry(said, surroundings);
    const isLeft = isUnread && leavesToModel(entry);
    if (isLeft) left.push(path);
    const own = isLeft ? standIn(entry) : entry;
    return reader ? completeHooks(own, path, reader) : own;
  });
  const change = reader && !isUnread ? completing(config, written, reader) : asWritten;
  const completed = changedConfig(value as Raw, config, written, change);
  const { files = [], absent = [], notices = [], unchecked = [] } = source ?? {};
  const all = [...issues, ...unreadModels(left)];
  return { value: completed, issues: all, files, absent, notices, unchecked };
}

/** How blocks and resources are completed. */
function completing(config: WrittenConfig, { apps }: Written, reader: Reader): Change {
  const resources = apps.flatMap((app) => app.resources);
  let tables: GuardedTables | undefined;
  const guarded = () => (tables ??= guardedTables(resources, reader.source));
  const rls = config.access?.rls === true;
  const run = { ...reader, rls, soft: softModels(resources), guarded };
  checkIdempotencyModel(config.idempotency?.model, reader);
  const auths = new Map<WrittenAuth, ReturnType<typeof completeAuth>>();
  for (const { auth, at } of [{ auth: config.auth, at: { auth: ['auth'] } }, ...apps]) {
    if (auth && !auths.has(auth)) auths.set(auth, completeAuth(auth, at.auth, reader));
  }
  // What one resource takes from its model is not what another takes: each gets a list of its own.
  const handedDown = new Set(
    apps.flatMap((app) =>
      app.resources.some((each) => takesFromModel(each, reader)) ? [app.operations] : [],
    ),
  );
  return {
    block: (said, block, operations) => {
      const auth = block.auth && { ...(said['auth'] as Raw), ...auths.get(block.auth) };
      const left = operations.some(leavesToModel) ? operations.map(standIn) : operations;
      const own = handedDown.has(operations) ? [] : left;
      return { ...withOperations(said, block, own), ...(auth && { auth }) };
    },
    resource: (app) => {
      const { config, path, auth } = app;
      checkRouters(config, path, reader);
      const inside = {
        ...run,
        ...userOf({ ...auth, ...(auth && auths.get(auth)) }),
        resources: [...app.resources, ...resources],
        tenants: new Set(
          app.resources.flatMap(({ config: { access, model } }) => (access?.tenant ? [model] : [])),
        ),
      };
      return (said, resource) =>
        completeResource(said, resource, handedDown.has(app.operations), inside);
    },
  };
}

/** What is known of the user of an `auth`. */
function userOf({ claims = {}, get_current_user_fn: own, current_user_type: type }: WrittenAuth) {
  return { claims, userType: own !== undefined && typeof type === 'string' ? type : undefined };
}

/** Whether a resource takes over operations that leave something to its model. */
function takesFromModel({ config, entries }: WrittenResourceAt, { source }: Reader): boolean {
  const { model = '', operations } = config;
  if (operations !== undefined || !entries.some(leavesToModel)) return false;
  return isDotted(model) && 'facts' in source.find(model);
}

/** The models that a config names. */
function modelsOf(config: WrittenConfig | undefined): readonly string[] {
  return blocksOf(config).flatMap(
    (block) => block.resources?.flatMap((each) => each?.model ?? []) ?? [],
  );
}

function entriesOf(config: WrittenConfig): readonly unknown[] {
  return [config, ...blocksOf(config)]
    .flatMap((block) => [block, ...(block.resources ?? [])])
    .flatMap((each) => each?.operations ?? []);
}

/** The blocks of a config that have resources: its apps, or itself. */
function blocksOf(config: WrittenConfig | undefined): readonly WrittenApp[] {
  if (config?.apps === undefined) return config ? [config] : [];
  return config.apps.flatMap((app) => app?.config ?? []);
}

/** The paths under `models`; false is none. */
function filesOf({ models = [] }: WrittenConfig): readonly string[] {
  return [models].flat().filter((path) => typeof path === 'string');
}
