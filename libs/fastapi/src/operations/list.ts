import { defineOperation } from '@rowhouse/core';
import * as z from 'zod';

import { checkListOptions, listShape, type ListOptions } from '../config/list-options.js';
import type { Resource } from '../config/project.js';
import { rule } from '../config/rule.js';
import { capitalized } from '../python/english.js';
import { subscript } from '../python/expression.js';
import { builtin } from '../python/symbols.js';
import { entryShape } from './entry-options.js';
import { listBody } from './list-body.js';
import { searchSchemas } from './list-schemas.js';
import { listTests } from './list-tests.js';
import { placeOf } from './place.js';
import { bodyParameter, dbParameter, route } from './routes.js';
import { responseField } from './schema-fields.js';
import { responseSchema, serializer } from './schemas.js';

const options = z
  .strictObject({ ...listShape, ...entryShape })
  .check(rule<ListOptions>(checkListOptions));

/** `POST /search`: rows, filtered, sorted and in pages, each where it is configured. */
export const list = defineOperation<Resource, z.output<typeof options>>({
  name: 'list',
  target: 'fastapi',
  scope: 'resource',
  requires: ['get'],
  options,
  *build(context) {
    const place = placeOf(context);
    const { noun, resource } = place;
    const { fields, filters, ordering, pagination, require_auth: requireAuth } = context.options;
    yield responseSchema(
      place,
      'ListItem',
      fields.map((field) => responseField(field, place)),
      [`${capitalized(noun.indefinite)} in a list.`, 'One row in a list.'],
    );
    yield serializer(place, 'to_list_item', 'ListItem', [
      `Makes the list item of ${noun.indefinite}.`,
      'Makes the list item of one row.',
    ]);
    yield* searchSchemas(place, context.options);
    const searchable = filters ?? ordering ?? pagination;
    const paged = pagination ? ', a page at a time' : '';
    const matching = filters ? ' that match' : '';
    yield route(place, {
      operation: context.entryName,
      method: 'post',
      path: '/search',
      handler: `search_${noun.many.replaceAll(' ', '_')}`,
      docs: [`Lists the ${noun.many}${matching}${paged}.`, `Lists the rows${matching}${paged}.`],
      parameters: [
        ...(searchable ? [bodyParameter(place.schema('SearchRequest'))] : []),
        dbParameter(place),
      ],
      returns: pagination
        ? place.schema('Page')
        : subscript(builtin('list'), place.schema('ListItem')),
      errors: [],
      requireAuth,
      body: listBody(place, context.options),
    });
    if (resource.generateTests) {
      yield* listTests(place, context.entryName, { searchable: Boolean(searchable), pagination });
    }
  },
});
