import type { OperationEntry } from '@rowhouse/core';

import { pascalCase } from '../python/names.js';
import type { ActionOptions } from './action-options.js';
import type { ListOptions } from './list-options.js';

/** The schema classes that an entry defines, for a model of the name `model`. */
export function schemaNames(
  model: string,
  entry: OperationEntry,
  entries: readonly OperationEntry[],
): readonly string[] {
  switch (entry.operation) {
    case 'get':
      return [`${model}Resource`];
    case 'list':
      return listSchemaNames(model, entry.options as ListOptions);
    case 'create':
      return entries.some((other) => other.operation === 'get')
        ? [`${model}CreateRequest`]
        : [`${model}CreateRequest`, `${model}Created`];
    case 'update':
      return [`${model}UpdateRequest`];
    case 'action':
      return actionSchemaNames(model, entry.name, entry.options as ActionOptions);
    default:
      return [];
  }
}

function listSchemaNames(model: string, options: ListOptions): readonly string[] {
  const { filters, ordering, pagination } = options;
  return [
    `${model}ListItem`,
    ...(filters ? [`${model}FilterCondition`] : []),
    ...(ordering ? [`${model}SortField`, `${model}SortClause`] : []),
    ...(filters || ordering || pagination ? [`${model}SearchRequest`] : []),
    ...(pagination ? [`${model}Page`] : []),
  ];
}

function actionSchemaNames(
  model: string,
  action: string,
  { params, returns }: ActionOptions,
): readonly string[] {
  const name = model + pascalCase(action);
  return [
    ...(params.length > 0 ? [`${name}Request`] : []),
    ...(returns ? [`${name}Response`] : []),
  ];
}
