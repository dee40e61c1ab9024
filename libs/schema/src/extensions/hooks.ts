import type { Command } from 'commander';

import { isUserError } from '../errors/errors.js';
import type { Metadata } from '../metadata/metadata.js';
import type { MigrationRegistry } from '../steps/index.js';
import {
  describeExtension,
  type ProjectConfig,
  type ResolvedExtension,
  type SchemaProject,
} from './extension.js';

/**
 * Runs the `configureMetadata` hook of every extension of `config` on `metadata`, dependencies first.
 * Does nothing when that has been done before.
 *
 * @throws SchemaValidationError when extensions are missing or contradict each other.
 */
export function configureMetadata(metadata: Metadata, config: ProjectConfig): void {
  if (!metadata.markConfigured(config)) return;
  for (const resolved of config.extensions()) {
    metadata.ownedBy(describeExtension(resolved), () => {
      callHook(resolved, 'configureMetadata', () => resolved.extension.configureMetadata(metadata));
    });
  }
}

/** Runs the `configureMigrations` hook of every extension of `config`, dependencies first. */
export function migrationHook(config: ProjectConfig, registry: MigrationRegistry): void {
  for (const resolved of config.extensions()) {
    callHook(resolved, 'configureMigrations', () =>
      resolved.extension.configureMigrations(registry),
    );
  }
}

/** Runs the `registerCli` hook of every extension of the project, dependencies first. */
export function registerCliCommands(program: Command, project: SchemaProject): void {
  for (const resolved of project.config.extensions()) {
    callHook(resolved, 'registerCli', () => resolved.extension.registerCli(program, project));
  }
}

/** A hook's own validation error passes; anything else is its defect, and the message says whose. */
export function callHook<T>(
  resolved: Omit<ResolvedExtension, 'extension'>,
  hook: string,
  call: () => T,
): T {
  try {
    return call();
  } catch (error) {
    if (isUserError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${describeExtension(resolved)} failed in ${hook}(): ${reason}`, {
      cause: error,
    });
  }
}
