import type { BuiltOutput, BuiltProject } from '@rowhouse/core';
import { withPlainNames } from '@rowhouse/python';

import type { App, Project, Resource } from '../config/project.js';
import { constraintRows, type ConstraintName } from '../config/constraints.js';
import type { Field } from '../config/field.js';
import type { ScalarType } from '../config/field-types.js';
import {
  isRequired,
  jsonName,
  rowKinds,
  type SchemaClass,
  type SchemaField,
} from '../outputs/index.js';
import { apiTypeOf, pathTypeOf, readType, typeOfField, type ApiType } from './api-type.js';
import { operatorsOf, type OperandShape, type OperatorName } from './operators.js';
import { routesOf, type ApiBody, type ApiRoute } from './routes.js';

/** What a client of the API has to know: `codegen diff --api` compares the same routes. */
export interface Contract {
  readonly apps: readonly ContractApp[];
}

/** An app, with the resources that have routes. */
export interface ContractApp {
  readonly module: string;
  /** The path of the route that exchanges a name and a password for a token. */
  readonly tokenPath: string | undefined;
  readonly resources: readonly ContractResource[];
}

export interface ContractResource {
  readonly resource: Pick<Resource, 'name' | 'model' | 'modelName' | 'routePrefix' | 'description'>;
  readonly operations: readonly ContractOperation[];
  /** The models whose rows its answers show, or count, beside its own: their dotted paths. */
  readonly shows: readonly string[];
  /** The bodies of its operations, in the order of the Python module; a name is there once. */
  readonly schemas: readonly ContractSchema[];
}

/** A route, by what a client sends and gets. */
export interface ContractOperation {
  /** The operation that made it: `get`, `action`. */
  readonly kind: string;
  /** The name of its entry: an action's own. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly method: string;
  /** With its variables: `/articles/{pk}`. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly type: ScalarType }[];
  /** The name of the class of its body. */
  readonly request: string | undefined;
  /** Undefined where the answer has no body. */
  readonly response: ApiType | undefined;
  readonly status: number;
  /** The statuses of its errors, ascending, those included that all routes have. */
  readonly errors: readonly number[];
  /** Whether a request can, or must, say which version of the row it is about. */
  readonly ifMatch: 'optional' | 'required' | undefined;
  /** Whether the answer has the version of the row. */
  readonly givesVersion: boolean;
  /** Whether a request can ask for the row only if it has another version. */
  readonly asksForChanges: boolean;
  /** Whether a request can have a key, with which it is done once. */
  readonly takesKey: boolean;
  readonly needsUser: boolean;
  /** Undefined where it is no search. */
  readonly search: ContractSearch | undefined;
}

/** What a search can be asked. */
export interface ContractSearch {
  readonly filters: readonly ContractFilter[];
  readonly sorts: readonly string[];
  readonly paging: 'keyset' | 'offset' | undefined;
  /** Whether users with a role may ask for deleted rows, too. */
  readonly includesDeleted: boolean;
  readonly item: string;
}

/** A field that a search can filter by. */
export interface ContractFilter {
  readonly name: string;
  readonly type: ApiType;
  readonly description: string | undefined;
  readonly operators: ReadonlyMap<OperatorName, OperandShape>;
}

/** A body. */
export interface ContractSchema {
  readonly name: string;
  readonly summary: string;
  readonly isRequest: boolean;
  readonly fields: readonly ContractField[];
}

export interface ContractField {
  /** As in JSON. */
  readonly name: string;
  readonly type: ApiType;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  /** The value that stands for one that is left out, as the config writes it. */
  readonly default: unknown;
  readonly constraints: Readonly<Partial<Record<ConstraintName, unknown>>>;
  /** Whether it is a date and time without a time zone; all others have to have one. */
  readonly isLocalTime: boolean;
}

/** The errors that every route may answer with: an invalid request, and a database that is of no service. */
const everywhere = [422, 503];

/** What clients have to know of an API. */
export function contractOf(built: BuiltProject<Project>): Contract {
  const routes = new Map<Resource, (readonly [BuiltOutput, ApiRoute])[]>();
  for (const route of routesOf(built).values()) {
    const resource = route.made?.instance.value as Resource | undefined;
    if (resource === undefined) continue;
    routes.set(resource, [...(routes.get(resource) ?? []), [route.made!, route]]);
  }
  const schemas = new Map<Resource, Map<string, SchemaClass>>();
  for (const { output, instance } of built.outputs) {
    if (output.kind !== 'schema') continue;
    const resource = instance.value as Resource;
    const own = schemas.get(resource) ?? new Map<string, SchemaClass>();
    schemas.set(resource, own.set((output as SchemaClass).name, output as SchemaClass));
  }
  return { apps: built.project.apps.map(appOf) };

  function appOf(app: App): ContractApp {
    return {
      module: app.module,
      tokenPath: app.auth?.tokenPath || undefined,
      resources: app.resources.flatMap((resource) => {
        const own = routes.get(resource);
        return own ? [resourceOf(resource, own, schemas.get(resource) ?? new Map())] : [];
      }),
    };
  }
}

function resourceOf(
  resource: Resource,
  routes: readonly (readonly [BuiltOutput, ApiRoute])[],
  schemas: ReadonlyMap<string, SchemaClass>,
): ContractResource {
  const used = new Map<string, ContractSchema>();
  const shows = new Set<string>();
  const use = (body: ApiBody | undefined, isRequest: boolean) => {
    for (const [name, schema] of body?.schemas ?? []) {
      if (used.has(name)) continue;
      used.set(name, schemaOf(schema, isRequest));
      for (const field of schema.fields) if (field.shows !== undefined) shows.add(field.shows);
    }
  };
  const operations = routes.map(([made, route]) => {
    const search = searchOf(route, schemas);
    // What is searched for is typed by field and operator.
    if (search === undefined) use(route.request, true);
    use(route.response, false);
    return operationOf(made, route, search);
  });
  return { resource, operations, shows: [...shows], schemas: [...used.values()] };
}

function operationOf(
  { operation, entry }: BuiltOutput,
  route: ApiRoute,
  search: ContractSearch | undefined,
): ContractOperation {
  const { method, path, title, summary, status, errors, request, response, needsUser } = route;
  const answer = response && readType(response.type);
  return {
    kind: operation.name,
    name: entry?.name ?? operation.name,
    title,
    summary,
    method,
    path,
    parameters: route.parameters.map(({ name, annotation }) => ({
      name,
      type: pathTypeOf(annotation),
    })),
    request: request?.type,
    response: response?.type === 'None' ? undefined : answer,
    status: status!,
    errors: [...new Set([...errors, ...everywhere])].sort((left, right) => left - right),
    ifMatch: route.takesVersion ? (errors.includes(428) ? 'required' : 'optional') : undefined,
    givesVersion: route.givesVersion,
    asksForChanges: route.asksForChanges,
    takesKey: route.takesKey,
    needsUser,
    search,
  };
}

function searchOf(
  { rows, request, response, filters, sorts }: ApiRoute,
  schemas: ReadonlyMap<string, SchemaClass>,
): ContractSearch | undefined {
  if (!rowKinds[rows].lists) return undefined;
  const items = response?.schemas.get(response.type)?.fields.find(({ name }) => name === 'items');
  const type = items ? apiTypeOf(items) : response && readType(response.type);
  if (type?.kind !== 'list' || type.items.kind !== 'schema') return undefined;
  const item = type.items.name;
  const asked = new Set(schemas.get(request?.type ?? '')?.fields.map(({ name }) => name));
  return {
    filters: filters.flatMap((each) =>
      typeof each === 'string' ? (filterOf(each, item, schemas) ?? []) : relatedFilterOf(each),
    ),
    sorts,
    paging: asked.has('cursor') ? 'keyset' : asked.has('offset') ? 'offset' : undefined,
    includesDeleted: asked.has('include_deleted'),
    item,
  };
}

/** A path to related rows: to a column of theirs, to their number, or to whether there are any. */
function relatedFilterOf(field: Field): ContractFilter {
  const { name, description, path } = field;
  const type = typeOfField(field);
  const operators = operatorsOf(path?.kind === 'rows' ? 'rows' : type);
  return { name, type, description, operators };
}

/** A field of the items, or one that they do not show: a class of its own has those. */
function filterOf(
  name: string,
  item: string,
  schemas: ReadonlyMap<string, SchemaClass>,
): ContractFilter | undefined {
  const hidden = schemas.get(item.replace(/ListItem$/, 'FilterItem'));
  const field = [...(hidden?.fields ?? []), ...(schemas.get(item)?.fields ?? [])].find(
    (each) => each.name === name,
  );
  if (field === undefined) return undefined;
  const type = apiTypeOf(field);
  return { name, type, description: field.source?.description, operators: operatorsOf(type) };
}

function schemaOf({ name, summary, fields }: SchemaClass, isRequest: boolean): ContractSchema {
  return { name, summary, isRequest, fields: fields.map(fieldOf) };
}

function isUnset({ default: initial = '' }: SchemaField): boolean {
  return withPlainNames(initial) === 'UNSET';
}

function fieldOf(field: SchemaField): ContractField {
  const { source } = field;
  const limits = constraintRows.filter(([name]) => source?.[name] !== undefined);
  return {
    name: jsonName(field),
    type: apiTypeOf(field),
    isNullable: field.annotation.endsWith(' | None'),
    isRequired: isRequired(field),
    description: source?.description,
    // A change leaves out what is not sent, whatever a new row has there.
    default: isUnset(field) ? undefined : source?.default,
    constraints: Object.fromEntries(limits.map(([name]) => [name, source![name]])),
    isLocalTime: field.annotation.includes('NaiveDatetime'),
  };
}
