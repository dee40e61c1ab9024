import type { Command } from 'commander';

import { Extension, type SchemaProject } from '../extensions/extension.js';
import type { Metadata } from '../metadata/metadata.js';
import * as kinds from '../options/kinds.js';
import { requireOptions, type Kinds } from '../options/require-options.js';
import type { ViewSecurity } from '../views/view-ddl.js';
import { grantExtensionSchemas } from './type-schemas.js';
import { restConfig } from './rest-config.js';
import { ANON_ROLE, AUTHENTICATOR_ROLE } from './roles.js';

export interface RestExtensionOptions {
  /** Default schema of the REST views. Default: `api`. */
  readonly schema?: string;
  /** Roles besides `anon` that a request may run as, by the `role` claim of its token. */
  readonly roles?: readonly string[];
  /** Whose rights the views have, unless a view says otherwise. */
  readonly security?: ViewSecurity;
}

const OPTIONS: Kinds<RestExtensionOptions> = {
  schema: kinds.string,
  roles: kinds.strings,
  security: kinds.security,
};

/**
 * Exposes tables through views in an API schema, for a REST server such as PostgREST.
 *
 * Registers the roles `anon` and `authenticator`, the latter without a password: set one on the
 * server. Brings the command `schema rest-config`.
 */
export class RestExtension extends Extension {
  override readonly name = 'rest';
  /** Default schema of the REST views. */
  readonly schema: string;
  /** Roles that a request may run as, `anon` among them. */
  readonly roles: readonly string[];
  /** Whose rights the views have, where that was said for all. */
  readonly security: ViewSecurity | undefined;

  constructor(options: RestExtensionOptions = {}) {
    super();
    requireOptions('RestExtension', options, OPTIONS);
    this.schema = options.schema ?? 'api';
    this.security = options.security;
    this.roles = [ANON_ROLE, ...(options.roles ?? [])];
  }

  override configureMetadata(metadata: Metadata): void {
    for (const name of this.roles) metadata.registerRole({ name });
    metadata.registerRole({
      name: AUTHENTICATOR_ROLE,
      login: true,
      inherit: false,
      memberOf: this.roles,
    });
    grantExtensionSchemas(metadata);
  }

  override registerCli(program: Command, project: SchemaProject): void {
    program
      .command('rest-config')
      .description('Print the PostgREST configuration of the REST views.')
      .option('--db-uri <uri>', 'how PostgREST reaches the database, without a password')
      .action((options: { dbUri?: string }) => {
        program.configureOutput().writeOut?.(restConfig(project.metadata, options));
      });
  }
}
