import { entryShape } from '../../config/entry-options.js';
import { handlerShape } from '../../config/hooks.js';
import { optionsWithFields } from '../../config/field-list.js';
import { wholeKey } from '../../config/key.js';
import {
  checkColumns,
  checkListOptions,
  columnsOf,
  hiddenColumns,
  listShape,
  nameOf,
  type ListOptions,
} from '../../config/list-options.js';
import { rule } from '../../config/rule.js';
import { operation } from '../../operation.js';
import { isPlain, relationsIn } from '../../relations/config.js';
import { answerSchemas } from '../../relations/schemas.js';
import { checkKeyField } from '../../resource/checks.js';
import { isPath } from '../../relations/filters.js';
import { hooksOfRoute } from '../../resource/hooks.js';
import { ruleOfDeleted } from '../../resource/access.js';
import { bodyParameter, route } from '../../resource/route.js';
import { searchSchemas } from '../../resource/search-schemas.js';
import { serializer } from '../../resource/serializer.js';
import { routeTests } from '../../resource/tests.js';

/** `POST /search`: rows, filtered, sorted and in pages, each where it is configured. */
export const list = operation({
  name: 'list',
  scope: 'resource',
  scopes: ['_LIST'],
  requires: ['get'],
  options: optionsWithFields('read', 'The fields of each item.', {
    ...listShape,
    ...entryShape,
    ...handlerShape,
  }).check(rule<ListOptions>(checkListOptions)),
  check(context) {
    checkKeyField(context);
    const { value, options } = context;
    const key = wholeKey(value).map(({ name }) => name);
    checkColumns(columnsOf(options), options, context, key);
  },
  starter: {
    fields: 'shown',
    options: { filters: {}, pagination: { mode: 'keyset' } },
    comment: "Filters, and pages by a cursor; a plain 'list' would answer all rows at once.",
  },
  *build(context) {
    const { noun, resource, options } = context;
    const { fields, filters, pagination, include_deleted } = options;
    const ordering = options.ordering && {
      ...options.ordering,
      fields: options.ordering.fields.map(nameOf),
      default: options.ordering.default && nameOf(options.ordering.default),
    };
    const filtered = filters && (filters.fields ?? fields.filter(isPlain));
    const cursorField = pagination?.cursor_field && nameOf(pagination.cursor_field);
    const searchable = Boolean(filters ?? ordering ?? pagination ?? include_deleted);
    const summary = `${noun.capitalized} in a list.`;
    yield* answerSchemas(context, 'ListItem', 'ListItem', summary, fields);
    if (relationsIn(fields).length === 0) {
      const about = `Builds the list item of ${noun.indefinite}.`;
      yield serializer(context, 'to_list_item', 'ListItem', about);
    }
    yield* searchSchemas(context, options);
    const item = context.schema('ListItem');
    const hooks = hooksOfRoute(options);
    const made = route(context, {
      method: 'post',
      path: '/search',
      handler: `search_${noun.many.replaceAll(' ', '_')}`,
      template: 'list/route.py.ejs',
      title: `List ${noun.many}`,
      summary: `Lists the ${noun.many}${filters ? ' that match' : ''}${pagination ? ', a page at a time' : ''}.`,
      parameters: searchable ? [bodyParameter(context.schema('SearchRequest'))] : [],
      returns: pagination ? context.schema('Page') : `list[${item}]`,
      errors: [],
      requireAuth: options.require_auth,
      hooks,
      statements: ['_LIST'],
      readsShownOnly: hooks.handler === undefined,
      filtersBy: filtered?.map((each) => (isPath(each) ? each : nameOf(each))) ?? [],
      sortsBy: ordering?.fields ?? [],
      rows: 'listed',
      includesDeleted: include_deleted?.role,
      variables: {
        filters,
        ordering,
        pagination,
        cursorField: cursorField ?? resource.key[0]!.name,
        Item: item,
        Page: context.schema('Page'),
      },
    });
    yield made;
    if (resource.generateTests) {
      const { mode, default_page_size, max_page_size } = pagination ?? {};
      // By a path, the order is that of rows which the tests do not make.
      const isColumn = (name: string) => columnsOf(options).get(name)?.path === undefined;
      const isOrdered =
        Boolean(ordering ?? pagination) &&
        (ordering?.default === undefined || isColumn(ordering.default));
      yield routeTests(context, 'list/test.py.ejs', {
        answers: fields.filter(isPlain),
        names: hiddenColumns(options),
        variables: {
          searchable,
          includesDeleted: include_deleted && ruleOfDeleted(context, made),
          mode,
          filtered: filtered?.map(nameOf).filter(isColumn),
          sorted: isOrdered ? (ordering?.fields ?? []).filter(isColumn) : undefined,
          default_field: (ordering ? ordering.default : cursorField) ?? resource.key[0]!.name,
          default_dir: ordering?.default_dir ?? 'asc',
          cursor_field: cursorField,
          default_page_size,
          max_page_size,
        },
      });
    }
  },
});
