import { text, unquoted, type Issue } from '@rowhouse/errors';

import type { Catalog } from '../catalog/index.js';
import type { LoadedConfig } from '../config/index.js';
import { explainIssue, sortIssues, valueAt } from '../config/index.js';

import type { OperationEntry } from '../target/entry.js';
import type { ConfigPath, ScopeInstance } from '../target/scope.js';
import type { AnyTarget } from '../target/target.js';
import type { BuiltOutput } from './build.js';

/**
 * What a well-formed config asks of operations that cannot be had: names that no installed operation
 * has, and operations without the ones that they require.
 *
 * @returns every problem, sorted by place.
 */
export function checkOperations(
  target: AnyTarget,
  catalog: Catalog,
  project: unknown,
  config: LoadedConfig,
): readonly Issue[] {
  const issues = new Map<string, Issue>();
  const report = (path: ConfigPath, issue: Issue) => {
    const key = JSON.stringify([path, issue]);
    if (!issues.has(key)) issues.set(key, explainIssue(config, { ...issue, path }));
  };

  const visit = (depth: number, value: unknown): void => {
    const scope = target.scopes[depth];
    if (!scope) return;
    for (const instance of scope.instances(value)) {
      const present = new Set(catalog.alwaysAt(scope.name));
      for (const entry of instance.entries) if (entry.operation) present.add(entry.operation);
      for (const entry of instance.entries) {
        if (entry.operation === undefined) {
          const path = pathOfEntry(config.value, instance, entry);
          const isObject = valueAt(config.value, [...path, 'name']) !== undefined;
          const issue = catalog.explainUnknown(scope.name, entry.name);
          report(isObject ? [...path, 'name'] : path, issue);
          continue;
        }
        for (const required of catalog.get(entry.operation)?.requires ?? []) {
          if (present.has(required)) continue;
          report(pathOfEntry(config.value, instance, entry), {
            code: 'requirement-missing',
            message: text`operation ${entry.name} requires operation ${required}, which ${unquoted(instance.label)} does not have`,
            fix: text`Add ${required} to its operations.`,
          });
        }
      }
      visit(depth + 1, instance.value);
    }
  };

  visit(0, project);
  return sortIssues([...issues.values()]);
}

/**
 * Where an entry stands: in the instance's own `operations`, or in those that it inherits from a place
 * around it.
 */
export function pathOfEntry(
  config: unknown,
  instance: ScopeInstance,
  entry: OperationEntry,
): ConfigPath {
  for (let length = instance.path.length; length >= 0; length--) {
    const path = [...instance.path.slice(0, length), 'operations', ...entry.path];
    if (valueAt(config, path) !== undefined) return path;
  }
  return instance.path;
}

/** Where the config asks for an output: its entry, or the instance of an operation that always runs. */
export function pathOfBuilt(config: unknown, { instance, entry }: BuiltOutput): ConfigPath {
  return entry ? pathOfEntry(config, instance, entry) : instance.path;
}
