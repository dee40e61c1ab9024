import type { ListOptions } from '../config/list-options.js';
import type { RouteBody } from '../outputs/route.js';
import type { Use } from '../outputs/section.js';
import { call, toDoc, value, verbatim, type Expression } from '../python/expression.js';
import { layout } from '../python/layout.js';
import { symbol } from '../python/symbols.js';
import type { ResourcePlace } from './place.js';
import { serializerSymbol } from './schemas.js';

type Pagination = NonNullable<ListOptions['pagination']>;

/** What the search handler does: filters, ordering, pagination, each only when configured. */
export function listBody(place: ResourcePlace, options: ListOptions): RouteBody {
  switch (options.pagination?.mode) {
    case 'keyset':
      return keysetBody(place, options, options.pagination);
    case 'offset':
      return offsetBody(place, options, options.pagination);
    case undefined:
      return wholeBody(place, options);
  }
}

function wholeBody(place: ResourcePlace, options: ListOptions): RouteBody {
  const statement = options.ordering ? ordered(place, options) : filtered(place, options);
  return {
    template: 'routes/list-all.py.ejs',
    view: (use) => ({
      statement: assigned('statement', statement, use),
      to_list_item: use(serializerSymbol(place, 'to_list_item')),
    }),
  };
}

function offsetBody(place: ResourcePlace, options: ListOptions, pagination: Pagination): RouteBody {
  const { model, resource } = place;
  const statement = options.ordering ? ordered(place, options) : filtered(place, options);
  return {
    template: 'routes/list-offset.py.ejs',
    view: (use) => ({
      statement: assigned('statement', statement, use),
      key: `${use(model)}.${resource.pk}`,
      apply: use(place.runtime('pagination', 'apply_offset_pagination')),
      most: pagination.max_page_size,
      Page: use(place.schema('Page')),
      to_list_item: use(serializerSymbol(place, 'to_list_item')),
    }),
  };
}

function keysetBody(place: ResourcePlace, options: ListOptions, pagination: Pagination): RouteBody {
  const { model, resource } = place;
  const { filters, ordering } = options;
  const cursorField = pagination.cursor_field ?? resource.pk;
  const order = call(
    place.runtime('keyset', 'keyset_order'),
    [model, ...(ordering ? [verbatim('body.sort')] : [])],
    {
      default_field: value(ordering ? (ordering.default ?? resource.pk) : cursorField),
      default_direction: ordering && value(ordering.default_dir),
      cursor_field: value(cursorField),
      key: value(resource.pk),
    },
  );
  const page = call(
    place.runtime('keyset', 'fetch_keyset_page'),
    [verbatim('db'), verbatim('statement'), verbatim('order')],
    {
      cursor: verbatim('body.cursor'),
      page_size: verbatim('body.page_size'),
      max_page_size: value(pagination.max_page_size),
      scope: filters && verbatim('body.filter'),
    },
  );
  return {
    template: 'routes/list-keyset.py.ejs',
    view: (use) => ({
      statement: assigned('statement', filtered(place, options), use),
      order: assigned('order', order, use),
      page: assigned('page', page, use, 'await '),
      Page: use(place.schema('Page')),
      to_list_item: use(serializerSymbol(place, 'to_list_item')),
    }),
  };
}

/** The SELECT with the filter of the request, where filters are configured. */
function filtered({ model, runtime }: ResourcePlace, { filters }: ListOptions): Expression {
  const select = call(symbol('sqlalchemy', 'select'), [model]);
  if (!filters) return select;
  return call(runtime('filters', 'apply_filters'), [select, verbatim('body.filter'), model]);
}

/** The same, sorted as the request asks. */
function ordered(place: ResourcePlace, options: ListOptions): Expression {
  const { default: initial, default_dir: direction } = options.ordering!;
  return call(place.runtime('ordering', 'apply_ordering'), [
    filtered(place, options),
    verbatim('body.sort'),
    place.model,
    value(initial ?? place.resource.pk),
    value(direction),
  ]);
}

/** `name = expression` in the body of a function. */
function assigned(name: string, expression: Expression, use: Use, before = ''): string {
  const head = `${name} = ${before}`;
  return head + layout(toDoc(expression, use), 4, head.length);
}
