import type { OperationCatalog } from '@rowhouse/core';
import { format } from 'prettier';
import * as z from 'zod';

import { accessRule } from '../../libs/fastapi/src/config/access.js';
import { authForms } from '../../libs/fastapi/src/config/auth.js';
import { databaseList } from '../../libs/fastapi/src/config/database.js';
import { fieldTypes } from '../../libs/fastapi/src/config/field-types.js';
import { fieldSpec } from '../../libs/fastapi/src/config/field.js';
import { hookForms } from '../../libs/fastapi/src/config/hooks.js';
import { resourceConfig } from '../../libs/fastapi/src/config/resource.js';
import { relationForms } from '../../libs/fastapi/src/relations/config.js';
import { configShape, routerForm } from '../../libs/fastapi/src/config/schema.js';
import { operations } from '../../libs/fastapi/src/index.js';

/** The parts of a JSON Schema that the reference shows. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const operationsNote = z.array(z.unknown()).describe('operation entries') as unknown as ReturnType<
  OperationCatalog['entries']
>;

/** Stands in for the installed operations: the reference describes those of the target itself. */
const catalog: OperationCatalog = {
  operations: [],
  entries: () => operationsNote,
  find: () => undefined,
};

/** `docs/config-reference.md`, written from the schemas that check a config. */
export async function configReference(): Promise<string> {
  const config = schemaOf(configShape(catalog));
  const app = config.properties!['apps']!.items!;
  const text = [
    '# Config reference',
    '<!-- Written by `npm run docs` from the schemas. Edit those. -->',
    'A config is a `.jsonnet` or a `.json` file. Keys that are not listed here are errors. Setting an optional key to `null` is the same as omitting it, except for `auth` and `default`.',
    section('The config', config, 'Set either `module` and `resources`, or `apps`.'),
    section('An app of `apps`', app),
    section(
      'The config of an app',
      app.properties!['config']!,
      'An app uses `auth`, `databases` and `operations` of the whole config, unless it sets its own.',
    ),
    section('`auth`: tokens of the API', schemaOf(authForms.jwt), authText),
    section('`auth`: tokens of another server', schemaOf(authForms.jwks)),
    section('A database of `databases`', schemaOf(databaseList).items!),
    section('A resource of `resources`', schemaOf(resourceConfig(catalog))),
    operationsText,
    ...requestable.map((operation) =>
      section(`\`${operation.name}\``, schemaOf(operation.options!), undefined, 3),
    ),
    section('A router of `routers`', schemaOf(routerForm)),
    section('A hook of `before` and `after`', schemaOf(hookForms.hook), hookText),
    section('A `handler`', schemaOf(hookForms.handler), hookText),
    section('A rule of `access`', objectIn(schemaOf(accessRule))!, ruleText),
    section('A field of `fields`', objectIn(schemaOf(fieldSpec))!, fieldText),
    section('A relation of `fields`', schemaOf(relationForms.embed), relationText),
    section('A count of `fields`', schemaOf(relationForms.count), countText),
    section('Rows that a `create` makes', schemaOf(relationForms.nested), nestedText),
    section('Rows that a request links', schemaOf(relationForms.link), linkText),
  ].join('\n\n');
  return format(text, { parser: 'markdown', printWidth: 100 });
}

const authText =
  '[Authentication](authentication.md) explains the keys. The types in `claims` are `str`, `int`, `bool`, `uuid`, `datetime` and `list[str]`, each optionally with ` | None`.';

const operationsText = `## Operations

An entry of an \`operations\` list is the name of an operation, or an object with its \`name\` and options:

\`\`\`jsonnet
['delete', { name: 'get', fields: [{ name: 'title', type: 'str' }] }]
\`\`\`

An object with an \`fn\` is an action, whatever its name. Packages can add [more operations](writing-an-operation.md).`;

const hookText =
  'Usually, the dotted path of a function is enough. If its source cannot be read, use an object that says what the function takes. See [Your own code](your-own-code.md).';

const relationText =
  'A field with `fields` is a relation: it shows related rows. It can be in `get`, `list` and `returns`. See [Relations](relations.md).';

const nestedText =
  'In `create`, a field with `fields` makes rows that refer to the new one. See [Relations](relations.md#writing).';

const linkText =
  'In `create` and `update`, a field with `link: true` is a list of keys, many to many.';

const countText = 'A field with `count` is the number of related rows that the user can see.';

const ruleText = '[Access to rows](access.md#rules) explains the keys and the conditions.';

const fieldText = `A field is a name or an object. Keys that you omit are taken from the column of the model. In \`params\`, a field can copy them from
another column with \`like: 'Article.author_id'\`, or \`references\` a model: see [parameters](your-own-code.md#parameters-that-refer-to-rows). To filter or sort a list by a column that is not in its \`fields\`, the name is enough if
the model is read. Otherwise, write \`{ name: 'made_at', type: 'datetime' }\`.

The types are ${fieldTypes
  .filter((type) => !type.startsWith('list['))
  .map((type) => `\`${type}\``)
  .join(', ')}, and \`list[T]\` of any of them except \`json\` and ranges.

In requests, a \`datetime\` must have a time zone unless the column has none. A number means seconds since 1970 in UTC. \`bytes\` are
base64 in JSON. A \`timedelta\` is written as ISO 8601, but its \`default\` in seconds. The default of a range
has a \`lower\` and an \`upper\` end, which is not included; an end that is left out is infinite.

Before Python 3.12, Pydantic requires a TypedDict of \`typing_extensions\` as the \`class\` of a \`json\` field. One of \`typing\` is an error, unless the
virtual environment has a newer Python.`;

/** The operations that an entry can ask for. */
const requestable = operations.filter(({ options }) => options !== undefined);

function schemaOf(schema: z.ZodType): Schema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return inlined(json, $defs) as Schema;
}

/** A schema with those in place that it refers to. */
function inlined(json: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(json)) return json.map((each) => inlined(each, definitions));
  if (typeof json !== 'object' || json === null) return json;
  const { $ref } = json as { readonly $ref?: string };
  if ($ref !== undefined) return inlined(definitions[$ref.split('/').at(-1)!], definitions);
  const entries = Object.entries(json).map(([key, each]) => [key, inlined(each, definitions)]);
  return Object.fromEntries(entries);
}

function section(title: string, schema: Schema, note?: string, level = 2): string {
  const { rows, nested } = table(schema);
  return [
    `${'#'.repeat(level)} ${title}`,
    ...(note === undefined ? [] : [note]),
    ['| key | value | default | |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ...nested.map(({ key, schema }) => section(`\`${key}\``, schema, undefined, level + 1)),
  ].join('\n\n');
}

/** The objects that have a section of their own, by the key that holds them. */
const described = new Set([
  'auth',
  'config',
  'databases',
  'resources',
  'apps',
  'before',
  'after',
  'handler',
]);

const fieldSchema = JSON.stringify(objectIn(schemaOf(fieldSpec))!.properties);

/** Whether an object is a field, which has a section of its own wherever it is. */
function isField({ properties }: Schema): boolean {
  return JSON.stringify(properties) === fieldSchema;
}

function table(schema: Schema) {
  const nested: { key: string; schema: Schema }[] = [];
  const rows = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const object = objectIn(value);
    if (object && !described.has(key) && !isField(object)) nested.push({ key, schema: object });
    const required = schema.required?.includes(key) ? 'required' : '';
    const initial = value.default === undefined ? required : code(value.default);
    return `| \`${key}\` | ${typeText(value)} | ${initial} | ${value.description ?? ''} |`;
  });
  return { rows, nested };
}

function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  return schema.anyOf?.map(objectIn).find(Boolean);
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) {
    return schema.enum.length > 12 ? 'a type, see above' : schema.enum.map(code).join(', ');
  }
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' or ');
  if (schema.type === 'array') return `list of ${plural(schema.items ?? {})}`;
  return typeNames[schema.type ?? ''] ?? 'any value';
}

function plural(schema: Schema): string {
  if (schema.anyOf)
    return [...new Set(schema.anyOf.filter(({ type }) => type).map(plural))].join(' or ');
  return schema.type === undefined ? 'entries' : `${typeNames[schema.type]!}s`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? (value === '' ? "''" : value) : JSON.stringify(value)}\``;
}
