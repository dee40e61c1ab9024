import { rowEntryShape } from '../config/entry-options.js';
import { handlerShape } from '../config/hooks.js';
import { optionsWithFields } from '../config/field-list.js';
import { operation } from '../operation.js';
import { checkKeyField, checkRowEntry } from '../resource/checks.js';
import { hooksOfRoute } from '../resource/hooks.js';
import { keyParameters, keyPath, route } from '../resource/route.js';
import { responseField, responseSchema } from '../resource/schema.js';
import { serializer } from '../resource/serializer.js';
import { routeTests } from '../resource/tests.js';

/** `GET /{pk}`: one row. */
export const get = operation({
  name: 'get',
  scope: 'resource',
  scopes: ['_SELECT'],
  options: optionsWithFields('read', 'The fields of the response.', {
    ...rowEntryShape,
    ...handlerShape,
  }),
  check(context) {
    checkKeyField(context);
    checkRowEntry(context);
  },
  starter: { fields: 'shown' },
  *build(context) {
    const { noun, resource, serializers, options } = context;
    yield responseSchema(
      context,
      'Resource',
      `${noun.capitalized}.`,
      options.fields.map((field) => responseField(field, context)),
    );
    yield serializer(
      context,
      'to_resource',
      'Resource',
      `Builds the response body of ${noun.indefinite}.`,
    );
    yield route(context, {
      method: 'get',
      path: keyPath(context),
      handler: `get_${resource.name}`,
      template: 'routes/get.py.ejs',
      title: `Get ${noun.indefinite}`,
      summary: `Returns ${noun.indefinite}.`,
      parameters: keyParameters(context),
      returns: context.schema('Resource'),
      errors: [404],
      requireAuth: options.require_auth,
      hooks: hooksOfRoute(options),
      statements: ['_SELECT'],
      rows: 'found',
      variables: { serializers: serializers.module },
    });
    if (resource.generateTests) {
      yield routeTests(context, 'tests/get.py.ejs', { answers: options.fields });
    }
  },
});
