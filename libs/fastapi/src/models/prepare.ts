import type { ConfigPath, Issue, Prepared, Problem, Surroundings } from '@rowhouse/core';

import { pythonType } from '../config/python-type.js';
import { isRecord } from '../config/rule.js';
import { completeEntry, leavesToModel, reportAbsence } from './entry.js';
import { withAccess } from './access.js';
import { completeKey } from './key.js';
import type { ModelSource } from './source.js';

type Raw = Readonly<Record<string, unknown>>;

/** What completes one config. */
export interface Run {
  readonly source: ModelSource;
  readonly surroundings: Surroundings;
  /** The claims that the current user is made of, as the config writes them. */
  readonly claims: Raw;
  /** Reports a problem of the config that the models tell. */
  report(path: ConfigPath, problem: Problem): void;
}

/**
 * Completes a config from the source of its models: what a field, a key or an operation leaves out. What
 * the config says stands; where it contradicts a model, that is reported with both places.
 */
export async function prepare(value: unknown, surroundings: Surroundings): Promise<Prepared> {
  const asItIs = { value, issues: [], files: [], absent: [], notices: [] };
  if (!isRecord(value) || value['models'] === false || !hasModels(value)) return asItIs;
  // Loaded for configs that have models alone.
  const { ModelSource } = await import('./source.js');
  const issues: Issue[] = [];
  const report: Run['report'] = (path, problem) => issues.push({ ...problem, path });
  const source = new ModelSource(modelsOf(value), filesOf(value), surroundings, report);
  const completed = completeConfig(value, {
    source,
    surroundings,
    report,
    claims: claimsIn(value['auth']),
  });
  const { files, absent, notices } = source;
  return { value: completed, issues, files, absent, notices };
}

function completeConfig(written: Raw, run: Run): Raw {
  const config = completeUser(written, run);
  const outer = inherited(config);
  if (!Array.isArray(config['apps'])) return completeApp(config, [], undefined, run);
  const apps = config['apps'].map((app: unknown, index) => {
    if (!isRecord(app) || !isRecord(app['config'])) return app;
    return { ...app, config: completeApp(app['config'], ['apps', index, 'config'], outer, run) };
  });
  return withoutShared({ ...config, apps }, outer);
}

/** Operations that resources take over where they have none of their own. */
interface Shared {
  readonly entries: readonly unknown[];
  /** Whether some resource needed them completed, so that each has its own by now. */
  isHandedDown: boolean;
}

function inherited(block: Raw): Shared | undefined {
  const { operations } = block;
  return Array.isArray(operations) ? { entries: operations, isHandedDown: false } : undefined;
}

/** Gives the project's own current-user function the type that its source says. */
function completeUser(block: Raw, run: Run): Raw {
  const { auth } = block;
  if (!isRecord(auth) || (auth['current_user_type'] ?? undefined) !== undefined) return block;
  const path = auth['get_current_user_fn'];
  const type = typeof path === 'string' ? run.source.returnType(path) : undefined;
  // What the schema would not take for a type is none that generated code can write.
  if (!pythonType.safeParse(type).success) return block;
  return { ...block, auth: { ...auth, current_user_type: type } };
}

function completeApp(
  written: Raw,
  path: ConfigPath,
  outer: Shared | undefined,
  outerRun: Run,
): Raw {
  const app = path.length > 0 ? completeUser(written, outerRun) : written;
  const run = app['auth'] === undefined ? outerRun : { ...outerRun, claims: claimsIn(app['auth']) };
  const own = inherited(app);
  const shared = own ?? outer;
  const { resources } = app;
  if (!Array.isArray(resources)) return app;
  if (shared?.entries.some((entry) => leavesToModel(entry, run))) {
    // What one resource takes from its model is not what another takes: each gets a list of its own.
    shared.isHandedDown ||= resources.some(
      (resource, index) =>
        isRecord(resource) &&
        typeof resource['model'] === 'string' &&
        run.source.find(resource['model'], [...path, 'resources', index, 'model']) !== undefined,
    );
  }
  const completed = resources.map((resource: unknown, index) =>
    isRecord(resource)
      ? completeResource(resource, [...path, 'resources', index], shared, run)
      : resource,
  );
  return withoutShared({ ...app, resources: completed }, own);
}

function withoutShared(block: Raw, shared: Shared | undefined): Raw {
  if (!shared?.isHandedDown) return block;
  return Object.fromEntries(Object.entries(block).filter(([key]) => key !== 'operations'));
}

function completeResource(
  resource: Raw,
  path: ConfigPath,
  shared: Shared | undefined,
  run: Run,
): Raw {
  const own = resource['operations'];
  const isOwn = own !== undefined && own !== null;
  const entries = isOwn ? own : shared?.entries;
  const model = typeof resource['model'] === 'string' ? resource['model'] : '';
  const read = run.source.find(model, [...path, 'model']);
  const found = read && withAccess(resource, read, path, run);
  const keyed = found ? completeKey(resource, found, path, run) : resource;
  if (!Array.isArray(entries)) return keyed;
  const pathOf =
    (index: number) =>
    (...rest: ConfigPath): ConfigPath =>
      // An inherited list is told of at the resource that it does not fit.
      isOwn ? [...path, 'operations', index, ...rest] : path;
  if (!found) {
    const why = run.source.absence(model);
    // The schema tells of a list that all take over, where there is nothing to complete it.
    if (!isOwn && !shared?.isHandedDown) return keyed;
    const left = entries.map((entry: unknown, index) =>
      reportAbsence(entry, why, run, pathOf(index)),
    );
    return { ...keyed, operations: left };
  }
  const completed = entries.map((entry: unknown, index) =>
    completeEntry(entry, found, run, pathOf(index)),
  );
  const isChanged = completed.some((entry, index) => entry !== entries[index]);
  if (!isOwn && !shared?.isHandedDown && !isChanged) return keyed;
  return { ...keyed, operations: completed };
}

function claimsIn(auth: unknown): Raw {
  return isRecord(auth) && isRecord(auth['claims']) ? auth['claims'] : {};
}

/** The models that a config names. */
function modelsOf(config: Raw): readonly string[] {
  const apps: readonly unknown[] = Array.isArray(config['apps'])
    ? config['apps'].map((app: unknown) => (isRecord(app) ? app['config'] : undefined))
    : [config];
  return apps
    .flatMap((app): readonly unknown[] =>
      isRecord(app) && Array.isArray(app['resources']) ? app['resources'] : [],
    )
    .map((resource) => (isRecord(resource) ? resource['model'] : undefined))
    .filter((model) => typeof model === 'string');
}

function hasModels(config: Raw): boolean {
  return modelsOf(config).length > 0;
}

/** The paths under `models`. */
function filesOf({ models }: Raw): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(models) ? models : [models];
  return paths.filter((path) => typeof path === 'string');
}
