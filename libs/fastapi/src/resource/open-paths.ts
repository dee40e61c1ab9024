import { didYouMean, formatText } from '@rowhouse/core';

import type { Auth, Project } from '../config/project.js';
import { type Route, rowKinds } from '../outputs/index.js';

/** Whether an entry of `exclude_paths` names a route: by its path alone, or with its method. */
function names(entry: string, route: Route): boolean {
  const [path, method] = entry.split(' ').reverse();
  const isMethod = method === undefined || method === methodOf(route);
  return isMethod && path === pathOf(route);
}

/** The path as a config writes it: without the slash at its end. */
function pathOf({ mount, path }: Route): string {
  return `${mount}${path}`.replace(/\/$/, '');
}

function methodOf({ method }: Route): string {
  return method.toUpperCase();
}

/** Whether a config's `exclude_paths` let everybody use a route. */
export function isOpen(auth: Auth, route: Route): boolean {
  return auth.exclude_paths.some((entry) => names(entry, route));
}

/** Entries of `exclude_paths` that open more than one may have meant, or nothing. */
export function* openPathNotices(project: Project, routes: readonly Route[]): Iterable<string> {
  const paths = [...new Set(routes.map(pathOf))];
  for (const auth of project.auths) {
    const closable = routesOf(project, auth, routes);
    for (const entry of auth.exclude_paths) {
      const opened = closable.filter((route) => names(entry, route));
      const writing = opened.filter(mayWrite);
      if (entry.startsWith('/') && writing.length > 0) {
        const methods = writing.map((route) => `${methodOf(route)} ${entry}`);
        yield `exclude_paths: '${entry}' opens writing to everybody: ${methods.join(', ')}; a method before the path opens that alone`;
      }
      if (!entry.includes('{') || routes.some((route) => names(entry, route))) continue;
      const path = entry.slice(entry.indexOf('/'));
      const methods = routes.filter((route) => pathOf(route) === path).map(methodOf);
      const guess = didYouMean(path, paths);
      const fix = methods.length > 0 ? `It has ${methods.join(', ')}.` : guess && formatText(guess);
      yield `exclude_paths: '${entry}' is not a generated route${fix ? ` (${fix})` : ''}`;
    }
  }
}

/** The routes that an authentication is for. */
function routesOf(project: Project, auth: Auth, routes: readonly Route[]): readonly Route[] {
  const modules = project.apps.filter((app) => app.auth === auth).map(({ module }) => module);
  return routes.filter(({ file }) => modules.includes(file.split('/')[0]!));
}

/** Whether a route may write: an action may, whatever it does with rows. */
function mayWrite({ method, rows }: Route): boolean {
  return method !== 'get' && !rowKinds[rows].lists;
}
