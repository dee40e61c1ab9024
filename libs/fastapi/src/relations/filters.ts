import { literal, type PythonSymbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { ListOptions } from '../config/list-options.js';
import type { ResourceContext } from '../context.js';
import { runtimeSymbol } from '../modules.js';
import { annotationOf } from '../resource/annotations.js';
import type { Source } from './config.js';
import { betweenSource, modelSymbol } from './joins.js';
import type { RelatedPath, Step } from './path.js';
import { ownerOf, type Owner } from './visibility.js';

/** A field that stands for related rows in a filter or a sort. */
export type PathField = Field & { readonly path: RelatedPath };

/** What the list of a resource filters by of related rows. */
export function pathsOf(context: Pick<ResourceContext, 'resource'>): readonly PathField[] {
  return pathsAmong(listOptions(context)?.filters?.fields ?? []);
}

/** What the list of a resource can be sorted by of related rows. */
export function sortsOf(context: Pick<ResourceContext, 'resource'>): readonly PathField[] {
  const { fields = [], default: first } = listOptions(context)?.ordering ?? {};
  const all = pathsAmong(first === undefined ? fields : [...fields, first]);
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

function listOptions({ resource }: Pick<ResourceContext, 'resource'>): ListOptions | undefined {
  const entry = resource.operations.find(({ operation }) => operation === 'list');
  return entry?.options as ListOptions | undefined;
}

function pathsAmong(columns: readonly (string | Field)[]): readonly PathField[] {
  return columns.filter(isPath);
}

/** Whether what a filter or a sort names stands for related rows. */
export function isPath(column: string | Field): column is PathField {
  return typeof column !== 'string' && column.path !== undefined;
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

/**
 * The condition of a path, as Python source that compares with `compare`: a SELECT for each step, inside the one
 * before. Each has a FROM of its own, so that a subquery in an access condition is about its rows alone.
 */
export function pathSource(
  field: PathField,
  condition: (owner: Owner) => string,
  context: ResourceContext,
): string {
  const { steps, kind } = field.path;
  const models = [context.Model, ...steps.map(({ of }) => modelSymbol(of))];
  if (kind === 'count') return `compare(${countSource(field, condition, context)})`;
  const comparable = runtimeSymbol(context.project, 'comparisons', 'comparable');
  const column = field.name.slice(field.name.lastIndexOf('.') + 1);
  const compared =
    kind === 'rows' ? [] : [`compare(${comparable}(${models.at(-1)!}, ${literal(column)}))`];
  const [source] = steps.reduceRight<readonly string[]>((inner, step, index) => {
    const rows = rowsOf(step, models[index + 1]!, models[index]!, condition, context);
    return [`exists()${rows(inner)}`];
  }, compared);
  return kind === 'rows' ? `compare(${source!})` : source!;
}

/** What a path sorts by, as Python source: a subquery for each step, inside the one before; NULL without a visible row. */
export function sortSource(
  field: PathField,
  condition: (owner: Owner) => string,
  context: ResourceContext,
): string {
  const { steps, kind } = field.path;
  if (kind === 'count') return countSource(field, condition, context);
  const models = [context.Model, ...steps.map(({ of }) => modelSymbol(of))];
  const column = field.name.slice(field.name.lastIndexOf('.') + 1);
  return steps.reduceRight(
    (value, step, index) => {
      const Related = models[index + 1]!;
      const rows = rowsOf(step, Related, models[index]!, condition, context);
      const order = step.order?.map((each) => `${Related}.${each}`).join(', ');
      const first = order === undefined ? '' : `.order_by(${order}).limit(1)`;
      return `select(${value})${rows()}${first}.scalar_subquery()`;
    },
    `${models.at(-1)!}.${column}`,
  );
}

function countSource(
  { path }: PathField,
  condition: (owner: Owner) => string,
  context: ResourceContext,
): string {
  const [step] = path.steps;
  const rows = rowsOf(step!, modelSymbol(step!.of), context.Model, condition, context);
  return `select(func.count())${rows()}.scalar_subquery()`;
}

/** What a SELECT of the related rows of one step has behind its columns. */
function rowsOf(
  step: Step,
  Related: PythonSymbol,
  Own: PythonSymbol,
  condition: (owner: Owner) => string,
  { app, project }: ResourceContext,
): (inner?: readonly string[]) => string {
  const owner = ownerOf(step, app, project);
  const conditions = [
    ...joinsOf(step, Related, Own, condition, { app, project }),
    ...(owner ? [condition(owner)] : []),
  ];
  return (inner = []) =>
    `.select_from(${Related}).where(${[...conditions, ...inner].join(', ')}).correlate(${Own})`;
}

function joinsOf(
  { via, through }: Source,
  Related: PythonSymbol,
  Own: PythonSymbol,
  condition: (owner: Owner) => string,
  { app, project }: Pick<ResourceContext, 'app' | 'project'>,
): readonly string[] {
  if (through === undefined) {
    return Object.entries(via).map(([own, to]) => `${Related}.${to} == ${Own}.${own}`);
  }
  const owner = through.table ? undefined : ownerOf(through, app, project);
  const { Between, conditions } = betweenSource(through, Related, (own) => `${Own}.${own}`);
  const inner = [...conditions, ...(owner ? [condition(owner)] : [])].join(', ');
  return [`exists().select_from(${Between}).where(${inner}).correlate_except(${Between})`];
}
