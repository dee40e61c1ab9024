import { entryShape } from '../../config/entry-options.js';
import { hookShape } from '../../config/hooks.js';
import { optionsWithFields } from '../../config/field-list.js';
import type { ResourceContext } from '../../context.js';
import { operation } from '../../operation.js';
import type { SchemaClass } from '../../outputs/index.js';
import { mayBeRefused, nestedSchemas, writesOf, writtenField } from '../../relations/writes.js';
import { annotationOf } from '../../resource/annotations.js';
import { bodyParameter, route } from '../../resource/route.js';
import { plainField, requestField, requestSchema, responseSchema } from '../../resource/schema.js';
import { hooksOfRoute } from '../../resource/hooks.js';
import { routeTests } from '../../resource/tests.js';
import { checkNoVersion, versionParts } from '../../resource/version.js';

/** `POST /`: a new row. Answers with the resource where there is a `get`, else with the key. */
export const create = operation({
  name: 'create',
  scope: 'resource',
  scopes: ['INSERT'],
  sets: 'fields',
  options: optionsWithFields('create', 'The fields of the request.', {
    ...entryShape,
    ...hookShape,
  }),
  check: checkNoVersion,
  starter: { fields: 'written' },
  *build(context) {
    const { noun, resource, options } = context;
    const readable = context.has('get');
    yield* nestedSchemas(context, options.fields);
    yield requestSchema(
      context,
      'CreateRequest',
      `The fields of a new ${noun.one}.`,
      options.fields.map((field) => writtenField(field, requestField, context)),
    );
    if (!readable) yield createdSchema(context);
    const answer = context.schema(readable ? 'Resource' : 'Created');
    yield route(context, {
      method: 'post',
      path: '/',
      hiddenPath: '',
      handler: `create_${resource.name}`,
      template: 'create/route.py.ejs',
      status: 201,
      title: `Create ${noun.indefinite}`,
      summary: `Creates ${noun.indefinite}.`,
      parameters: [
        bodyParameter(context.schema('CreateRequest')),
        { name: 'request', annotation: 'Request' },
        { name: 'response', annotation: 'Response' },
      ],
      returns: answer,
      errors: mayBeRefused(context, options.fields) ? [403, 409] : [409],
      tagged: versionParts(context, { tagged: 201 }).tagged,
      requireAuth: options.require_auth,
      hooks: hooksOfRoute(options),
      rows: 'made',
      isOnce: true,
      variables: { readable, writes: writesOf(context, options.fields) },
    });
    if (resource.generateTests) {
      yield routeTests(context, 'create/test.py.ejs', { accepts: options.fields });
    }
  },
});

function createdSchema(context: ResourceContext): SchemaClass {
  const { resource, project, noun } = context;
  return responseSchema(
    context,
    'Created',
    `The key of a new ${noun.one}.`,
    resource.key.map(({ name, type }) =>
      plainField(name, annotationOf({ name, type, nullable: false }, 'response', project)),
    ),
  );
}
