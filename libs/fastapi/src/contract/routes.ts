import type { BuiltOutput, BuiltProject } from '@rowhouse/core';
import { symbolsIn, withPlainNames } from '@rowhouse/python';

import type { Field } from '../config/field.js';
import type { Project, Resource } from '../config/project.js';
import { appsOf } from '../find-route.js';
import {
  endpointsOf,
  endpointText,
  hasParameter,
  parameterType,
  type Parameter,
  referredSchemas,
  requestOf,
  schemasOf,
  type Route,
  type SchemaClass,
  type Schemas,
  withoutNames,
} from '../outputs/index.js';

/** A route as its clients see it. */
export interface ApiRoute {
  /** What made it; undefined for one that belongs to no resource, such as the one that gives tokens. */
  readonly made: BuiltOutput | undefined;
  readonly method: string;
  /** In the whole API, with its variables. */
  readonly path: string;
  /** The variables of its path, and their types as Python says them. */
  readonly parameters: readonly Parameter[];
  /** What its documentation says: a name for it, and what it does. */
  readonly title: string;
  readonly summary: string;
  readonly rows: Route['rows'];
  /** `PATCH /articles/{pk}`. */
  readonly label: string;
  /** What its fields belong to: `Article`, or `blog.Article` where there are several apps. */
  readonly subject: string;
  readonly status: number | undefined;
  readonly errors: readonly number[];
  /** Whether a request can say which version of the row it is about, and whether the answer has the version. */
  readonly takesVersion: boolean;
  readonly givesVersion: boolean;
  /** Whether a request can ask for the row only if it has another version. */
  readonly asksForChanges: boolean;
  /** Whether a request can have a key, with which it is done once. */
  readonly takesKey: boolean;
  readonly needsUser: boolean;
  /** The types of the variables in its path. */
  readonly keyTypes: readonly string[];
  readonly request: ApiBody | undefined;
  readonly response: ApiBody | undefined;
  /** What a search may filter by: the names of fields, and those that stand for related rows. */
  readonly filters: readonly (string | Field)[];
  /** The fields that it may sort by. */
  readonly sorts: readonly string[];
}

/** What is sent, or answered. */
export interface ApiBody {
  /** Its type as Python says it: `list[ArticleListItem]`. */
  readonly type: string;
  /** The schema classes that it consists of, by name, the outermost first. */
  readonly schemas: ReadonlyMap<string, SchemaClass>;
}

/** The routes of a project by method and path, whatever their variables are called. */
export function routesOf({
  project,
  outputs,
}: BuiltProject<Project>): ReadonlyMap<string, ApiRoute> {
  const schemas = schemasOf(outputs.map(({ output }) => output));
  const apps = appsOf(project);
  const prefixOf = (resource: Resource) =>
    project.apps.length > 1 ? `${apps.get(resource)!.module}.` : '';
  const routes = outputs.flatMap((made) => {
    if (made.output.kind === 'route') return routeOf(made, prefixOf, schemas);
    return endpointsOf(made.output).map((each) => ({
      ...bare,
      ...each,
      label: endpointText(each),
    }));
  });
  return new Map(routes.map((each) => [withoutNames(each.label), each]));
}

/** A route of which no more is known, such as the one that gives tokens. */
const bare: Omit<ApiRoute, 'label' | 'method' | 'path'> = {
  made: undefined,
  parameters: [],
  title: '',
  summary: '',
  rows: 'none',
  subject: '',
  status: undefined,
  errors: [],
  takesVersion: false,
  givesVersion: false,
  asksForChanges: false,
  takesKey: false,
  needsUser: false,
  keyTypes: [],
  request: undefined,
  response: undefined,
  filters: [],
  sorts: [],
};

function routeOf(
  made: BuiltOutput,
  prefixOf: (resource: Resource) => string,
  schemas: Schemas,
): ApiRoute {
  const { output, instance } = made;
  const route = output as Route;
  const { method, mount, path, status, errors, returns, title, handler, summary, rows } = route;
  const resource = instance.value as Resource;
  const body = parameterType(route, 'body');
  const inPath = new Set(path.match(/(?<=\{)\w+(?=\})/g));
  const parameters = route.parameters.filter(({ name }) => inPath.has(name));
  return {
    made,
    method: method.toUpperCase(),
    path: mount + path,
    parameters,
    title: title ?? handler,
    summary,
    rows,
    label: requestOf(route),
    subject: `${prefixOf(resource)}${resource.modelName}`,
    status,
    errors: [...new Set(errors)].sort((left, right) => left - right),
    takesVersion: hasParameter(route, 'if_match'),
    givesVersion: route.tagged.length > 0,
    asksForChanges: hasParameter(route, 'if_none_match'),
    takesKey: hasParameter(route, 'idempotency'),
    needsUser: hasParameter(route, 'current_user'),
    keyTypes: parameters.map(({ annotation }) => keyType(annotation)),
    request: body === undefined ? undefined : bodyOf(body, schemas),
    response: bodyOf(returns, schemas),
    filters: route.filtersBy ?? [],
    sorts: route.sortsBy ?? [],
  };
}

function bodyOf(source: string, schemas: Schemas): ApiBody {
  let found: ApiBody['schemas'] | undefined;
  return {
    type: withPlainNames(source),
    // Not everybody asks for those of a search, which are many.
    get schemas() {
      found ??= new Map(referredSchemas(source, schemas).map((each) => [each.name, each]));
      return found;
    },
  };
}

/** The type alone, without the example beside it. */
function keyType(annotation: string): string {
  const names = symbolsIn(annotation).map(({ name = '' }) => name);
  return names.find((name) => name.endsWith('Key')) ?? withPlainNames(annotation);
}
