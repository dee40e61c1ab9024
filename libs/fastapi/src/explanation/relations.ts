import type { FactLine } from '@rowhouse/core';

import type { Field } from '../config/field.js';
import type { ListOptions } from '../config/list-options.js';
import type { Project } from '../config/project.js';
import type { FoundRoute } from '../find-route.js';
import type { Source } from '../relations/config.js';
import { ownerOf } from '../relations/visibility.js';
import type { FieldPlaces } from './field-places.js';

type Options = Partial<ListOptions & { readonly returns: readonly Field[] }>;

/** The related rows that an operation shows, compares or writes, and whose access is asked for them. */
export function relatedLines(
  { made, app }: FoundRoute,
  project: Project,
  places: FieldPlaces,
): readonly FactLine[] {
  const { fields, returns, filters, ordering } = (made.entry?.options ?? {}) as Options;
  const named: readonly (string | Field)[] = [
    ...(fields ?? []),
    ...(returns ?? []),
    ...(filters?.fields ?? []),
    ...(ordering?.fields ?? []),
  ];
  const lines = named.flatMap((each) => {
    if (typeof each === 'string') return [];
    const path = places.of(each.name);
    return sourcesOf(each).map(([name, source]): FactLine => {
      const owner = ownerOf(source, app, project)?.resource;
      const rows = owner ? `by the access of ${owner.name}` : 'all rows';
      return { text: `related ${name}: ${rows}`, ...(path && { path }) };
    });
  });
  return lines.filter(({ text }, at) => lines.findIndex((each) => each.text === text) === at);
}

/** The relations that a field is about, by their paths. */
function sourcesOf(field: Field): readonly (readonly [string, Source])[] {
  const { name, relation, writes, path } = field;
  const names = name.split('.');
  const steps = path?.steps.map(
    (step, index) => [names.slice(0, index + 1).join('.'), step] as const,
  );
  if (steps !== undefined) return steps;
  const source = relation ?? writes;
  if (source === undefined) return [];
  const inner = relation?.kind === 'embed' ? relation.fields.flatMap(sourcesOf) : [];
  return [[name, source], ...inner.map(([each, of]) => [`${name}.${each}`, of] as const)];
}
