import type { Field } from '../config/field.js';
import type { ResourceContext } from '../context.js';
import type { RouteTests } from '../outputs/index.js';
import { writtenIn } from '../relations/config.js';
import { jsonDefault, jsonKey } from './test-fields.js';

/** What the tests of a route need to know of it. */
interface TestedRoute extends Partial<
  Pick<RouteTests, 'operation' | 'accepts' | 'answers' | 'names'>
> {
  /** Further variables of the template. */
  readonly variables?: Record<string, unknown>;
}

/** The tests of a route, in a resource's test module. */
export function routeTests(
  context: ResourceContext,
  template: string,
  {
    operation = context.entryName,
    accepts = [],
    answers = [],
    names = [],
    variables,
  }: TestedRoute = {},
): RouteTests {
  const { app, resource, tests, noun, Model, row, has } = context;
  const isOptional = (field: Field) =>
    'default' in field ||
    field.nullable ||
    (field.writes?.kind === 'nested' && field.writes.min_items === 0);
  return {
    kind: 'test',
    ...tests,
    template,
    operation,
    accepts,
    answers,
    names,
    requiresAuth: false,
    ownFields: '',
    variables: {
      Model,
      row,
      noun,
      url: app.prefix + resource.routePrefix,
      readable: has('get'),
      names: accepts.map(jsonKey),
      required: accepts.filter((field) => field.required ?? !isOptional(field)).map(jsonKey),
      optional: Object.fromEntries(
        accepts
          .filter((field) => field.required === undefined && isOptional(field))
          .map((field) => [jsonKey(field), jsonDefault(field)]),
      ),
      // What the model fills in, where a request leaves them out, is not known here.
      filled: accepts.filter((field) => field.required === false).map(jsonKey),
      shown: answers.map(jsonKey),
      routesModule: context.routes.module,
      // The module whose functions store what a request writes of related rows.
      relations: writtenIn(accepts).length > 0 && context.relations.module,
      // Wherever users do not see all rows, routes check what they refer to.
      rulesModule: app.isScoped && context.access.module,
      ...variables,
    },
  };
}
