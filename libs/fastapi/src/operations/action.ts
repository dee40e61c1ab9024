import { defineOperation } from '@rowhouse/core';
import * as z from 'zod';

import { actionShape } from '../config/action-options.js';
import type { Resource } from '../config/project.js';
import { hasParameter, type Route } from '../outputs/route.js';
import { group, layout } from '../python/layout.js';
import { pascalCase } from '../python/names.js';
import { builtin, dottedSymbol } from '../python/symbols.js';
import { entryShape } from './entry-options.js';
import { actionTests } from './action-tests.js';
import { placeOf } from './place.js';
import {
  bodyParameter,
  dbParameter,
  ensureStatement,
  pkParameter,
  route,
  statementOf,
} from './routes.js';
import { requestField, responseField } from './schema-fields.js';
import { requestSchema, responseSchema } from './schemas.js';

const options = z.strictObject({ ...actionShape, ...entryShape });

/** The operations whose handlers and ids an action of the same name must keep clear of. */
const crud = new Set(['get', 'list', 'create', 'update', 'delete']);

/** `POST /{pk}/{slug}` or `POST /{slug}`: calls a function of the project's own. */
export const action = defineOperation<Resource, z.output<typeof options>>({
  name: 'action',
  target: 'fastapi',
  scope: 'resource',
  claims: (entry) => 'fn' in entry,
  after: [...crud],
  options,
  *build(context) {
    const place = placeOf(context);
    const { noun, row, resource } = place;
    const { fn, params, on, returns, require_auth: requireAuth } = context.options;
    const slug = context.entryName;
    const onInstance = on === 'instance';
    const name = pascalCase(slug);
    if (params.length > 0) {
      yield requestSchema(
        place,
        `${name}Request`,
        params.map((field) => requestField(field, place)),
        [`The parameters of the action \`${slug}\`.`],
      );
    }
    if (returns) {
      yield responseSchema(
        place,
        `${name}Response`,
        returns.map((field) => responseField(field, place)),
        [`The result of the action \`${slug}\`.`],
      );
    }
    const select = statementOf(place, 'select');
    if (onInstance) yield* ensureStatement(context, place, select);
    const distinct = crud.has(slug) ? `${slug}_action` : slug;
    const response = returns && place.schema(`${name}Response`);
    yield route(place, {
      operation: distinct,
      method: 'post',
      path: onInstance ? `/{pk}/${slug}` : `/${slug}`,
      handler: `${distinct}_${resource.name}`,
      docs: onInstance
        ? [`Runs the action \`${slug}\` on ${noun.indefinite}.`, `Runs the action \`${slug}\`.`]
        : [`Runs the action \`${slug}\`.`],
      parameters: [
        ...(onInstance ? [pkParameter(place)] : []),
        ...(params.length > 0 ? [bodyParameter(place.schema(`${name}Request`))] : []),
        dbParameter(place),
      ],
      returns: response ?? builtin('object'),
      errors: onInstance ? [404, 409] : [409],
      requireAuth,
      body: {
        template: template(onInstance, response !== undefined),
        view: (use, made) => ({
          row,
          select: select.name,
          find: onInstance && use(place.runtime('queries', 'get_object_from_query_or_404')),
          run_action: use(place.runtime('actions', 'run_action')),
          call: callOf(use(dottedSymbol(fn)), onInstance ? [row] : [], made),
          validated: response && validated(use(response)),
        }),
      },
    });
    if (resource.generateTests) {
      yield* actionTests(place, distinct, { slug, onInstance, hasBody: params.length > 0 });
    }
  },
});

function template(onInstance: boolean, typed: boolean): string {
  return `routes/${onInstance ? 'instance' : 'collection'}-action${typed ? '' : '-untyped'}.py.ejs`;
}

/** The function's call: each keyword only when the handler has such a parameter. */
function callOf(fn: string, positional: readonly string[], made: Route): string {
  const keywords = ['db', 'body', 'current_user'].filter((name) => hasParameter(made, name));
  const items = [...positional, ...keywords.map((name) => `${name}=${name}`)];
  return layout(group(`${fn}(`, items), 8, 0, 1);
}

function validated(schema: string): string {
  return layout(group(`return ${schema}.model_validate(`, ['result']), 4);
}
