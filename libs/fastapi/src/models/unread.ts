import {
  formatPath,
  text,
  unquoted,
  type ConfigPath,
  type Prepared,
  type Surroundings,
} from '@rowhouse/core';

import { withEntries } from './entries.js';
import { leavesToModel, standIn } from './entry.js';

/** Reports, once, what a config with `models: false` leaves to its models all the same. */
export function checkUnread(
  config: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): Pick<Prepared, 'value' | 'issues'> {
  const left: ConfigPath[] = [];
  const value = withEntries(config, [], (entry, path) => {
    if (!leavesToModel(entry, surroundings)) return entry;
    left.push(path);
    return standIn(entry, surroundings);
  });
  if (left.length === 0) return { value: config, issues: [] };
  const [first, ...others] = left;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return {
    value,
    issues: [
      {
        code: 'models-off',
        path: ['models'],
        found: false,
        message: unquoted(
          `no model is read, but ${formatPath(first!)}${more} would get fields or types from one`,
        ),
        fix: text`Write each field as { name: ${'title'}, type: ${'str'} }, or remove 'models'.`,
      },
    ],
  };
}
