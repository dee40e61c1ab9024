import { relative, sep } from 'node:path';

import type { Output } from '@rowhouse/core';

import type { Project } from './config/project.js';
import type { Route } from './outputs/index.js';
import { accessNotices } from './resource/access-notices.js';
import { openPathNotices } from './resource/open-paths.js';

/** What the user should know of a run. */
export function* notices(
  project: Project,
  outputs: readonly Output[],
  outputRoot: string,
): Iterable<string> {
  const isRoute = (output: Output): output is Route => output.kind === 'route';
  const routes = outputs.filter(isRoute);
  yield* withoutRoutes(project);
  yield* openRouters(project);
  yield* openPathNotices(project, routes);
  yield* accessNotices(project, routes);
  const notice = packageNotice(project, outputRoot);
  if (notice !== undefined) yield notice;
}

/** A resource that has no route: most likely, its `operations` are missing. */
function* withoutRoutes(project: Project): Iterable<string> {
  for (const app of project.apps) {
    for (const resource of app.resources) {
      if (resource.operations.length > 0) continue;
      yield `${resource.modelName}: it has no operations, so the API has no routes for it; add them, such as operations: ['get', 'list']`;
    }
  }
}

/** A router whose routes require no user, where others do. */
function* openRouters(project: Project): Iterable<string> {
  for (const { auth, routers } of project.apps) {
    for (const { router, auth: isClosed } of routers) {
      if (auth === undefined || isClosed) continue;
      yield `routers: everybody can use the routes of ${router}, which has auth: false`;
    }
  }
}

/** The files import each other by `package_prefix`: an output directory of another path is another package. */
function packageNotice({ packagePrefix }: Project, outputRoot: string): string | undefined {
  const folders = outputRoot.split(sep);
  const names = packagePrefix.split('.');
  if (packagePrefix === '' || String(folders.slice(-names.length)) === String(names)) return;
  const inside = relative(process.cwd(), outputRoot).split(sep);
  const isPackage = inside.every((name) => /^[A-Za-z_]\w*$/.test(name));
  const path = isPackage ? inside : folders.slice(-1);
  return `the files import each other as '${packagePrefix}.…', and the output directory is ${path.join('/')}: set package_prefix to its name as a package, such as '${path.join('.')}', or write to a path that ends in ${names.join('/')}`;
}
