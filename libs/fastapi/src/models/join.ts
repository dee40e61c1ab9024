import { text, unquoted, type ConfigPath } from '@rowhouse/core';

import type { Run } from './prepare.js';
import type { Model } from './source.js';

/** Reports a model that is mapped to a join, of which a row is one of each table. */
export function reportJoin({ facts, path: model }: Model, path: ConfigPath, run: Run): void {
  run.report(path, {
    code: 'mapped-to-join',
    found: model,
    message: text`${unquoted(facts.name)} is mapped to a join (${unquoted(run.source.where(facts.at))}), and not to a table`,
    fix: 'Create a view of the join, and map the class to the view. Or use a resource for each table.',
  });
}
