import type { FirstConfig, Surroundings } from '@rowhouse/core';

import { resourcesIn } from '../models/changed-config.js';
import { listsIn, nameOf, type NamedEntry } from '../models/entry-operation.js';
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
  const present = presentIn(config, project, surroundings);
  const offered = offeredBy(surroundings.operations);
  const names = new Set<string>();
  const resources = project.found(from).flatMap((facts) => {
    const resource = firstResource(facts, names, offered, (path) => project.model(path));
    return typeof resource === 'string' ? [] : [resource];
  });
  const lacking = resources.filter(({ model }) => !present.has(model));
  const columns = resources.flatMap((resource) => {
    const entries = present.get(resource.model);
    const missing = entries ? unnamed(resource, entries) : [];
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
function presentIn(
  config: unknown,
  project: ProjectModels,
  surroundings: Surroundings,
): ReadonlyMap<string, readonly NamedEntry[]> {
  const present = new Map<string, NamedEntry[]>();
  for (const { config: resource, entries } of resourcesIn(config, surroundings)) {
    const { model } = resource;
    if (model === undefined) continue;
    const path = project.model(model)?.model ?? model;
    present.set(path, [...(present.get(path) ?? []), ...entries]);
  }
  return present;
}

/** The columns that a first config would show, and that no operation of this one names; none where one takes all. */
function unnamed({ shown }: FirstResource, entries: readonly NamedEntry[]): readonly string[] {
  const lists = entries.flatMap(listsIn);
  if (lists.some(({ role, isLeft }) => role === 'read' && isLeft)) return [];
  const said = lists.flatMap(({ fields }) => (fields ? [fields] : []));
  const named = new Set(said.flat().map(nameOf));
  return said.length === 0 ? [] : shown.filter((name) => !named.has(name));
}
