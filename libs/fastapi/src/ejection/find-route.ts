import {
  CommandError,
  didYouMean,
  text,
  unquoted,
  type BuiltOutput,
  type Text,
} from '@rowhouse/core';

import { callerNames, callerOf } from '../config/callers.js';
import type { App, Project, Resource } from '../config/project.js';
import type { Route } from '../outputs/index.js';

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
 * @throws CommandError when there is none, or several, or its work is somebody else's already.
 */
export function findRoute(
  name: string,
  project: Project,
  outputs: readonly BuiltOutput[],
): FoundRoute {
  const all = routesOf(project, outputs);
  const found = all.filter((each) => namesOf(each).includes(name));
  const [first] = found;
  if (first === undefined) {
    const names = all.map((each) => namesOf(each)[0]!);
    throw problem(
      text`${name} is no operation of a resource`,
      didYouMean(name, names) ?? text`There are: ${names}.`,
    );
  }
  if (found.length > 1) {
    const names = found.map((each) => namesOf(each).at(-1)!);
    throw problem(text`${name} may be any of several`, text`Say which: ${names}.`);
  }
  const { made, route } = first;
  const fn: unknown = (made.entry?.options as { fn?: unknown } | undefined)?.fn;
  if (made.operation.name === 'action') {
    const message = text`${name} is an action: what it does is your own already`;
    throw problem(message, text`Change ${unquoted(String(fn))}.`);
  }
  if (callerOf(made.operation.name)?.handler === undefined) {
    const message = text`${name} is of the operation ${made.operation.name}, which takes no handler`;
    throw problem(message, text`Those of ${callerNames} do.`);
  }
  if (route.hooks.handler !== undefined) {
    const message = text`${name} has a handler already`;
    throw problem(message, text`Change ${unquoted(route.hooks.handler.fn)}.`);
  }
  return first;
}

function routesOf({ apps }: Project, outputs: readonly BuiltOutput[]): readonly FoundRoute[] {
  return outputs.flatMap((made) => {
    if (made.output.kind !== 'route') return [];
    const resource = made.instance.value as Resource;
    const app = apps.find(({ resources }) => resources.includes(resource));
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

function problem(message: Text, fix: Text): CommandError {
  return new CommandError([{ code: 'cannot-eject', message, fix }]);
}
