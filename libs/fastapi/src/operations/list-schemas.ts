import type { ListOptions } from '../config/list-options.js';
import type { SchemaClass, SchemaField, SortFieldEnum } from '../outputs/schema.js';
import {
  member,
  subscript,
  union,
  value,
  verbatim,
  type Expression,
} from '../python/expression.js';
import { builtin, symbol } from '../python/symbols.js';
import type { ResourcePlace } from './place.js';
import { noArguments } from './schema-fields.js';
import { requestSchema, responseSchema } from './schemas.js';

const none = verbatim('None');

/** The schemas of a search: what can be asked for, and the page that answers. */
export function* searchSchemas(
  place: ResourcePlace,
  options: ListOptions,
): Iterable<SchemaClass | SortFieldEnum> {
  const { filters, ordering, pagination } = options;
  if (filters) yield filterCondition(place, options);
  if (ordering) {
    yield sortField(place, ordering.fields);
    yield sortClause(place);
  }
  if (filters ?? ordering ?? pagination) yield searchRequest(place, options);
  if (pagination) yield page(place, pagination.mode);
}

function filterCondition(place: ResourcePlace, { fields, filters }: ListOptions): SchemaClass {
  const names = filters?.fields ?? fields.map((field) => field.name);
  const unset = place.runtime('schemas', 'UNSET');
  const nodes = (name: string, key: string): SchemaField => ({
    name,
    annotation: subscript(builtin('list'), value(`${place.resource.modelName}FilterCondition`)),
    arguments: { alias: value(key), min_length: value(1) },
    default: unset,
  });
  const condition = requestSchema(
    place,
    'FilterCondition',
    [
      // The types of the fields, which the values are checked against.
      plainField('item', undefined, place.schema('ListItem')),
      nodes('and_', 'and'),
      nodes('or_', 'or'),
      plainField('field', subscript(symbol('typing', 'Literal'), ...names.map(value)), unset),
    ],
    [
      `A comparison of one field of ${place.noun.indefinite}, or several nodes that are combined.`,
      'A comparison of one field, or several nodes that are combined.',
    ],
  );
  return { ...condition, base: place.runtime('filter_nodes', 'FilterCondition') };
}

function sortField(place: ResourcePlace, fields: readonly string[]): SortFieldEnum {
  const name = `${place.resource.modelName}SortField`;
  return {
    kind: 'sort-field',
    ...place.schemas,
    part: 'definition',
    defines: [name],
    name,
    docs: [`What ${place.noun.many} can be sorted by.`, 'What rows can be sorted by.'],
    fields,
  };
}

function sortClause(place: ResourcePlace): SchemaClass {
  const direction = place.runtime('ordering', 'SortDirection');
  return requestSchema(
    place,
    'SortClause',
    [
      plainField('field', place.schema('SortField')),
      plainField('dir', direction, member(direction, 'ASC')),
    ],
    [
      `A field to sort ${place.noun.many} by, and the direction.`,
      'A field to sort by, and the direction.',
    ],
  );
}

function searchRequest(place: ResourcePlace, options: ListOptions): SchemaClass {
  const { filters, ordering, pagination } = options;
  const fields: SchemaField[] = [];
  if (filters) {
    const filter = subscript(
      place.runtime('filter_nodes', 'Filter'),
      place.schema('FilterCondition'),
    );
    fields.push(plainField('filter', union(filter, none), none));
  }
  if (ordering) {
    const clauses = subscript(builtin('list'), place.schema('SortClause'));
    fields.push({
      ...plainField('sort', union(clauses, none), none),
      arguments: { max_length: place.runtime('ordering', 'MAX_SORT_CLAUSES') },
    });
  }
  if (pagination?.mode === 'keyset') {
    fields.push(plainField('cursor', union(builtin('str'), none), none));
    fields.push(bounded('page_size', 1, pagination.default_page_size));
  }
  if (pagination?.mode === 'offset') {
    fields.push(bounded('offset', 0, 0), bounded('limit', 1, pagination.default_page_size));
  }
  return requestSchema(place, 'SearchRequest', fields, [
    `Which ${place.noun.many} to list${ordering ? ', in which order' : ''}${pagination ? ' and from where on' : ''}.`,
    'Which rows to list.',
  ]);
}

function page(place: ResourcePlace, mode: 'keyset' | 'offset'): SchemaClass {
  const items = plainField('items', subscript(builtin('list'), place.schema('ListItem')));
  const int = builtin('int');
  if (mode === 'keyset') {
    const cursor = plainField('next_cursor', union(builtin('str'), none));
    return responseSchema(
      place,
      'Page',
      [items, cursor],
      [
        `A page of ${place.noun.many}, and the cursor of the next one unless it is the last.`,
        'A page, and the cursor of the next one unless it is the last.',
      ],
    );
  }
  const numbers = ['total', 'offset', 'limit'].map((name) => plainField(name, int));
  return responseSchema(
    place,
    'Page',
    [items, ...numbers],
    [
      `A page of ${place.noun.many}, and how many there are in all.`,
      'A page, and how many rows there are in all.',
    ],
  );
}

function plainField(
  name: string,
  annotation: Expression | undefined,
  initial?: Expression,
): SchemaField {
  return { name, annotation, arguments: noArguments, default: initial };
}

function bounded(name: string, least: number, initial: number): SchemaField {
  return {
    ...plainField(name, builtin('int'), value(initial)),
    arguments: { ge: value(least) },
  };
}
