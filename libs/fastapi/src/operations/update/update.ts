import { rowEntryShape } from '../../config/entry-options.js';
import { hookShape } from '../../config/hooks.js';
import { optionsWithFields } from '../../config/field-list.js';
import type { Field } from '../../config/field.js';
import type { ResourceContext } from '../../context.js';
import { operation } from '../../operation.js';
import { writesOf, writtenField } from '../../relations/writes.js';
import { bodyParameter, keyParameters, keyPath, route } from '../../resource/route.js';
import { requestSchema, updateField } from '../../resource/schema.js';
import { checkRowEntry } from '../../resource/checks.js';
import { hooksOfRoute } from '../../resource/hooks.js';
import { routeTests } from '../../resource/tests.js';
import { checkNoVersion, versionParts } from '../../resource/version.js';

/** `PATCH /{pk}`: changes what is sent. Answers with the resource where there is a `get`. */
export const update = operation({
  name: 'update',
  scope: 'resource',
  scopes: ['_UPDATE'],
  sets: 'fields',
  options: optionsWithFields('update', 'The fields that can be changed.', {
    ...rowEntryShape,
    ...hookShape,
  }),
  check(context) {
    checkRowEntry(context);
    checkNoVersion(context);
  },
  starter: { fields: 'written' },
  *build(context) {
    const { noun, resource, options } = context;
    const readable = context.has('get');
    yield requestSchema(
      context,
      'UpdateRequest',
      `Changes to ${noun.indefinite}; omitted fields keep their values.`,
      options.fields.map((field) => writtenField(field, updateField, context)),
    );
    const status = readable ? 200 : 204;
    const versioned = versionParts(context, { header: 'if_match', tagged: status });
    yield route(context, {
      method: 'patch',
      path: keyPath(context),
      handler: `update_${resource.name}`,
      template: 'update/route.py.ejs',
      status,
      title: `Update ${noun.indefinite}`,
      summary: `Changes the given fields of ${noun.indefinite}.`,
      parameters: [
        ...keyParameters(context),
        bodyParameter(context.schema('UpdateRequest')),
        ...versioned.parameters,
      ],
      returns: readable ? context.schema('Resource') : 'None',
      errors: [404, 409, ...versioned.errors],
      tagged: versioned.tagged,
      requireAuth: options.require_auth,
      hooks: hooksOfRoute(options),
      statements: ['_UPDATE'],
      rows: 'changed',
      variables: {
        readable,
        texts: textsOfKey(context),
        writes: writesOf(context, options.fields),
      },
    });
    if (resource.generateTests) {
      yield routeTests(context, 'update/test.py.ejs', { accepts: options.fields });
    }
  },
});

/** The columns of the key that a request can change to what no path leads to. */
function textsOfKey({ resource, options }: ResourceContext<{ readonly fields: readonly Field[] }>) {
  const changed = new Set(options.fields.map(({ name }) => name));
  return resource.key
    .filter(({ name, type }) => type === 'str' && changed.has(name))
    .map(({ name }) => name);
}
