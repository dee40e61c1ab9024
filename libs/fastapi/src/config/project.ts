import type { ConfigPath, OperationEntry } from '@rowhouse/core';

import type { Access } from './access.js';
import type { AuthConfig } from './auth.js';
import type { Claim } from './claims.js';
import type { ClientConfig } from './client.js';
import type { DatabaseConfig } from './database.js';
import type { Idempotency } from './idempotency.js';
import type { KeyColumn, KeyExample } from './key.js';
import type { Version } from './version.js';

/** A whole config, with everything inherited in its place: what operations are given. */
export interface Project {
  /** Dotted package of the generated code, or empty. */
  readonly packagePrefix: string;
  /** Where the documentation page loads its scripts from. */
  readonly docs: 'online' | 'offline';
  /** What the bodies of errors are. */
  readonly errors: 'detail' | 'problem';
  /** Whether the package that generated tests call is installed, or copied into the output. */
  readonly testing: 'package' | 'copy';
  /** Whether the rules of access are policies of the database, too. */
  readonly rls: boolean;
  /** What keeps the answers that retries get again; undefined where nothing does. */
  readonly idempotency: Idempotency | undefined;
  /** What the TypeScript client is to be. */
  readonly client: ClientConfig;
  readonly apps: readonly App[];
  /** Every database that an app uses, by key, in config order. */
  readonly databases: readonly Database[];
  /** Every authentication that an app uses, the project's own first. */
  readonly auths: readonly Auth[];
}

/** One app: a module of resources, mounted at a prefix. */
export interface App {
  readonly module: string;
  /** URL path, or empty. */
  readonly prefix: string;
  readonly auth: Auth | undefined;
  /** Whether not all rows of all its resources are there for everyone. */
  readonly isScoped: boolean;
  /** Whether what is there depends on the user. */
  readonly knowsUsers: boolean;
  readonly resources: readonly Resource[];
  /** Routers of the project's own. */
  readonly routers: readonly OwnRouter[];
  readonly path: ConfigPath;
}

/** A router of the project's own. */
export interface OwnRouter {
  /** Its dotted path. */
  readonly router: string;
  /** Whether its routes require a user, where the app knows one. */
  readonly auth: boolean;
}

/** Authentication, and where its files go: `auth` for the project's, `{module}/auth` for an app's own. */
export type Auth = AuthConfig & {
  readonly folder: string;
  /** The path of the token route, app prefix included. */
  readonly tokenPath: string;
  /** The database of its app, if it has one by default: the app's that has it first. */
  readonly database: Database | undefined;
  /** What the current user is made of; undefined where that is not for `claims` to say. */
  readonly user: readonly Claim[] | undefined;
};

/** A database. The one that is there without any `databases` has no key. */
export interface Database extends Omit<DatabaseConfig, 'key' | 'default'> {
  readonly key: string | undefined;
}

/** One resource of an app. */
export interface Resource {
  /** Dotted path of the model class. */
  readonly model: string;
  /** Its last segment: `{Model}` in the names of schemas. */
  readonly modelName: string;
  /** `{name}` in the names of files and handlers. */
  readonly name: string;
  /** What the routes find a row by: one column, or several in the order of the path. */
  readonly key: readonly KeyColumn[];
  /** The columns of the key that are the user's, as they say whose a row is: no path has them. */
  readonly userKey: readonly string[];
  /** The key that its documentation shows. */
  readonly keyExample: KeyExample;
  readonly routePrefix: string;
  readonly tags: readonly string[];
  /** What the documentation says about its tags. */
  readonly description: string | undefined;
  readonly requireAuth: boolean;
  readonly generateTests: boolean;
  /** The function that makes values of a row for generated tests. */
  readonly testRowFn: string | undefined;
  /** Who gets at which rows; undefined where all are open, and none can be deleted softly. */
  readonly access: Access | undefined;
  /** What counts the versions of its rows; undefined where nothing does. */
  readonly version: Version | undefined;
  readonly database: Database;
  readonly operations: readonly OperationEntry[];
  readonly path: ConfigPath;
}
