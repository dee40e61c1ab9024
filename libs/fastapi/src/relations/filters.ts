import { literal, type PythonSymbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import { columnsOf, nameOf, type ListOptions } from '../config/list-options.js';
import type { ResourceContext } from '../context.js';
import { runtimeSymbol } from '../modules.js';
import { annotationOf } from '../resource/annotations.js';
import type { Source } from './config.js';
import { betweenSource, modelSymbol } from './joins.js';
import type { RelatedPath } from './path.js';
import { ownerOf, type Owner } from './visibility.js';

/** A field that stands for related rows in a filter. */
export type PathField = Field & { readonly path: RelatedPath };

/** What the list of a resource filters by of related rows. */
export function pathsOf({ resource }: Pick<ResourceContext, 'resource'>): readonly PathField[] {
  const entry = resource.operations.find(({ operation }) => operation === 'list');
  const options = entry?.options as ListOptions | undefined;
  if (options?.filters?.fields === undefined) return [];
  const columns = columnsOf(options);
  return options.filters.fields
    .map((column) => columns.get(nameOf(column)))
    .filter((field): field is PathField => field?.path !== undefined);
}

/** The Python type of what a filter compares of related rows. */
export function pathAnnotation(field: PathField, { project }: ResourceContext): string {
  if (field.path.kind === 'rows') {
    return String(runtimeSymbol(project, 'operators', 'RelatedRows'));
  }
  return annotationOf(field, 'response', project);
}

/** The resources whose access decides which rows a path leads to. */
export function ownersOf({ path }: PathField, { app, project }: ResourceContext): readonly Owner[] {
  return path.steps.flatMap((step) => {
    const between =
      step.through && !step.through.table ? ownerOf(step.through, app, project) : undefined;
    return [ownerOf(step, app, project), between].filter((owner) => owner !== undefined);
  });
}

/** The condition of a path, as Python source that compares with `compare`. */
export function pathSource(
  field: PathField,
  condition: (owner: Owner) => string,
  context: ResourceContext,
): string {
  const { project } = context;
  const { steps, kind } = field.path;
  let Own = context.Model;
  const conditions: string[] = [];
  for (const step of steps) {
    const Related = modelSymbol(step.of);
    conditions.push(...stepConditions(step, Own, Related, condition, kind, context));
    Own = Related;
  }
  const outer = `.correlate(${context.Model})`;
  if (kind === 'count') {
    const count = `select(func.count()).select_from(${Own}).where(${conditions.join(', ')})`;
    return `compare(${count}${outer}.scalar_subquery())`;
  }
  if (kind === 'rows') return `compare(exists().where(${conditions.join(', ')})${outer})`;
  const comparable = runtimeSymbol(project, 'comparisons', 'comparable');
  const column = field.name.slice(field.name.lastIndexOf('.') + 1);
  const compared = `compare(${comparable}(${Own}, ${literal(column)}))`;
  return `exists().where(${[...conditions, compared].join(', ')})${outer}`;
}

function stepConditions(
  step: Source,
  Own: PythonSymbol,
  Related: PythonSymbol,
  condition: (owner: Owner) => string,
  kind: RelatedPath['kind'],
  { app, project }: ResourceContext,
): readonly string[] {
  const owner = ownerOf(step, app, project);
  const visible = owner ? [condition(owner)] : [];
  if (step.through === undefined) {
    const pairs = Object.entries(step.via);
    return [...pairs.map(([own, to]) => `${Related}.${to} == ${Own}.${own}`), ...visible];
  }
  const between = step.through.table ? undefined : ownerOf(step.through, app, project);
  const { Between, conditions } = betweenSource(step.through, Related, (own) => `${Own}.${own}`);
  const inner = [...conditions, ...(between ? [condition(between)] : [])];
  if (kind !== 'count') return [...inner, ...visible];
  // A related row counts once, however many rows between lead to it.
  return [`exists().where(${inner.join(', ')}).correlate_except(${Between})`, ...visible];
}
