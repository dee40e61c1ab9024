import * as z from 'zod';

import { rowEntryShape } from '../../config/entry-options.js';
import { operation } from '../../operation.js';
import { checkRowEntry } from '../../resource/checks.js';
import { deletedAtSymbol } from '../../resource/access.js';
import { keyParameters, keyPath, route } from '../../resource/route.js';
import { routeTests } from '../../resource/tests.js';
import { versionParts } from '../../resource/version.js';

/** `POST /{pk}/restore`: takes a soft delete back. Answers with the resource where there is a `get`. */
export const restore = operation({
  name: 'restore',
  scope: 'resource',
  scopes: ['_UPDATE'],
  options: z.strictObject({ ...rowEntryShape }),
  check: checkRowEntry,
  *build(context) {
    const { noun, resource, options } = context;
    const readable = context.has('get');
    const status = readable ? 200 : 204;
    const versioned = versionParts(context, { header: 'if_match', tagged: status });
    const deletedAt = deletedAtSymbol(context);
    yield route(context, {
      method: 'post',
      path: `${keyPath(context)}/restore`,
      handler: `restore_${resource.name}`,
      template: 'restore/route.py.ejs',
      status,
      title: `Restore ${noun.indefinite}`,
      summary: `Restores a deleted ${noun.one}.`,
      parameters: [...keyParameters(context), ...versioned.parameters],
      returns: readable ? context.schema('Resource') : 'None',
      errors: [404, 409, ...versioned.errors],
      tagged: versioned.tagged,
      requireAuth: options.require_auth,
      statements: ['_UPDATE'],
      rows: 'restored',
      variables: { readable, deletedAt },
    });
    if (resource.generateTests) {
      yield routeTests(context, 'restore/test.py.ejs');
    }
  },
});
