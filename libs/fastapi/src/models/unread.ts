import {
  formatPath,
  text,
  unquoted,
  type ConfigPath,
  type Prepared,
  type Surroundings,
} from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
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
          `no model is read, and ${formatPath(first!)}${more} would take fields or their types from one`,
        ),
        fix: text`Write each field as { name: ${'title'}, type: ${'str'} }, or leave 'models' out.`,
      },
    ],
  };
}

/** A config, an app or a resource with other entries in its `operations`, and in those of what is inside. */
function withEntries(
  block: unknown,
  path: ConfigPath,
  change: (entry: unknown, path: ConfigPath) => unknown,
): unknown {
  if (!isRecord(block)) return block;
  const inside = (key: string, each: typeof change) => {
    const list = block[key];
    return (
      Array.isArray(list) && {
        [key]: list.map((one: unknown, index) => each(one, [...path, key, index])),
      }
    );
  };
  const deeper: typeof change = (one, place) => withEntries(one, place, change);
  return {
    ...block,
    ...inside('operations', change),
    ...inside('resources', deeper),
    ...inside('apps', (app, place) =>
      isRecord(app)
        ? { ...app, config: withEntries(app['config'], [...place, 'config'], change) }
        : app,
    ),
  };
}
