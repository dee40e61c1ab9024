import type { Command } from 'commander';

import type { Metadata } from '../metadata/metadata.js';
import type { Plugin } from '../plugins/plugin.js';
import type { MigrationRegistry } from '../steps/index.js';

/** What a project's `SchemaConfig` tells about its extensions and plugins. */
export interface ProjectConfig {
  /** The extensions, dependencies first. */
  extensions(): readonly ResolvedExtension[];
  /** The extension of that name, if registered. */
  extension(name: string): ResolvedExtension | undefined;
  /** The plugins of every table. */
  plugins(): readonly Plugin[];
}

/** The project that a `schema` command works on: what its `schema.config.ts` exports. */
export interface SchemaProject {
  readonly config: ProjectConfig;
  /** The extensions' `configureMetadata` has run on it. */
  readonly metadata: Metadata;
}

/**
 * An installable bundle of plugins, metadata hooks, migration hooks and CLI commands.
 *
 * Subclass it, give it a `name`, override the hooks you need: each does nothing by default. Register
 * it with `config.use(new MyExtension())`, or let it be discovered from `schema.extensions` in the
 * `package.json` of the package that holds it.
 */
export abstract class Extension {
  /** Names of the extensions that must be registered too; their hooks run first. */
  static readonly dependsOn: readonly string[] = [];

  /** Unique among the extensions of a config. */
  abstract readonly name: string;

  /** Plugins that come before those of the config and of the table, in every table factory. */
  plugins(): readonly Plugin[] {
    return [];
  }

  /** Registers roles, grants, schemas or other objects. Runs once for each metadata. */
  configureMetadata(_metadata: Metadata): void {
    // Nothing by default.
  }

  /** Registers renderers and rewriters of migrations. */
  configureMigrations(_registry: MigrationRegistry): void {
    // Nothing by default.
  }

  /**
   * Adds subcommands to the `schema` command.
   *
   * @param project What the commands' actions may work on.
   */
  registerCli(_program: Command, _project: SchemaProject): void {
    // Nothing by default.
  }

  /**
   * Checks that peers which cannot be a plain `dependsOn` are there; throws a
   * {@link SchemaValidationError} when not. Runs after all extensions are loaded.
   */
  validate(_registeredNames: ReadonlySet<string>): void {
    // Nothing by default.
  }
}

/** An extension as the config resolved it. */
export interface ResolvedExtension {
  readonly name: string;
  readonly extension: Extension;
  /** `manual`: given to `use()`; `discovered`: found through a `package.json`. */
  readonly origin: 'manual' | 'discovered';
  /** The npm package a discovered extension came from. */
  readonly package?: string;
  readonly dependsOn: readonly string[];
}

/** How messages name an extension: with the place it came from. */
export function describeExtension(resolved: Omit<ResolvedExtension, 'extension'>): string {
  const origin =
    resolved.package === undefined ? 'registered with use()' : `from package ${resolved.package}`;
  return `extension ${resolved.name} (${origin})`;
}
