import type { BuildContext } from '@rowhouse/core';

import type { Resource } from '../config/project.js';
import { sessionModule, sessionNames } from '../modules.js';
import type { Parameter, Route } from '../outputs/route.js';
import type { Statement, Statements } from '../outputs/statements.js';
import { ownSymbol, type PythonSymbol } from '../python/symbols.js';
import { keyAnnotation } from './annotations.js';
import type { ResourcePlace } from './place.js';

/** What differs from route to route. */
export type RouteParts = Pick<
  Route,
  | 'operation'
  | 'method'
  | 'path'
  | 'hiddenPath'
  | 'handler'
  | 'status'
  | 'docs'
  | 'returns'
  | 'requireAuth'
  | 'body'
> & {
  parameters: readonly Parameter[];
  errors: readonly Route['errors'][number][];
  operationId?: string;
};

/** A route of a resource's routes module. */
export function route(place: ResourcePlace, parts: RouteParts): Route {
  const { app, resource } = place;
  return {
    operationId: `${app.module}_${resource.name}_${parts.operation}`,
    ...parts,
    kind: 'route',
    ...place.routes,
    part: 'definition',
    defines: [parts.handler],
    hides: [place.row, ...handlerNames],
    parameters: [...parts.parameters],
    errors: [...parts.errors],
    errorResponses: place.runtime('responses', 'error_responses'),
  };
}

/** Parameters and variables of handlers, the row aside: a user's function may be called like one. */
const handlerNames =
  'body changes created current_user db key pk request response result rows statement'.split(' ');

/** The handler's parameter for the key in the path. */
export function pkParameter(place: ResourcePlace): Parameter {
  return { name: 'pk', annotation: keyAnnotation(place) };
}

/** The handler's parameter for the session. */
export function dbParameter({ project, resource }: ResourcePlace): Parameter {
  const { module } = sessionModule(project, resource.database);
  return { name: 'db', annotation: ownSymbol(module, sessionNames(resource.database).alias) };
}

/** The handler's parameter for a request body. */
export function bodyParameter(schema: PythonSymbol): Parameter {
  return { name: 'body', annotation: schema };
}

/** A statement of the routes module that is built once: `_SELECT`, `_INSERT`, `_DELETE`. */
export function statementOf(
  { model, resource }: ResourcePlace,
  verb: Statement['verb'],
): Statement {
  return { name: `_${verb.toUpperCase()}`, verb, model, pk: resource.pk };
}

/** Makes sure that the routes module has a statement, by adding it to those that are there. */
export function* ensureStatement(
  context: BuildContext<Resource>,
  place: ResourcePlace,
  statement: Statement,
): Iterable<Statements> {
  const [there] = context.outputs.own<Statements>('statements');
  if (there === undefined) {
    yield {
      kind: 'statements',
      ...place.routes,
      part: 'object',
      defines: [statement.name],
      statements: [statement],
    };
  } else if (!there.defines.includes(statement.name)) {
    there.defines.push(statement.name);
    there.statements.push(statement);
  }
}
