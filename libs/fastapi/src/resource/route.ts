import { literal, symbol } from '@rowhouse/python';

import { pathType } from '../config/field-types.js';
import { examplesOfKey, type KeyExample } from '../config/key.js';
import type { ResourceContext } from '../context.js';
import { dottedName, sessionNames, sessionPath } from '../modules.js';
import {
  askingParts,
  type AskedRule,
  type Parameter,
  type Response,
  type Route,
} from '../outputs/index.js';
import { answerVariables } from '../relations/answers.js';
import { callOf } from './hooks.js';
import { accessOfRoute, accessVariables, asksOf, isRefusing, lacksUser } from './access.js';

/** What differs from route to route. */
export type RouteParts = Pick<
  Route,
  | 'method'
  | 'path'
  | 'hiddenPath'
  | 'handler'
  | 'template'
  | 'title'
  | 'summary'
  | 'requireAuth'
  | 'rows'
  | 'isOnce'
> &
  Partial<
    Pick<
      Route,
      | 'status'
      | 'statements'
      | 'refers'
      | 'combines'
      | 'readsShownOnly'
      | 'filtersBy'
      | 'sortsBy'
      | 'includesDeleted'
      | 'hooks'
      | 'variables'
    >
  > & {
    /** Default: the name of the entry. */
    readonly operation?: string;
    /** The parameters beside the session: the key, the body. */
    readonly parameters: readonly Parameter[];
    readonly returns: { toString(): string };
    readonly errors: readonly number[];
    readonly responses?: readonly Response[];
    readonly tagged?: readonly number[];
  };

/** A route of a resource's routes module. */
export function route(context: ResourceContext, parts: RouteParts): Route {
  const { app, resource, entryName, Model, row } = context;
  const { operation = entryName, variables } = parts;
  const { key, version } = resource;
  const keyOf = (instance: unknown) =>
    key.map(({ name }) => `${String(instance)}.${name}`).join(', ');
  const made: Route = Object.assign({ status: 200 }, parts, context.routes, {
    kind: 'route' as const,
    operation,
    mount: app.prefix + resource.routePrefix,
    operationId: `${app.module}_${resource.name}_${operation}`,
    parameters: [...parts.parameters, dbParameter(context)],
    returns: String(parts.returns),
    errors: [...parts.errors],
    responses: [...(parts.responses ?? [])],
    tagged: parts.tagged ?? [],
    statements: parts.statements ?? [],
    rules: resource.access && context.access.module,
    asks: [],
    lacksUser: false,
    hooks: parts.hooks ?? { before: [], after: [] },
    variables: {
      Model,
      row,
      key,
      version,
      keyOf,
      callOf,
      writes: [],
      ...answerVariables(context, parts.rows),
    },
  });
  const asking = askingParts(made);
  made.lacksUser = asking.some((part) => lacksUser(context, part));
  made.asks = distinct(asking.flatMap((part) => asksOf(context, part)));
  Object.assign(made.variables, accessVariables(context, made), variables);
  if (made.combines) {
    made.variables['rulesOf'] = Object.fromEntries(
      asking.map((part) => [part.operation, accessVariables(context, part)]),
    );
  }
  const isRefused = asking.some((part) => isRefusing(accessOfRoute(context, part)));
  if (isRefused && !made.errors.includes(403)) made.errors.push(403);
  return made;
}

/** Rules that several operations ask are asked once. */
function distinct(asks: readonly AskedRule[]): readonly AskedRule[] {
  return [...new Map(asks.map((each) => [`${each.variable} ${each.name}`, each])).values()];
}

/** The path of a row below its resource: `/{pk}`, or a segment for each column of the key. */
export function keyPath({ resource }: ResourceContext): string {
  return resource.key.map(({ variable }) => `/{${variable}}`).join('');
}

/** The handler's parameters for the key in the path. */
export function keyParameters(context: ResourceContext): readonly Parameter[] {
  const { resource, runtime } = context;
  const options = context.options as { readonly pk_example?: KeyExample } | undefined;
  const examples = examplesOfKey(options?.pk_example ?? resource.keyExample);
  return resource.key.map(({ variable, type }, index) => {
    const annotation = runtime('schemas', pathType(type));
    const example = examples[index];
    if (example === undefined) return { name: variable, annotation: String(annotation) };
    const shown = `${runtime('schemas', 'key_example')}(${literal(example)})`;
    return {
      name: variable,
      annotation: `${symbol('typing', 'Annotated')}[${annotation}, ${shown}]`,
    };
  });
}

/** The handler's parameter for a request body. */
export function bodyParameter(schema: { toString(): string }): Parameter {
  return { name: 'body', annotation: String(schema) };
}

/** The handler's parameter for the session. */
function dbParameter({ project, resource: { database } }: ResourceContext): Parameter {
  const module = dottedName(project, sessionPath(database));
  return { name: 'db', annotation: String(symbol(module, sessionNames(database).alias)) };
}
