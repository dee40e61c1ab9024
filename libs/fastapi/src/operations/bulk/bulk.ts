import { builtin } from '@rowhouse/python';

import { bulkKinds, bulkOptions, type BulkKind } from '../../config/bulk-options.js';
import type { Field } from '../../config/field.js';
import type { HookOptions } from '../../config/hooks.js';
import { examplesOfKey } from '../../config/key.js';
import type { ResourceContext } from '../../context.js';
import { operation } from '../../operation.js';
import type { SchemaClass } from '../../outputs/index.js';
import { isPlain } from '../../relations/config.js';
import { deletedAtSymbol } from '../../resource/access.js';
import { hooksOfRoute } from '../../resource/hooks.js';
import { bodyParameter, route } from '../../resource/route.js';
import {
  plainField,
  requestField,
  requestSchema,
  responseField,
  responseSchema,
} from '../../resource/schema.js';
import { jsonKey } from '../../resource/test-fields.js';
import { routeTests } from '../../resource/tests.js';
import { versionParts } from '../../resource/version.js';

/** What each operation of a bulk is called. */
const names: Readonly<Record<BulkKind, { readonly suffix: string; readonly verb: string }>> = {
  create: { suffix: 'BulkCreate', verb: 'creates' },
  update: { suffix: 'BulkUpdate', verb: 'updates' },
  delete: { suffix: 'BulkDelete', verb: 'deletes' },
};

/** `POST /bulk`: several creates, updates and deletes, all of them or none. */
export const bulk = operation({
  name: 'bulk',
  scope: 'resource',
  scopes: ['INSERT', '_ROWS'],
  requires: ['get'],
  options: bulkOptions,
  *build(context) {
    const { noun, resource, options, runtime, schema } = context;
    const { of, max } = options;
    for (const kind of of) yield operationSchema(context, kind);
    const operations = of.map((kind) => schema(names[kind].suffix)).join(' | ');
    const item =
      of.length > 1 ? `${runtime('bulk_requests', 'Operation')}[${operations}]` : operations;
    const whole = requestSchema(
      context,
      'BulkRequest',
      `Operations on ${noun.many}, in their order.`,
      [
        plainField('operations', `${builtin('list')}[${item}]`, undefined, {
          min_length: '1',
          max_length: String(max),
        }),
      ],
    );
    yield { ...whole, base: String(runtime('bulk_requests', 'BulkRequest')) };
    const shown = shownFields(context);
    const result = schema(shown === undefined ? 'Resource' : 'BulkResult');
    if (shown !== undefined) {
      const about = `${noun.capitalized}, without related rows.`;
      const fields = shown.map((field) => responseField(field, context));
      yield responseSchema(context, 'BulkResult', about, fields);
    }
    const deletes = of.includes('delete');
    yield responseSchema(
      context,
      'BulkResponse',
      `The ${noun.many}, in the order of the operations${deletes ? '; null for a deleted one' : ''}.`,
      [plainField('results', `${builtin('list')}[${result}${deletes ? ' | None' : ''}]`)],
    );
    const finds = of.some((kind) => kind !== 'create');
    const verbs = of.map((kind) => names[kind].verb);
    const sentence = [verbs.slice(0, -1).join(', '), verbs.at(-1)].filter(Boolean).join(' and ');
    yield route(context, {
      method: 'post',
      path: '/bulk',
      handler: `bulk_${resource.name}`,
      template: 'bulk/route.py.ejs',
      title: `Write several ${noun.many}`,
      summary: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} ${noun.many}: all of them, or none.`,
      parameters: [bodyParameter(schema('BulkRequest'))],
      returns: schema('BulkResponse'),
      errors: [
        ...(finds ? [404, ...versionParts(context, { header: 'if_match' }).errors] : []),
        409,
      ],
      requireAuth: options.require_auth,
      statements: ['_ROWS'],
      rows: 'none',
      isOnce: true,
      combines: of.map((kind) => ({ operation: kind, rows: bulkKinds[kind] })),
      variables: {
        of,
        result,
        isWhole: shown === undefined,
        deletes,
        deletedAt: deletes && resource.access?.deletedAt !== undefined && deletedAtSymbol(context),
        finds,
        hooksOf: Object.fromEntries(
          of.map((kind) => [kind, hooksOfRoute(optionsOf(context, kind))]),
        ),
        // There is one for all operations: it asks the rules of each.
        allowed: undefined,
      },
    });
    if (resource.generateTests) {
      yield routeTests(context, 'bulk/test.py.ejs', {
        variables: {
          of,
          most: max,
          isWhole: shown === undefined,
          shown: shown?.map(jsonKey),
          version: finds && resource.version,
          testOf: (kind: BulkKind) =>
            context.outputs.own('test').find((each) => each.operation === kind),
        },
      });
    }
  },
});

/** The request for one operation of a kind. */
function operationSchema(context: ResourceContext, kind: BulkKind): SchemaClass {
  const { noun, resource } = context;
  const [key] = resource.key;
  const [example] = examplesOfKey(resource.keyExample);
  const fields: readonly Field[] = [
    { name: 'op', type: 'str', nullable: false, enum: [kind] },
    ...(kind === 'create'
      ? []
      : [
          {
            name: 'pk',
            type: key!.type,
            nullable: false,
            ...(example !== undefined && { example }),
          },
        ]),
  ];
  const version: Field = {
    name: 'if_match',
    type: 'str',
    nullable: true,
    description: 'The version of the row that this operation is about.',
  };
  const body = { create: 'CreateRequest', update: 'UpdateRequest', delete: undefined }[kind];
  return requestSchema(
    context,
    names[kind].suffix,
    `One operation of a bulk: ${names[kind].verb} ${noun.indefinite}.`,
    [
      ...fields.map((field) => requestField(field, context)),
      ...(body ? [plainField('values', context.schema(body))] : []),
      ...(kind !== 'create' && resource.version ? [requestField(version, context)] : []),
    ],
  );
}

/** The fields of a result where `get` also shows related rows; undefined where it is the same. */
function shownFields(context: ResourceContext): readonly Field[] | undefined {
  const { fields } = optionsOf(context, 'get') as { readonly fields: readonly Field[] };
  const plain = fields.filter(isPlain);
  return plain.length === fields.length ? undefined : plain;
}

function optionsOf({ resource }: ResourceContext, name: string): HookOptions {
  return resource.operations.find(({ operation }) => operation === name)!.options as HookOptions;
}
