import { moduleAt } from '../modules.js';
import { operation } from '../operation.js';
import { section } from '../outputs/index.js';
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
    const mounts = [
      ...shared
        .flatMap((auth) => tokenRouters(project, auth))
        .map((router) => ({ router, prefix: '' })),
      ...outputs.below('app-router'),
    ];
    const module = moduleAt(project, 'routes/__init__', 'The routes of the whole API.');
    yield section(module, 'routers/project.py.ejs', {
      mounts,
      start: shared.map((auth) => startOf(project, auth)).find(Boolean),
    });
  },
});
