import * as z from 'zod';

import { rowEntryShape } from '../../config/entry-options.js';
import { fieldName } from '../../config/field-names.js';
import { hookShape } from '../../config/hooks.js';
import { operation } from '../../operation.js';
import { deletedAtSymbol } from '../../resource/access.js';
import { keyParameters, keyPath, route } from '../../resource/route.js';
import { checkRowEntry } from '../../resource/checks.js';
import { hooksOfRoute } from '../../resource/hooks.js';
import { routeTests } from '../../resource/tests.js';
import { versionParts } from '../../resource/version.js';

/** `DELETE /{pk}`: removes a row, or says in one of its columns that it is deleted. */
export const deleteOperation = operation({
  name: 'delete',
  scope: 'resource',
  scopes: ['_DELETE'],
  options: z.strictObject({
    soft: fieldName.optional().meta({
      description:
        'The column that gets the time of the deletion. The row stays in the table, and every route leaves it out. Default: the row is removed.',
      examples: ['deleted_at'],
    }),
    ...rowEntryShape,
    ...hookShape,
  }),
  check: checkRowEntry,
  starter: {},
  *build(context) {
    const { noun, resource, options } = context;
    const versioned = versionParts(context, { header: 'if_match' });
    const deletedAt = options.soft !== undefined && deletedAtSymbol(context);
    yield route(context, {
      method: 'delete',
      path: keyPath(context),
      handler: `delete_${resource.name}`,
      template: 'delete/route.py.ejs',
      status: 204,
      title: `Delete ${noun.indefinite}`,
      summary: `Deletes ${noun.indefinite}.`,
      parameters: [...keyParameters(context), ...versioned.parameters],
      returns: 'None',
      errors: [404, 409, ...versioned.errors],
      requireAuth: options.require_auth,
      hooks: hooksOfRoute(options),
      statements: ['_DELETE'],
      rows: 'deleted',
      variables: { deletedAt },
    });
    if (resource.generateTests) {
      // What a handler does, only its author knows.
      const isOurs = options.handler === undefined;
      yield routeTests(context, 'delete/test.py.ejs', {
        variables: { deletedAt: isOurs && deletedAt },
      });
    }
  },
});
