import type { OperationCatalog } from '@rowhouse/core';

import type { EffectiveResource } from '../effective.js';
import type { Findings } from '../rule.js';

/** What the operations of a resource say of their own entries. */
export function checkOperations(
  catalog: OperationCatalog,
  { config, entries }: EffectiveResource,
  { report, sound }: Findings,
): void {
  for (const { operation, name, entry, path, at } of entries) {
    if (!sound(...path)) continue;
    catalog.operations
      .find((each) => each.name === operation)
      ?.check?.({
        value: config,
        options: entry.options,
        entryName: name,
        report: (below, problem) => {
          report(at(...below), problem);
        },
        sound: (...below) => sound(...at(...below)),
      });
  }
}
