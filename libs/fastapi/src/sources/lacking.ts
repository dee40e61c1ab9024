import type { FirstConfig, Surroundings } from '@rowhouse/core';

import { namedEntry } from '../models/entry-operation.js';
import { fieldListsOf } from '../models/field-lists.js';
import { isRecord } from '../config/rule.js';
import { listed } from '../models/listed.js';
import {
  firstResource,
  notesOf,
  offeredBy,
  summary,
  type FirstResource,
} from './first-resource.js';
import type { ProjectModels } from './project-models.js';
import { resourceLines } from './write.js';

type Raw = Readonly<Record<string, unknown>>;

/** What a config lacks of a project's models: resources, and columns that no list of fields has. */
export function lackingIn(
  config: Raw,
  from: string | undefined,
  project: ProjectModels,
  surroundings: Surroundings,
): FirstConfig {
  const present = presentIn(config, project);
  const offered = offeredBy(surroundings.operations);
  const names = new Set<string>();
  const resources = project.found(from).flatMap((facts) => {
    const resource = firstResource(facts, names, offered, (path) => project.model(path));
    return typeof resource === 'string' ? [] : [resource];
  });
  const lacking = resources.filter(({ model }) => !present.has(model));
  const columns = resources.flatMap((resource) => {
    const entries = present.get(resource.model);
    const missing = entries ? unnamed(resource, entries, surroundings) : [];
    return missing.length > 0 ? [{ model: resource.model, columns: missing }] : [];
  });
  const isShared = Array.isArray(config['operations']);
  const lines = [
    ...lacking.flatMap((each) => resourceLines(each, offered, isShared)),
    ...columns.map((each) => `// ${each.model}: no list of fields has ${listed(each.columns)}.`),
  ];
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    json: { resources: lacking.map(summary), columns },
    notes: lacking.flatMap(notesOf),
  };
}

/** The operations of each model that a config has. */
function presentIn(config: Raw, project: ProjectModels): ReadonlyMap<string, readonly unknown[]> {
  const present = new Map<string, unknown[]>();
  const apps: readonly unknown[] = Array.isArray(config['apps']) ? config['apps'] : [{ config }];
  for (const app of apps) {
    const block = isRecord(app) && isRecord(app['config']) ? app['config'] : {};
    const resources: readonly unknown[] = Array.isArray(block['resources'])
      ? block['resources']
      : [];
    for (const resource of resources) {
      if (!isRecord(resource) || typeof resource['model'] !== 'string') continue;
      const path = project.model(resource['model'])?.model ?? resource['model'];
      const own = resource['operations'] ?? block['operations'] ?? config['operations'];
      const entries: readonly unknown[] = Array.isArray(own) ? own : [];
      present.set(path, [...(present.get(path) ?? []), ...entries]);
    }
  }
  return present;
}

/** The columns that a first config would show, and that no operation of this one names; none where one takes all. */
function unnamed(
  { shown }: FirstResource,
  entries: readonly unknown[],
  surroundings: Surroundings,
): readonly string[] {
  const named = new Set<unknown>();
  let lists = 0;
  for (const entry of entries) {
    const found = namedEntry(entry, surroundings);
    if (found === undefined) continue;
    const { object, operation } = found;
    for (const [key, { role, fromModel }] of fieldListsOf(operation)) {
      const said = object[key] ?? undefined;
      if (role === 'read' && fromModel && said === undefined) return [];
      if (!Array.isArray(said)) continue;
      lists += 1;
      for (const field of said) named.add(isRecord(field) ? field['name'] : field);
    }
  }
  return lists === 0 ? [] : shown.filter((name) => !named.has(name));
}
