import { text, unquoted, type CheckContext } from '@rowhouse/core';
import { literal, symbol } from '@rowhouse/python';
import * as z from 'zod';

import { entryShape } from '../../config/entry-options.js';
import { optionsWithFields } from '../../config/field-list.js';
import { fieldName } from '../../config/field-names.js';
import type { Field } from '../../config/field.js';
import { keyTypes, pathType, type KeyType } from '../../config/field-types.js';
import type { ResourceConfig } from '../../config/resource.js';
import type { ResourceContext } from '../../context.js';
import { operation } from '../../operation.js';
import type { Parameter } from '../../outputs/index.js';
import { bodyParameter, route } from '../../resource/route.js';
import { requestField, requestSchema } from '../../resource/schema.js';
import { jsonKey } from '../../resource/test-fields.js';
import { routeTests } from '../../resource/tests.js';
import { checkNoVersion, versionParts } from '../../resource/version.js';

const names = z.array(fieldName).min(1);

const options = optionsWithFields('create', 'The fields of the request, all of them required.', {
  by: names.meta({
    description:
      'The fields that tell which row it is. With the tenant, they are unique in the model.',
    examples: [['sku']],
  }),
  unique: names
    .meta({
      description:
        'The columns of the unique key, that of the tenant included. Default: by the model.',
      examples: [['shop_id', 'sku']],
    })
    .optional(),
  ...entryShape,
});

type Options = z.output<typeof options>;

/** What else the function of the route has. */
const parameters: readonly string[] = ['body', 'current_user', 'db', 'request', 'response'];

/** `PUT /by-sku/{sku}`: a new row, or other values for the one with that key. */
export const upsert = operation({
  name: 'upsert',
  scope: 'resource',
  scopes: ['INSERT'],
  sets: 'fields',
  requires: ['get'],
  options,
  check(context) {
    checkNoVersion(context);
    checkBy(context);
  },
  *build(context) {
    const { noun, resource, options } = context;
    const { by, unique = by } = options;
    const fields = options.fields.map(sent);
    const others = fields.map(({ name }) => name).filter((name) => !by.includes(name));
    const fieldOf = (name: string) => fields.find((field) => field.name === name)!;
    yield requestSchema(
      context,
      'UpsertRequest',
      `All fields of ${noun.indefinite} that is created or changed.`,
      fields.map((field) => requestField(field, context)),
    );
    yield route(context, {
      method: 'put',
      path: `/by-${by.join('-').replaceAll('_', '-')}${by.map((name) => `/{${name}}`).join('')}`,
      handler: `upsert_${resource.name}`,
      template: 'upsert/route.py.ejs',
      title: `Upsert ${noun.indefinite}`,
      summary: `Creates ${noun.indefinite}, or changes the one with the same ${by.join(' and ')}.`,
      parameters: [
        ...by.map((name) => pathParameter(fieldOf(name), context)),
        bodyParameter(context.schema('UpsertRequest')),
        { name: 'request', annotation: 'Request' },
        { name: 'response', annotation: 'Response' },
      ],
      returns: context.schema('Resource'),
      errors: [409],
      responses: [
        {
          status: 201,
          description: 'Created',
          model: String(context.schema('Resource')),
          headers: { Location: 'The path of the new row.' },
        },
      ],
      tagged: versionParts(context, { tagged: 200 }).tagged,
      requireAuth: options.require_auth,
      rows: 'upserted',
      variables: {
        by,
        unique,
        // A row of nothing but its key is written as well, so that the statement returns it.
        changed: others.length > 0 ? others : by,
      },
    });
    if (resource.generateTests) {
      yield routeTests(context, 'upsert/test.py.ejs', {
        accepts: fields,
        variables: {
          by: by.map((name) => jsonKey(fieldOf(name))),
          path: by.join('-'),
          etag: resource.version?.field,
        },
      });
    }
  },
});

/** A variable of the path. Its example is that of the body. */
function pathParameter({ name, type, example }: Field, { runtime }: ResourceContext): Parameter {
  const annotation = runtime('schemas', pathType(type as KeyType));
  if (example === undefined) return { name, annotation: String(annotation) };
  const shown = `${runtime('schemas', 'key_example')}(${literal(example)})`;
  return { name, annotation: `${symbol('typing', 'Annotated')}[${annotation}, ${shown}]` };
}

/** A field that every request has. */
function sent({ default: _, ...field }: Field): Field {
  return { ...field, required: true };
}

function checkBy({
  options: { by, fields },
  report,
  sound,
}: CheckContext<Options, ResourceConfig>) {
  by.forEach((name, index) => {
    if (!sound('by', index)) return;
    const field = fields.find((each) => each.name === name);
    if (field === undefined) {
      report(['by', index], {
        code: 'unknown-field',
        found: name,
        expected: [text`one of the operation's fields`],
        fix: text`Add ${name} to 'fields'.`,
      });
    } else if (!keyTypes.includes(field.type as KeyType) || field.nullable) {
      report(['by', index], {
        code: 'key-type-mismatch',
        found: name,
        message: text`a key in a path is never null, and of type ${unquoted(keyTypes.join(', '))}`,
        fix: 'Name another unique key.',
      });
    } else if (parameters.includes(name)) {
      report(['by', index], {
        code: 'reserved-name',
        found: name,
        message: 'the function of the route has a parameter of that name',
        fix: 'Name another unique key.',
      });
    }
  });
}
