import type { ConfigPath, Issue, Prepared, Problem, Surroundings } from '@rowhouse/core';

import { pythonType } from '../config/python-type.js';
import { isRecord, isSaid } from '../config/rule.js';
import { isStorableText } from '../config/text.js';
import { withAccess } from './access.js';
import type { Absence } from './absence.js';
import { checkClasses } from './class.js';
import { completeAction } from './action.js';
import { completeAuth } from './auth.js';
import { completeConditions } from './conditions.js';
import { isDotted } from './dotted.js';
import { appsOf } from './entries.js';
import { completeEntry, leavesToModel, standIn } from './entry.js';
import { completeHooks, namesHooks } from './hooks.js';
import { checkIdempotencyModel } from './idempotency.js';
import { completeKey } from './key.js';
import { checkSupported, unsupportedModels } from './not-supported.js';
import { completeOneRow } from './one-row.js';
import { checkRouters } from './routers.js';
import { completeTable } from './table.js';
import { noteTenancy, tenantModels } from './tenancy.js';
import { softModels, withSoftDelete } from './soft-delete.js';
import type { Model, ModelSource } from './source.js';
import { checkUnread } from './unread.js';
import { completeVersion, withVersion } from './version.js';
import { guardedTables, type GuardedTables } from '../relations/guarded.js';
import { checkUserAttributes } from './user-attributes.js';
import { checkTestRow, checkWhereFunctions } from './where-function.js';

type Raw = Readonly<Record<string, unknown>>;

/** What completes one config. */
export interface Run {
  readonly source: ModelSource;
  readonly surroundings: Surroundings;
  /** The claims that the current user is made of, as the config writes them. */
  readonly claims: Raw;
  /** Or the class that it is of. */
  readonly userType: string | undefined;
  /** Whether the rules of access become policies of the database. */
  readonly rls: boolean;
  /** The resources as the config writes them, those of the app that is completed first. */
  readonly resources: readonly Raw[];
  /** By model, the column that a soft delete sets. */
  readonly soft: ReadonlyMap<string, string>;
  /** The tables of the models with rules of access. */
  guarded(): GuardedTables;
  /** Reports a problem of the config that the models tell. */
  report(path: ConfigPath, problem: Problem): void;
}

/**
 * Completes a config from the source of its models: what a field, a key or an operation leaves out. What
 * the config says stands; where it contradicts a model, that is reported with both places.
 */
export async function prepare(value: unknown, surroundings: Surroundings): Promise<Prepared> {
  const asItIs = { value, issues: [], files: [], absent: [], notices: [], unchecked: [] };
  if (!isRecord(value) || modelsOf(value).length === 0) return asItIs;
  const isUnread = value['models'] === false;
  const unread = isUnread ? checkUnread(value, surroundings) : undefined;
  if (unread && !namesHooks(value)) return { ...asItIs, ...unread };
  // Loaded for configs that have models alone, or hooks.
  const { ModelSource } = await import('./source.js');
  const issues: Issue[] = [...(unread?.issues ?? [])];
  const report: Run['report'] = (path, problem) => issues.push({ ...problem, path });
  const models = isUnread ? [] : [...modelsOf(value), ...modelOfAnswers(value)];
  const source = new ModelSource(models, isUnread ? [] : filesOf(value), surroundings, report);
  const rls = isRecord(value['access']) && value['access']['rls'] === true;
  let tables: GuardedTables | undefined;
  const guarded = () => (tables ??= guardedTables(resourcesOf(value), source));
  const resources = resourcesOf(value).filter(isRecord);
  const run: Run = {
    source,
    surroundings,
    report,
    claims: {},
    userType: undefined,
    rls,
    resources,
    soft: softModels(value, surroundings),
    guarded,
  };
  const hooked = completeHooks((unread?.value ?? value) as Raw, run);
  const completed = isUnread ? hooked : completeConfig(hooked, run);
  if (!isUnread) checkIdempotencyModel(value, run);
  const { files, absent, notices, unchecked } = source;
  return { value: completed, issues, files, absent, notices, unchecked };
}

function completeConfig(written: Raw, outerRun: Run): Raw {
  const config = completeUser(written, [], outerRun);
  const run = withUser(config, outerRun);
  const outer = inherited(config);
  if (!Array.isArray(config['apps'])) return completeApp(config, [], undefined, run);
  const apps = config['apps'].map((app: unknown, index) => {
    if (!isRecord(app) || !isRecord(app['config'])) return app;
    return { ...app, config: completeApp(app['config'], ['apps', index, 'config'], outer, run) };
  });
  return withShared({ ...config, apps }, outer, run);
}

/** Operations that resources take over where they have none of their own. */
interface Shared {
  readonly entries: readonly unknown[];
  /** Whether some resource needed them completed, so that each has its own by now. */
  isHandedDown: boolean;
  /** Whether a resource told that they leave to its model what is not known of it. */
  isToldOf: boolean;
}

function inherited(block: Raw): Shared | undefined {
  const { operations } = block;
  return Array.isArray(operations)
    ? { entries: operations, isHandedDown: false, isToldOf: false }
    : undefined;
}

/** Checks the functions of a block's `auth`, and gives the current-user function the type that its source says. */
function completeUser(block: Raw, path: ConfigPath, run: Run): Raw {
  const auth = completeAuth(block['auth'], [...path, 'auth'], run);
  const completed = auth === block['auth'] ? block : { ...block, auth };
  if (!isRecord(auth) || isSaid(auth['current_user_type'])) return completed;
  const own = auth['get_current_user_fn'];
  const type = typeof own === 'string' ? run.source.returnType(own) : undefined;
  // What the schema would not take for a type is none that generated code can write.
  if (!pythonType.safeParse(type).success) return completed;
  return { ...completed, auth: { ...auth, current_user_type: type } };
}

function completeApp(
  written: Raw,
  path: ConfigPath,
  outer: Shared | undefined,
  outerRun: Run,
): Raw {
  const app = path.length > 0 ? completeUser(written, path, outerRun) : written;
  const ofUser = app['auth'] === undefined ? outerRun : withUser(app, outerRun);
  const listed = Array.isArray(app['resources']) ? app['resources'].filter(isRecord) : [];
  const run = { ...ofUser, resources: [...listed, ...ofUser.resources] };
  const own = inherited(app);
  const shared = own ?? outer;
  checkRouters(app['routers'], [...path, 'routers'], run);
  const { resources } = app;
  if (!Array.isArray(resources)) return app;
  if (shared?.entries.some((entry) => leavesToModel(entry, run.surroundings))) {
    // What one resource takes from its model is not what another takes: each gets a list of its own.
    shared.isHandedDown ||= resources.some((each) => isRecord(each) && isFound(each, run));
  }
  const tenants = tenantModels(resources);
  const completed = resources.map((resource: unknown, index) =>
    isRecord(resource)
      ? completeResource(resource, [...path, 'resources', index], { shared, tenants }, run)
      : resource,
  );
  return withShared({ ...app, resources: completed }, own, run);
}

/** A block with what its resources have left of the operations that they take over. */
function withShared(block: Raw, shared: Shared | undefined, { surroundings }: Run): Raw {
  if (shared?.isHandedDown) {
    return Object.fromEntries(Object.entries(block).filter(([key]) => key !== 'operations'));
  }
  if (!shared?.isToldOf) return block;
  return { ...block, operations: shared.entries.map((entry) => standIn(entry, surroundings)) };
}

function isFound({ model }: Raw, { source }: Run): boolean {
  return typeof model === 'string' && isDotted(model) && 'facts' in source.find(model);
}

function completeResource(
  resource: Raw,
  path: ConfigPath,
  {
    shared,
    tenants,
  }: { readonly shared: Shared | undefined; readonly tenants: ReadonlySet<unknown> },
  run: Run,
): Raw {
  const own = resource['operations'] ?? undefined;
  const entries = own ?? shared?.entries;
  const model = typeof resource['model'] === 'string' ? resource['model'] : '';
  const read = isDotted(model) ? run.source.find(model) : undefined;
  const mapped = read && 'facts' in read ? read : undefined;
  const isSupported =
    mapped !== undefined &&
    checkSupported(unsupportedModels, mapped.facts, run, [...path, 'model'], { found: model });
  // Of others, nothing is completed: what would follow from that is no mistake of its own.
  const pathOf =
    (index: number) =>
    (...rest: ConfigPath): ConfigPath =>
      // An inherited list is told of at the resource that it does not fit.
      own === undefined ? path : [...path, 'operations', index, ...rest];
  const listed: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const found = isSupported
    ? withSoftDelete(
        entries,
        withVersion(resource, withAccess(resource, mapped, path, run), path, run),
        pathOf,
        run,
      )
    : undefined;
  const keyed = found
    ? completeTable(
        completeConditions(
          completeOneRow(
            completeKey(completeVersion(described(resource, found), found), found, path, run),
            found,
          ),
          found,
          path,
          run,
        ),
        found,
        path,
        run,
      )
    : resource;
  checkWhereFunctions(resource, path, run);
  checkTestRow(resource, path, run);
  checkUserAttributes(resource, found, path, run);
  const named = listed.map((entry, index) => {
    checkClasses(entry, run, pathOf(index));
    return completeAction(entry, model, run, pathOf(index));
  });
  const leaves = named.some((entry) => leavesToModel(entry, run.surroundings));
  if (read && !('facts' in read)) tellAbsence(model, read, leaves, [...path, 'model'], run);
  if (own === undefined && shared && !found && leaves && !shared.isHandedDown) {
    shared.isToldOf = true;
    return keyed;
  }
  const completed = named.map((entry, index) => {
    if (found) return completeEntry(entry, found, run, pathOf(index));
    return leaves ? standIn(entry, run.surroundings) : entry;
  });
  if (found) noteTenancy(resource, found, { entries: completed, tenants }, run);
  const isChanged = completed.some((entry, index) => entry !== listed[index]);
  if (!Array.isArray(entries)) return keyed;
  return own === undefined && !shared?.isHandedDown && !isChanged
    ? keyed
    : { ...keyed, operations: completed };
}

/** A resource with what its model's docstring says, unless it says something itself. */
function described(resource: Raw, { facts: { about } }: Model): Raw {
  if (isSaid(resource['description']) || about === null || !isStorableText(about)) return resource;
  return { ...resource, description: about };
}

/** Tells, once, that nothing is known of a model: a problem where something is left to it. */
function tellAbsence(
  model: string,
  absence: Absence,
  isNeeded: boolean,
  path: ConfigPath,
  run: Run,
): void {
  if (isNeeded || absence.isCertain) {
    run.report(path, { code: 'unknown-model', found: model, ...absence.why() });
  } else {
    run.source.noteUnchecked(model, absence);
  }
}

/** What is known of the user of a block's `auth`. */
function withUser({ auth }: Raw, run: Run): Run {
  const { claims, get_current_user_fn: own, current_user_type: type } = isRecord(auth) ? auth : {};
  return {
    ...run,
    claims: isRecord(claims) ? claims : {},
    userType: typeof own === 'string' && typeof type === 'string' ? type : undefined,
  };
}

/** The models that a config names. */
export function modelsOf(config: Raw): readonly string[] {
  return resourcesOf(config)
    .map((resource) => (isRecord(resource) ? resource['model'] : undefined))
    .filter((model) => typeof model === 'string');
}

/** The model that keeps answers for retries. */
function modelOfAnswers({ idempotency }: Raw): readonly string[] {
  const model = isRecord(idempotency) ? idempotency['model'] : undefined;
  return typeof model === 'string' ? [model] : [];
}

function resourcesOf(config: Raw): readonly unknown[] {
  return appsOf(config).flatMap(({ resources }): readonly unknown[] =>
    Array.isArray(resources) ? resources : [],
  );
}

/** The paths under `models`. */
function filesOf({ models }: Raw): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(models) ? models : [models];
  return paths.filter((path) => typeof path === 'string');
}
