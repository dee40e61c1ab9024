import { dottedSymbol } from '@rowhouse/python';

import type { Auth, Project } from '../config/project.js';
import { authModule, dottedName, moduleAt } from '../modules.js';
import { operation } from '../operation.js';
import { section, type Section } from '../outputs/index.js';
import { packageFile } from '../packages.js';

/** The auth package, and that of each app with an `auth` block of its own. */
export const authFiles = operation({
  name: 'auth_files',
  scope: 'project',
  activation: 'always',
  after: ['scaffold'],
  when: ({ project }) => project.auths.length > 0,
  *build({ project }) {
    for (const auth of project.auths) {
      yield packageFile(auth.folder, 'Authentication.');
      if (auth.get_current_user_fn === undefined) {
        yield tokenDependencies(project, auth);
        yield tokenRouter(project, auth);
      } else {
        yield ownDependency(project, auth, auth.get_current_user_fn);
      }
    }
  },
});

function tokenDependencies(project: Project, auth: Auth): Section {
  const about = 'The current user: dependencies that check the token of a request.';
  const module = moduleAt(project, `${auth.folder}/dependencies`, about);
  const id = loginId(project, auth);
  return section(module, 'auth/dependencies.py.ejs', {
    auth,
    loginRoute: `${dottedName(project, auth.folder)}.login`,
    openPaths: openPaths(auth),
    tokenUrl: auth.token_url.slice(1),
    // Beside other token routes, the API's documentation has to tell them apart.
    schemeName: id === 'login' ? undefined : id,
  });
}

function tokenRouter(project: Project, auth: Auth): Section {
  const about = 'The route that exchanges credentials for a token.';
  return section(
    moduleAt(project, `${auth.folder}/router`, about),
    'auth/router.py.ejs',
    {
      path: auth.token_url,
      operationId: loginId(project, auth),
      dependencies: authModule(project, auth, 'dependencies'),
      verify_credentials: dottedSymbol(auth.verify_credentials_fn!),
    },
    { endpoints: [{ method: 'post', path: auth.tokenPath }] },
  );
}

/** What needs no token in an app that is locked as a whole. */
export function openPaths(auth: Auth): readonly string[] {
  return [...new Set(auth.exclude_paths)];
}

/** `login`; with what tells it from the token routes of other apps and other API versions. */
export function loginId({ packagePrefix }: Project, { folder }: Auth): string {
  const version = packagePrefix === '_generated' ? [] : packagePrefix.split('.').filter(Boolean);
  return [...version, ...folder.split('/').slice(0, -1), 'login'].join('_');
}

function ownDependency(project: Project, auth: Auth, currentUserFn: string): Section {
  const about = "The current user: the project's own dependency.";
  return section(
    moduleAt(project, `${auth.folder}/dependencies`, about),
    'auth/own-dependency.py.ejs',
    { get_current_user: dottedSymbol(currentUserFn) },
  );
}
