import type { PythonSymbol } from '@rowhouse/python';

import { hasTokenRoute } from '../auth-kind.js';
import type { Project } from '../config/project.js';
import { moduleAt, runtimeSymbol } from '../modules.js';
import { operation } from '../operation.js';
import { section, type ResourceRouter, type Tag } from '../outputs/index.js';
import { startOf } from './auth-files.js';
import { tokenRouters } from './router.js';

/** `routes/__init__.py`: the one router that a host application includes. */
export const projectRouter = operation({
  name: 'project_router',
  scope: 'project',
  activation: 'always',
  stage: 'after-children',
  *build({ project, outputs }) {
    const shared = project.auths.filter((auth) => auth.folder === 'auth');
    const docs = docsRouter(project);
    const mounts = [
      ...shared
        .flatMap((auth) => tokenRouters(project, auth))
        .map((router) => ({ router, prefix: '' })),
      ...outputs.below('app-router'),
      ...(docs ? [{ router: docs, prefix: '' }] : []),
    ];
    const module = moduleAt(project, 'routes/__init__', 'The routes of the whole API.');
    yield section(module, 'routers/project.py.ejs', {
      mounts,
      tags: tagsOf(project, outputs.below('resource-router')),
      start: shared.map((auth) => startOf(project, auth)).find(Boolean),
    });
  },
});

/** The router of the documentation page, with what it loads; undefined where FastAPI's own is served. */
export function docsRouter(project: Project): PythonSymbol | undefined {
  return project.docs === 'offline'
    ? runtimeSymbol(project, 'offline_docs', 'docs_router')
    : undefined;
}

/** The groups of the API's documentation. One that several resources have is described by the first. */
function tagsOf({ auths }: Project, routers: readonly ResourceRouter[]): readonly Tag[] {
  const tags = new Map<string, Tag>();
  if (auths.some(hasTokenRoute)) tags.set('auth', { name: 'auth', description: 'Log in.' });
  for (const tag of routers.flatMap((router) => router.tags)) {
    if (!tags.has(tag.name)) tags.set(tag.name, tag);
  }
  return [...tags.values()];
}
