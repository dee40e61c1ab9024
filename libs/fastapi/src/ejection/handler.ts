import { builtin, symbol } from '@rowhouse/python';

import type { App, Project } from '../config/project.js';
import { callOfPlace } from '../config/callers.js';
import { userTypeOf } from '../operations/auth-files.js';
import {
  parameterType,
  requestOf,
  type Handler,
  type Parameter,
  type Route,
} from '../outputs/index.js';
import { offeredBy } from '../resource/hooks.js';

function writesRelated({ variables }: Route): boolean {
  return ((variables['writes'] ?? []) as readonly unknown[]).length > 0;
}

/** The work of a route as a function of the project's own. */
export function handlerOf(
  route: Route,
  place: Pick<Handler, 'file' | 'module'>,
  project: Project,
  app: App,
): Handler {
  const { operation, variables } = route;
  const Model = String(variables['Model']);
  const annotations: Readonly<Record<string, string>> = {
    row: Model,
    statement: `${symbol('sqlalchemy', 'Select')}[${Model}]`,
    body: parameterType(route, 'body') ?? '',
    values: `${builtin('dict')}[${builtin('str')}, ${symbol('typing', 'Any')}]`,
    db: String(symbol('sqlalchemy.ext.asyncio', 'AsyncSession')),
    current_user: app.auth ? userTypeOf(project, app.auth) : '',
  };
  const parameter = (each: string): Parameter => ({ name: each, annotation: annotations[each]! });
  const { first: given, returns } = callOfPlace(operation, 'handler');
  // Without hooks and related rows, the body says the same, and more.
  const takesValues = route.hooks.before.length > 0 || writesRelated(route);
  const isNeeded = (each: string) => each !== 'values' || takesValues;
  const returned = { 'the answer': route.returns, 'the new row': Model };
  return {
    ...route,
    ...place,
    kind: 'handler',
    about: `What ${requestOf(route)} does.`,
    template: 'handler-module.py.ejs',
    returns: returns === undefined ? 'None' : returned[returns],
    variables: {
      ...variables,
      work: `/${operation}/handler.py.ejs`,
      first: { ...parameter(given), ...(given === 'row' && { name: String(variables['row']) }) },
      named: offeredBy(route, 'handler').filter(isNeeded).map(parameter),
      listed: 'statement',
      isEjected: true,
    },
  };
}
