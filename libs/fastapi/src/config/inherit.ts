import { snakeCase } from '@rowhouse/python';

import { pluralKebabCase } from '../noun.js';
import { accessOf } from './access.js';
import { claimsOf } from './claims.js';
import { defaultDatabase, type DatabaseConfig } from './database.js';
import { keyColumns, wholeKey } from './key.js';
import { effectiveApps, type EffectiveApp, type EffectiveResource } from './effective.js';
import type { App, Auth, Database, Project, Resource } from './project.js';
import { modelName, type ResourceConfig } from './resource.js';
import type { Config } from './schema.js';
import { softDeletes } from './soft-delete.js';
import { versionOf } from './version.js';

/** The database that serves a resource, or undefined when the config does not say which. */
export function databaseOf(
  resource: ResourceConfig,
  databases: readonly DatabaseConfig[],
): DatabaseConfig | undefined {
  return resource.db_key === undefined
    ? defaultDatabase(databases)
    : databases.find((each) => each.key === resource.db_key);
}

const implicitDatabase: Database = {
  key: undefined,
  url_env: 'DATABASE_URL',
  echo: false,
  pool_size: 5,
  max_overflow: 10,
  pool_timeout: 30,
  pool_recycle: -1,
  pool_pre_ping: true,
};

/** Hands down what apps and resources inherit. The config has passed every rule. */
export function inherit(config: Config): Project {
  const databases = new Map<string | undefined, Database>();
  const auths = new Map<string, Auth>();
  const effective = effectiveApps(config);
  const soft = softDeletes(effective);
  const apps = effective.map((app): App => {
    for (const database of app.databases ?? [implicitDatabase]) {
      if (!databases.has(database.key)) databases.set(database.key, database);
    }
    const auth = app.auth && placed(app, databases);
    if (auth !== undefined && !auths.has(auth.folder)) auths.set(auth.folder, auth);
    const { module, routers = [] } = app.config;
    const resources = app.resources.map((resource) =>
      inheritResource(resource, app, databases, soft),
    );
    return {
      module,
      prefix: app.prefix,
      auth: auth && auths.get(auth.folder),
      path: app.path,
      routers: routers.map((router) =>
        typeof router === 'string' ? { router, auth: true } : router,
      ),
      isScoped: resources.some(({ access }) => access !== undefined),
      knowsUsers: resources.some(({ access }) => access?.isOpen === false),
      resources,
    };
  });
  return {
    packagePrefix: config.package_prefix,
    docs: config.docs,
    errors: config.errors,
    testing: config.testing,
    rls: config.access?.rls === true,
    idempotency: config.idempotency,
    client: config.client,
    apps,
    databases: [...databases.values()],
    auths: [...auths.values()],
  };
}

/** The project's authentication goes into `auth`; that of one app beside the app's other files. */
function placed(app: EffectiveApp, databases: ReadonlyMap<string | undefined, Database>): Auth {
  const auth = app.auth!;
  const own = app.at.auth.length > 1;
  return {
    ...auth,
    folder: own ? `${app.config.module}/auth` : 'auth',
    tokenPath: auth.type === 'jwks' ? '' : (own ? app.prefix : '') + auth.token_url,
    database: databases.get((app.databases && defaultDatabase(app.databases))?.key),
    user: auth.claims && claimsOf(auth.claims, auth.test_claims),
  };
}

function inheritResource(
  { config: resource, entries, path }: EffectiveResource,
  app: EffectiveApp,
  databases: ReadonlyMap<string | undefined, Database>,
  soft: ReadonlyMap<string, string>,
): Resource {
  const model = modelName(resource.model);
  const routePrefix = resource.route_prefix ?? defaultRoutePrefix(resource);
  const database =
    app.databases === undefined ? implicitDatabase : databaseOf(resource, app.databases)!;
  const key = keyColumns(resource);
  const inPath = new Set(key.map(({ name }) => name));
  return {
    model: resource.model,
    modelName: model,
    name: resource.name ?? snakeCase(model),
    key,
    userKey: wholeKey(resource).flatMap(({ name }) => (inPath.has(name) ? [] : [name])),
    keyExample: resource.pk_example,
    routePrefix,
    tags: resource.tags ?? [routePrefix.slice(1)],
    description: resource.description,
    requireAuth: resource.require_auth,
    generateTests: resource.generate_tests,
    testRowFn: resource.test_row_fn,
    access: accessOf(resource.access, app.auth, soft.get(resource.model)),
    version: versionOf(resource.version),
    database: databases.get(database.key)!,
    operations: entries.map(({ entry }) => entry),
    path,
  };
}

/** `/blog-posts` for a model `BlogPost`. */
export function defaultRoutePrefix(resource: Pick<ResourceConfig, 'model'>): string {
  return `/${pluralKebabCase(modelName(resource.model))}`;
}
