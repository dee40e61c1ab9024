import { CommandError, didYouMean, text } from '@rowhouse/core';
import type { BuiltOutput, BuiltProject, NamedOperation } from '@rowhouse/core';

import type { App, Project, Resource } from './config/project.js';
import { requestOf, type Route } from './outputs/index.js';

/** A route, and where it belongs. */
export interface FoundRoute {
  readonly made: BuiltOutput;
  readonly route: Route;
  readonly app: App;
  readonly resource: Resource;
}

/**
 * The route that a name means: `articles.update`, or `blog.articles.update` of the app `blog`. A resource is
 * called by the end of its URL, by its name or by its model.
 *
 * @param code the code of the error.
 * @throws CommandError when there is none, or several.
 */
export function findRoute(
  name: string,
  project: Project,
  outputs: readonly BuiltOutput[],
  code: string,
): FoundRoute {
  const all = routesOf(project, outputs);
  const found = all.filter((each) => namesOf(each).includes(name));
  const [first] = found;
  if (first === undefined) {
    const names = all.map((each) => namesOf(each)[0]!);
    const message = text`${name} is not an operation of a resource`;
    const fix = didYouMean(name, names) ?? text`There are: ${names}.`;
    throw new CommandError([{ code, message, fix }]);
  }
  if (found.length > 1) {
    const names = found.map((each) => namesOf(each).at(-1)!);
    const message = text`${name} matches several operations`;
    throw new CommandError([{ code, message, fix: text`Choose one: ${names}.` }]);
  }
  return first;
}

/** The operations that have routes, by the shortest names that mean one alone. */
export function namedOperations({ project, outputs }: BuiltProject<Project>): NamedOperation[] {
  const all = routesOf(project, outputs).map((found) => ({ found, names: namesOf(found) }));
  const counts = new Map<string, number>();
  for (const name of all.flatMap(({ names }) => [...new Set(names)])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return all.map(({ found: { route }, names }) => ({
    name: names.find((name) => counts.get(name) === 1) ?? names.at(-1)!,
    title: `${route.title ?? route.handler} (${requestOf(route)})`,
  }));
}

/** The app of each resource. */
export function appsOf({ apps }: Project): ReadonlyMap<Resource, App> {
  return new Map(apps.flatMap((app) => app.resources.map((resource) => [resource, app] as const)));
}

/** The function of the project that an entry names as its work: an action's `fn`. */
export function functionOf({ entry }: BuiltOutput): string | undefined {
  const fn = (entry?.options as { fn?: unknown } | undefined)?.fn;
  return typeof fn === 'string' ? fn : undefined;
}

function routesOf(project: Project, outputs: readonly BuiltOutput[]): readonly FoundRoute[] {
  const apps = appsOf(project);
  return outputs.flatMap((made) => {
    if (made.output.kind !== 'route') return [];
    const resource = made.instance.value as Resource;
    const app = apps.get(resource);
    return app ? [{ made, route: made.output as Route, app, resource }] : [];
  });
}

/** What a route may be called: shortest by its URL, at last with its app. */
function namesOf({ made, app, resource }: FoundRoute): readonly string[] {
  const { routePrefix, name, modelName } = resource;
  const path = routePrefix.slice(1);
  const resources = [path, path.slice(path.lastIndexOf('/') + 1), name, modelName];
  const short = resources.map((each) => `${each}.${made.entry?.name}`);
  return [...short, `${app.module}.${short[0]}`];
}
