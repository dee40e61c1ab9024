import { symbol } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import { type Handler, type Route, rowKinds } from '../outputs/index.js';
import { hasUser } from '../resource/access.js';
import { relationsIn } from './config.js';
import { ownersOf, pathsOf, sortsOf, type PathField } from './filters.js';
import { answerSuffix } from './names.js';
import { isScoped, shownBy, treeOf, type Branch } from './tree.js';

/** How a route builds its answer from a row: Python source. */
export type AnswerSource = (route: Route | Handler, row: string) => string;

/** The variables of a route's template by which it answers with its rows. */
export function answerVariables(context: ResourceContext, rows: Route['rows']) {
  if (!rowKinds[rows].lists) {
    return { answer: toResource(context), embeds: false };
  }
  const fields = shownBy('list', context) ?? [];
  const embeds = relationsIn(fields).length > 0;
  return {
    answer: toListItems(context, fields),
    embeds,
    /** What a list filters by of related rows, and sorts by: Python source; undefined where it does not. */
    filtersOf: callOf(context, 'related_filters', pathsOf(context)),
    sortsOf: callOf(context, 'related_sorts', sortsOf(context)),
  };
}

function callOf(
  context: ResourceContext,
  name: string,
  paths: readonly PathField[],
): ((route: Route | Handler) => string) | undefined {
  if (paths.length === 0) return undefined;
  const scoped = paths.some((each) => ownersOf(each, context).some(({ isOpen }) => !isOpen));
  const called = symbol(context.relations.module, name);
  return (route) =>
    `${called}(${scoped ? (hasUser(context, route as Route) ? 'current_user' : 'None') : ''})`;
}

/** How the routes of a resource answer with a row as `get` shows it. */
function toResource(context: ResourceContext): AnswerSource {
  const { serializers } = context;
  const fields = shownBy('get', context) ?? [];
  return (
    embedding(context, 'to_resource', fields, '') ??
    ((_, row) => `${symbol(serializers.module, 'to_resource')}(${row})`)
  );
}

/** How a list answers with its rows. */
function toListItems(context: ResourceContext, fields: readonly Field[]): AnswerSource {
  const { serializers } = context;
  return (
    embedding(context, 'to_list_items', fields, 'ListItem') ??
    ((_, rows) => `[${symbol(serializers.module, 'to_list_item')}(row) for row in ${rows}]`)
  );
}

/** How an action answers with the row that its function returns, where it shows related rows. */
export function toResult(
  context: ResourceContext,
  suffix: string,
  fields: readonly Field[],
): AnswerSource | undefined {
  return embedding(context, functionOf(suffix), fields, suffix);
}

/** The function that builds an answer with related rows. */
export function functionOf(suffix: string): string {
  if (suffix === 'ListItem') return 'to_list_items';
  return `to_${suffix.replace(/(?<!^)(?=[A-Z])/g, '_').toLowerCase()}`;
}

function embedding(
  context: ResourceContext,
  name: string,
  fields: readonly Field[],
  prefix: string,
): AnswerSource | undefined {
  if (relationsIn(fields).length === 0) return undefined;
  const scoped = isScoped(treeOf(fields, prefix, context));
  const called = symbol(context.relations.module, name);
  return (route, row) => {
    const user = hasUser(context, route as Route) ? 'current_user' : 'None';
    return `await ${called}(db, ${row}${scoped ? `, ${user}` : ''})`;
  };
}

/** An answer with related rows. */
export interface Answer {
  /** The name of its schema behind that of the model. */
  readonly suffix: string;
  readonly fields: readonly Field[];
  readonly branches: readonly Branch[];
}

/** The answers of a resource that show related rows. */
export function answersOf(context: ResourceContext): readonly Answer[] {
  const answer = (suffix: string, prefix: string, fields: readonly Field[] = []): Answer => ({
    suffix,
    fields,
    branches: treeOf(fields, prefix, context),
  });
  const ofEntries = context.resource.operations.flatMap(
    ({ operation: name, name: own, options }) => {
      const { fields, returns } = options as Partial<Record<string, readonly Field[]>>;
      const suffix = answerSuffix(name, own);
      if (name === 'list') return [answer(suffix, suffix, fields)];
      if (name !== 'action') return [];
      return [answer(suffix, suffix, returns)];
    },
  );
  return [answer('Resource', '', shownBy('get', context)), ...ofEntries].filter(
    ({ branches }) => branches.length > 0,
  );
}
