import { text, type Issue } from '@rowhouse/errors';

import { refuse } from '../errors/errors.js';

import { readableName } from '../sql/identifier.js';
import type { Metadata } from './metadata.js';
import * as kinds from '../options/kinds.js';
import { requireArgument, requireOptions, type Kinds } from '../options/require-options.js';

export interface PgExtensionOptions {
  /** Where the extension is registered. */
  readonly metadata: Metadata;
  /** Schema of the extension's types, functions and operators. Default: `public`. */
  readonly schema?: string;
}

const OPTIONS: Kinds<PgExtensionOptions> = { metadata: kinds.metadata, schema: kinds.string };

/**
 * Adds an extension of PostgreSQL, such as `citext`, `pg_trgm` or `vector`, before everything that
 * uses its types and operators.
 *
 * @example
 * pgExtension('citext', { metadata });
 */
export function pgExtension(name: string, options: PgExtensionOptions): void {
  requireArgument('PostgreSQL extension', ['name'], name, kinds.string);
  requireOptions(`PostgreSQL extension ${readableName(name)}`, options, OPTIONS);
  const { metadata, schema = 'public' } = options;
  metadata.registerPgExtension({ schema, name });
}

/**
 * Sees that extensions have schemas of their own, or `public`. On the way back, migrations drop a schema of the project
 * with all that is in it, but no other extension: another project may use it.
 *
 * @throws SchemaValidationError with every extension that stands among the project's objects.
 */
export function refuseExtensionsAmongObjects(metadata: Metadata): void {
  const schemas = new Set(metadata.schemaNames());
  const among = metadata
    .pgExtensions()
    .filter(({ schema }) => schema !== 'public' && schemas.has(schema));
  refuse(
    among.map(({ name, schema }): Issue => ({
      code: 'extension-among-objects',
      subject: `PostgreSQL extension ${readableName(name)}`,
      path: ['schema'],
      found: schema,
      message: 'the project has objects in that schema',
      fix: text`Use another schema, such as ${'extensions'}, or omit the option to use ${'public'}.`,
    })),
  );
}
