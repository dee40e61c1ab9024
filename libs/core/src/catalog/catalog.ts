import type * as z from 'zod';
import { didYouMean, text, unquoted, type Issue } from '@rowhouse/errors';

import { GenerationError } from '../errors/errors.js';

import type { OperationCatalog } from '../target/catalog.js';
import type { OperationEntry } from '../target/entry.js';
import type { AnyOperation, Stage } from '../target/operation.js';
import type { AnyTarget } from '../target/target.js';
import { entriesSchema, type EntryRules } from './entry-schema.js';
import { checkRunningOrder, runningOrder, stageOf } from './running-order.js';

/** An operation and the package that it comes from. */
export interface InstalledOperation {
  readonly operation: AnyOperation;
  readonly package: string;
}

/** The operations of one target: what its config may ask for, and in which order they run. */
export class Catalog implements OperationCatalog {
  readonly operations: readonly AnyOperation[];
  readonly #installed: readonly InstalledOperation[];
  readonly #orders = new Map<string, readonly AnyOperation[]>();
  readonly #finders = new Map<string, EntryRules['find']>();
  readonly #byName: ReadonlyMap<string, InstalledOperation>;

  /**
   * @param installed in discovery order; those of other targets are left out.
   * @throws GenerationError for two operations of one name, unknown scopes and requirements, and cycles;
   *   each names the packages.
   */
  constructor(target: AnyTarget, installed: readonly InstalledOperation[]) {
    const name = target.derived?.from ?? target.name;
    const own = installed.filter(({ operation }) => operation.target === name);
    const issues = [...duplicates(own), ...unknownScopes(target, own)];
    if (issues.length > 0) throw new GenerationError(issues);
    this.operations = own.map(({ operation }) => operation);
    this.#byName = new Map(own.map((each) => [each.operation.name, each]));
    this.#installed = own;
    checkRunningOrder(own);
  }

  /**
   * The operations that run for an instance of a scope in a stage, in order. An operation that no
   * entry asks for has no influence on it.
   */
  order(
    scope: string,
    stage: Stage,
    entries: readonly Pick<OperationEntry, 'operation'>[],
  ): readonly AnyOperation[] {
    const asked = new Set(entries.map((entry) => entry.operation));
    const key = [scope, stage, ...asked].join(' ');
    let order = this.#orders.get(key);
    if (order === undefined) {
      const present = this.#installed.filter(
        ({ operation }) =>
          operation.scope === scope &&
          (operation.activation === 'always' || asked.has(operation.name)),
      );
      order = runningOrder(present).filter((operation) => stageOf(operation) === stage);
      this.#orders.set(key, order);
    }
    return order;
  }

  /** The names of the operations that run for every instance of a scope. */
  alwaysAt(scope: string): readonly string[] {
    return this.operations
      .filter((operation) => operation.scope === scope && operation.activation === 'always')
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

  find(scope: string, entry: Readonly<Record<string, unknown>>): AnyOperation | undefined {
    return this.#finder(scope)(entry);
  }

  /** A catalog for which an unknown name is a problem of the config like any other. */
  get strict(): OperationCatalog {
    return {
      operations: this.operations,
      find: (scope, entry) => this.find(scope, entry),
      entries: (scope) =>
        entriesSchema({
          find: this.#finder(scope),
          explain: (name) => this.explainUnknown(scope, name),
        }),
    };
  }

  /** Why no entry of a scope may have this name. */
  explainUnknown(scope: string, name: string): Issue {
    const known = this.get(name);
    if (known) {
      const [here, there] = [unquoted(scope), unquoted(known.scope)];
      const message =
        known.scope === scope
          ? text`operation ${name} runs for every ${here} automatically`
          : text`operation ${name} runs for each ${there}, not for a ${here}`;
      return { code: 'operation-not-requestable', message, fix: 'Remove the entry.' };
    }
    const names = this.requestable(scope).map((operation) => operation.name);
    const installed = names.length > 0 ? text`Installed: ${names}.` : 'Installed: none.';
    const guess = didYouMean(name, names);
    return {
      code: 'unknown-operation',
      message: text`unknown operation ${name}`,
      fix: guess === undefined ? installed : text`${guess} ${installed}`,
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
    const known = this.#finders.get(scope);
    if (known) return known;
    const requestable = this.requestable(scope);
    const byName = new Map(requestable.map((operation) => [operation.name, operation]));
    const claiming = requestable.filter((operation) => operation.claims);
    const finder: EntryRules['find'] = (entry) =>
      claiming.find((operation) => operation.claims!(entry)) ?? byName.get(entry['name'] as string);
    this.#finders.set(scope, finder);
    return finder;
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
        code: 'duplicate-operation',
        message: text`operation ${operation.name} of target ${operation.target} comes from two packages: ${unquoted(first)} and ${unquoted(name)}`,
        fix: 'Uninstall one of them.',
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
      code: 'unknown-scope',
      message: text`operation ${operation.name} of package ${unquoted(name)} runs at scope ${operation.scope}, which target ${target.name} does not have`,
      fix: didYouMean(operation.scope, scopes) ?? text`Its scopes: ${scopes}.`,
    }));
}
