import type * as z from 'zod';

import { GenerationError, type Issue } from '../errors/errors.js';
import { didYouMean } from '../errors/suggest.js';
import type { OperationCatalog } from '../target/catalog.js';
import type { OperationEntry } from '../target/entry.js';
import type { AnyOperation, Stage } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';
import { entriesSchema, type EntryRules } from './entry-schema.js';
import { runningOrder } from './running-order.js';

/** An operation and the package that it comes from. */
export interface InstalledOperation {
  readonly operation: AnyOperation;
  readonly package: string;
}

/** The operations of one target: what its config may ask for, and in which order they run. */
export class Catalog implements OperationCatalog {
  readonly operations: readonly AnyOperation[];
  readonly #order: ReadonlyMap<string, readonly AnyOperation[]>;
  readonly #byName: ReadonlyMap<string, InstalledOperation>;

  /**
   * @param installed in discovery order; those of other targets are left out.
   * @throws GenerationError for two operations of one name, unknown scopes and requirements, and cycles;
   *   each names the packages.
   */
  constructor(target: AnyTarget, installed: readonly InstalledOperation[]) {
    const own = installed.filter(({ operation }) => operation.target === target.name);
    const issues = [...duplicates(own), ...unknownScopes(target, own)];
    if (issues.length > 0) throw new GenerationError(issues);
    this.operations = own.map(({ operation }) => operation);
    this.#byName = new Map(own.map((each) => [each.operation.name, each]));
    const order = runningOrder(own);
    this.#order = new Map(
      target.scopes.map(({ name }) => [name, order.filter((each) => each.scope === name)]),
    );
  }

  /** The operations of a scope and a stage, in the order they run. */
  order(scope: string, stage: Stage): readonly AnyOperation[] {
    return (this.#order.get(scope) ?? []).filter((each) => (each.stage ?? 'produce') === stage);
  }

  /** The names of the operations that run for every instance of a scope. */
  alwaysAt(scope: string): readonly string[] {
    return (this.#order.get(scope) ?? [])
      .filter((operation) => operation.activation === 'always')
      .map((operation) => operation.name);
  }

  get(name: string): AnyOperation | undefined {
    return this.#byName.get(name)?.operation;
  }

  packageOf(operation: AnyOperation): string {
    return this.#byName.get(operation.name)!.package;
  }

  entries(scope: string): z.ZodType<readonly OperationEntry[]> {
    return entriesSchema({ find: this.#finder(scope) });
  }

  /** A catalog for which an unknown name is a problem of the config like any other. */
  get strict(): OperationCatalog {
    return {
      operations: this.operations,
      entries: (scope) =>
        entriesSchema({
          find: this.#finder(scope),
          explain: (name) => this.explainUnknown(scope, name),
        }),
    };
  }

  /** Why no entry of a scope may have this name. */
  explainUnknown(scope: string, name: string): { readonly message: string; readonly hint: string } {
    const known = this.get(name);
    if (known?.scope === scope) {
      return {
        message: `operation '${name}' runs for every ${scope} by itself`,
        hint: 'Remove the entry.',
      };
    }
    if (known) {
      return {
        message: `operation '${name}' runs for each ${known.scope}, not for a ${scope}`,
        hint: 'Remove the entry.',
      };
    }
    const names = this.requestable(scope).map((operation) => operation.name);
    const installed = `Installed: ${names.join(', ') || 'none'}.`;
    const guess = didYouMean(name, names);
    return {
      message: `unknown operation '${name}'`,
      hint: guess === undefined ? installed : `${guess} ${installed}`,
    };
  }

  /** The operations that an entry of a scope may ask for. */
  requestable(scope: string): readonly AnyOperation[] {
    return this.operations.filter(
      (operation) => operation.scope === scope && operation.activation !== 'always',
    );
  }

  /** Finds the operation of an entry: by its shape first, then by its name. */
  #finder(scope: string): EntryRules['find'] {
    const requestable = this.requestable(scope);
    const byName = new Map(requestable.map((operation) => [operation.name, operation]));
    const claiming = requestable.filter((operation) => operation.claims);
    return (entry) =>
      claiming.find((operation) => operation.claims!(entry)) ?? byName.get(entry['name'] as string);
  }
}

function duplicates(installed: readonly InstalledOperation[]): Issue[] {
  const seen = new Map<string, string>();
  const issues: Issue[] = [];
  for (const { operation, package: name } of installed) {
    const first = seen.get(operation.name);
    if (first === undefined) seen.set(operation.name, name);
    else {
      issues.push({
        message: `operation '${operation.name}' of target '${operation.target}' comes from two packages: ${first} and ${name}`,
        hint: 'Uninstall one of them.',
      });
    }
  }
  return issues;
}

function unknownScopes(target: AnyTarget, installed: readonly InstalledOperation[]): Issue[] {
  const scopes = target.scopes.map(({ name }) => name);
  return installed
    .filter(({ operation }) => !scopes.includes(operation.scope))
    .map(({ operation, package: name }) => ({
      message: `operation '${operation.name}' of package ${name} runs at scope '${operation.scope}', which target '${target.name}' does not have`,
      hint: didYouMean(operation.scope, scopes) ?? `Its scopes: ${scopes.join(', ')}.`,
    }));
}
