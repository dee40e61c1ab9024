import type { ConfigPath, OperationCatalog, OperationEntry } from '@rowhouse/core';

import type { ResourceConfig } from '../resource.js';
import type { Findings } from '../rule.js';

/** What the operations of a resource say of their own entries. */
export function checkOperations(
  catalog: OperationCatalog,
  resource: ResourceConfig,
  entries: readonly OperationEntry[],
  path: ConfigPath,
  { report, sound }: Findings,
): void {
  if (!Array.isArray(entries)) return;
  const isOwn = resource.operations !== undefined;
  for (const [index, { operation, name, options }] of entries.entries()) {
    const check = catalog.operations.find((each) => each.name === operation)?.check;
    if (isOwn && !sound(...path, 'operations', index)) continue;
    // An inherited list is told of at the resource that it does not fit.
    const pathOf = (below: ConfigPath) => (isOwn ? [...path, 'operations', index, ...below] : path);
    check?.({
      value: resource,
      options,
      entryName: name,
      report: (below, problem) => {
        report(pathOf(below), problem);
      },
      sound: (...below) => sound(...pathOf(below)),
    });
  }
}
