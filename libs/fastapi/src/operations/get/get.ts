import { rowEntryShape } from '../../config/entry-options.js';
import { handlerShape } from '../../config/hooks.js';
import { optionsWithFields } from '../../config/field-list.js';
import { operation } from '../../operation.js';
import { isPlain, relationsIn } from '../../relations/config.js';
import { answerSchemas } from '../../relations/schemas.js';
import { checkKeyField, checkRowEntry } from '../../resource/checks.js';
import { hooksOfRoute } from '../../resource/hooks.js';
import { keyParameters, keyPath, route } from '../../resource/route.js';
import { serializer } from '../../resource/serializer.js';
import { routeTests } from '../../resource/tests.js';
import { versionParts } from '../../resource/version.js';

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
    const { noun, resource, options } = context;
    yield* answerSchemas(context, 'Resource', '', `${noun.capitalized}.`, options.fields);
    if (relationsIn(options.fields).length === 0) {
      const about = `Builds the response body of ${noun.indefinite}.`;
      yield serializer(context, 'to_resource', 'Resource', about);
    }
    // The version of a row says nothing of the rows that belong to it.
    const isWhole = relationsIn(options.fields).length === 0;
    const { parameters, tagged } = versionParts(context, {
      ...(isWhole && { header: 'if_none_match' }),
      tagged: 200,
    });
    yield route(context, {
      method: 'get',
      path: keyPath(context),
      handler: `get_${resource.name}`,
      template: 'get/route.py.ejs',
      title: `Get ${noun.indefinite}`,
      summary: `Returns ${noun.indefinite}.`,
      parameters: [...keyParameters(context), ...parameters],
      returns: context.schema('Resource'),
      errors: [404],
      tagged,
      requireAuth: options.require_auth,
      hooks: hooksOfRoute(options),
      statements: ['_SELECT'],
      rows: 'found',
    });
    if (resource.generateTests) {
      yield routeTests(context, 'get/test.py.ejs', { answers: options.fields.filter(isPlain) });
    }
  },
});
