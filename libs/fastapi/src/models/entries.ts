import type { ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';

type Raw = Readonly<Record<string, unknown>>;

/** A config, an app or a resource with other entries in its `operations`, and in those of what is inside. */
export function withEntries(
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

/** The blocks of a config that have resources: its apps, or itself. */
export function appsOf(config: Raw): readonly Raw[] {
  const { apps } = config;
  if (!Array.isArray(apps)) return [config];
  return apps.map((app: unknown) => (isRecord(app) ? app['config'] : undefined)).filter(isRecord);
}
