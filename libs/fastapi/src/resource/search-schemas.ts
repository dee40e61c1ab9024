import { literal } from '@rowhouse/python';

import { hiddenColumns, nameOf, sortMember, type ListOptions } from '../config/list-options.js';
import { isPlain } from '../relations/config.js';
import { pathAnnotation, pathsOf } from '../relations/filters.js';
import type { ResourceContext } from '../context.js';
import {
  section,
  type PythonOutput,
  type SchemaClass,
  type SchemaField,
} from '../outputs/index.js';
import { filterExample, sortExample } from './examples.js';
import { plainField, requestSchema, responseField, responseSchema } from './schema.js';

/** The schemas of a search: what can be asked for, and the page that answers. */
export function* searchSchemas(
  context: ResourceContext,
  options: ListOptions,
): Iterable<PythonOutput> {
  const { schemas, schema, resource, noun } = context;
  const { fields, filters, ordering, pagination } = options;
  if (filters) {
    const names = (filters.fields ?? fields.filter(isPlain)).map(nameOf);
    const hidden = hiddenColumns(options).filter(({ name }) => names.includes(name));
    if (hidden.length > 0) {
      const summary = `What a filter can name of ${noun.indefinite}: more than a list shows.`;
      const shown = hidden.map((field) => responseField(field, context));
      const item = responseSchema(context, 'FilterItem', summary, shown);
      yield Object.assign(item, { base: String(schema('ListItem')) });
    }
    yield section(schemas, 'schemas/filter.py.ejs', {
      noun,
      name: `${resource.modelName}FilterCondition`,
      Item: schema(hidden.length > 0 ? 'FilterItem' : 'ListItem'),
      names: names.map(literal).join(', '),
      related: pathsOf(context).map((each) => [each.name, pathAnnotation(each, context)]),
    });
  }
  if (ordering) {
    yield section(schemas, 'schemas/sort.py.ejs', {
      noun,
      name: resource.modelName,
      fields: ordering.fields.map(nameOf).map((name) => [sortMember(name), name]),
    });
  }
  if (filters ?? ordering ?? pagination ?? options.include_deleted)
    yield searchRequest(context, options);
  if (pagination) yield page(context, pagination.mode);
}

function searchRequest(context: ResourceContext, options: ListOptions): SchemaClass {
  const { noun, schema, runtime, resource } = context;
  const { filters, ordering, pagination } = options;
  const fields: SchemaField[] = [];
  if (filters) {
    const filter = `${runtime('filter_nodes', 'Filter')}[${schema('FilterCondition')}]`;
    fields.push(plainField('filter', `${filter} | None`, 'None', filterExample(options, resource)));
  }
  if (ordering) {
    const max_length = String(runtime('ordering', 'MAX_SORT_CLAUSES'));
    const sort = `list[${schema('SortClause')}] | None`;
    fields.push(plainField('sort', sort, 'None', { max_length, ...sortExample(options) }));
  }
  if (pagination?.mode === 'keyset') {
    fields.push(plainField('cursor', 'str | None', 'None'));
    fields.push(plainField('page_size', 'int', `${pagination.default_page_size}`, whole('1')));
  }
  if (pagination?.mode === 'offset') {
    fields.push(plainField('offset', 'int', '0', whole('0')));
    fields.push(plainField('limit', 'int', `${pagination.default_page_size}`, whole('1')));
  }
  if (options.include_deleted) fields.push(plainField('include_deleted', 'bool', 'False'));
  const order = ordering ? ', in which order' : '';
  const start = pagination ? ', and where to start' : '';
  return requestSchema(
    context,
    'SearchRequest',
    `Which ${noun.many} to list${order}${start}.`,
    fields,
  );
}

/** Limits of a whole number; true, "1" and 1.0 are none. */
function whole(least: string): SchemaField['arguments'] {
  return { ge: least, strict: 'True' };
}

function page(context: ResourceContext, mode: 'keyset' | 'offset'): SchemaClass {
  const items = plainField('items', `list[${context.schema('ListItem')}]`);
  if (mode === 'keyset') {
    const summary = `A page of ${context.noun.many}, and the cursor of the next page, if any.`;
    return responseSchema(context, 'Page', summary, [
      items,
      plainField('next_cursor', 'str | None'),
    ]);
  }
  const numbers = ['total', 'offset', 'limit'].map((name) => plainField(name, 'int'));
  const summary = `A page of ${context.noun.many}, with the total number of matches.`;
  return responseSchema(context, 'Page', summary, [items, ...numbers]);
}
