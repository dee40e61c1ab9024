import { SchemaValidationError } from '../errors/errors.js';
import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireOptions, type Kinds } from '../options/require-options.js';
import { requestCheck } from './request-check.js';
import { ANON_ROLE, AUTHENTICATOR_ROLE } from './roles.js';

export interface RestConfigOptions {
  /**
   * How PostgREST reaches the database. Default: database `postgres` on the local host as
   * `authenticator`.
   */
  readonly dbUri?: string;
}

const OPTIONS: Kinds<RestConfigOptions> = { dbUri: kinds.string };

/**
 * The configuration file of a PostgREST that serves the REST views of `metadata`. Holds no password:
 * PostgREST takes it from the environment (`PGPASSWORD`) or a password file.
 *
 * @throws SchemaValidationError when there is no REST view, or `dbUri` has a password.
 */
export function restConfig(metadata: Metadata, options: RestConfigOptions = {}): string {
  requireOptions('restConfig()', options, OPTIONS);
  const resources = metadata.apiResources();
  if (resources.length === 0) {
    throw new SchemaValidationError([
      {
        code: 'no-rest-view',
        message: 'the project has no REST view',
        fix: 'Define one with restView(), in a module that schema.config.ts imports.',
      },
    ]);
  }
  const { dbUri = `postgresql://${AUTHENTICATOR_ROLE}@localhost:5432/postgres` } = options;
  if (hasPassword(dbUri)) {
    throw new SchemaValidationError([
      {
        code: 'password-in-uri',
        message: 'the database URI contains a password, which would be written to a file',
        fix: 'Remove it, and set PGPASSWORD in the environment of PostgREST.',
      },
    ]);
  }
  const check = requestCheck(metadata)!;
  const exposed = [...new Set(resources.map(({ schema }) => schema))];
  // PostgREST names no schema of an operator: without those of extensions, `=` compares a citext as text.
  const further = [...resources.map(({ source }) => source), ...metadata.pgExtensions()];
  const behind = [...new Set(further.map(({ schema }) => schema))].filter(
    (schema) => !exposed.includes(schema),
  );
  return [
    '# The password is not here: set PGPASSWORD in the environment of PostgREST.',
    line('db-uri', dbUri),
    line('db-schemas', exposed.join(',')),
    line('db-anon-role', ANON_ROLE),
    line('db-extra-search-path', behind.join(',')),
    line('db-pre-request', `${check.schema}.${check.name}`),
    '',
  ].join('\n');
}

function line(key: string, value: string): string {
  return `${key} = "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function hasPassword(uri: string): boolean {
  if (!URL.canParse(uri)) return /\bpassword\s*=/i.test(uri);
  const { password, searchParams } = new URL(uri);
  return password !== '' || searchParams.has('password');
}
