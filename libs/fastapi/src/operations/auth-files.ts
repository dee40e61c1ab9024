import { defineOperation, type Output } from '@rowhouse/core';

import type { Auth, Project } from '../config/project.js';
import { authModule, moduleAt, runtimeSymbol } from '../modules.js';
import { section } from '../outputs/section.js';
import { layout, literalDoc, textAssignment } from '../python/layout.js';
import { dottedSymbol, ownSymbol, symbol } from '../python/symbols.js';
import { packageFile } from './packages.js';

/** The auth package, and that of each app with an `auth` block of its own. */
export const authFiles = defineOperation<Project>({
  name: 'auth_files',
  target: 'fastapi',
  scope: 'project',
  activation: 'always',
  after: ['scaffold'],
  when: ({ instance }) => instance.value.auths.length > 0,
  *build({ instance: { value: project } }) {
    for (const auth of project.auths) {
      yield packageFile(auth.folder, 'Who sends a request.');
      if (auth.get_current_user_fn === undefined) {
        yield tokenDependencies(project, auth);
        yield tokenRouter(project, auth);
      } else {
        yield ownDependency(project, auth, auth.get_current_user_fn);
      }
    }
  },
});

function tokenDependencies(project: Project, auth: Auth): Output {
  const paths = [...new Set(auth.exclude_paths)];
  const login = moduleAt(project, auth.folder).module;
  return section({
    ...authModule(project, auth, 'dependencies'),
    about: 'Who sends a request: dependencies that check its token.',
    part: 'object',
    defines: ['LOGIN_ROUTE', 'OPEN_PATHS', 'tokens', 'oauth2_scheme', 'BearerToken', 'CurrentUser'],
    template: 'auth/dependencies.py.ejs',
    view: (use) => ({
      auth,
      login: textAssignment('LOGIN_ROUTE', `${login}.login`),
      openPaths:
        paths.length === 0
          ? 'OPEN_PATHS: frozenset[str] = frozenset()'
          : layout({
              open: 'OPEN_PATHS = frozenset({',
              items: paths.map((path) => literalDoc(path)),
              close: '})',
            }),
      tokenUrl: auth.token_url.slice(1),
      // Beside others, the documentation has to tell it from them.
      schemeNames: loginId(project, auth) === 'login' ? [] : [loginId(project, auth)],
      Annotated: use(symbol('typing', 'Annotated')),
      Any: use(symbol('typing', 'Any')),
      Depends: use(symbol('fastapi', 'Depends')),
      Request: use(symbol('fastapi', 'Request')),
      OAuth2PasswordBearer: use(symbol('fastapi.security', 'OAuth2PasswordBearer')),
      is_open: use(runtimeSymbol(project, 'auth', 'is_open')),
      Tokens: use(runtimeSymbol(project, 'tokens', 'Tokens')),
    }),
  });
}

function tokenRouter(project: Project, auth: Auth): Output {
  const dependencies = authModule(project, auth, 'dependencies').module;
  return section({
    ...authModule(project, auth, 'router'),
    about: 'The route that exchanges credentials for a token.',
    part: 'object',
    defines: ['router', 'login'],
    template: 'auth/router.py.ejs',
    view: (use) => ({
      path: auth.token_url,
      operationId: loginId(project, auth),
      Annotated: use(symbol('typing', 'Annotated')),
      APIRouter: use(symbol('fastapi', 'APIRouter')),
      Depends: use(symbol('fastapi', 'Depends')),
      OAuth2PasswordRequestForm: use(symbol('fastapi.security', 'OAuth2PasswordRequestForm')),
      LOGIN_ROUTE: use(ownSymbol(dependencies, 'LOGIN_ROUTE')),
      oauth2_scheme: use(ownSymbol(dependencies, 'oauth2_scheme')),
      tokens: use(ownSymbol(dependencies, 'tokens')),
      TokenResponse: use(runtimeSymbol(project, 'auth', 'TokenResponse')),
      create_token_response: use(runtimeSymbol(project, 'auth', 'create_token_response')),
      login_lifespan: use(runtimeSymbol(project, 'auth', 'login_lifespan')),
      error_responses: use(runtimeSymbol(project, 'responses', 'error_responses')),
      ApiRoute: use(runtimeSymbol(project, 'routing', 'ApiRoute')),
      verify_credentials: use(dottedSymbol(auth.verify_credentials_fn!)),
    }),
  });
}

/** `login`; with what tells it from the token routes of other apps and other API versions. */
function loginId({ packagePrefix }: Project, { folder }: Auth): string {
  const version = packagePrefix === '_generated' ? [] : packagePrefix.split('.').filter(Boolean);
  return [...version, ...folder.split('/').slice(0, -1), 'login'].join('_');
}

function ownDependency(project: Project, auth: Auth, currentUserFn: string): Output {
  return section({
    ...authModule(project, auth, 'dependencies'),
    about: "Who sends a request: the project's own dependency.",
    part: 'object',
    defines: ['CurrentUser'],
    template: 'auth/own-dependency.py.ejs',
    view: (use) => ({
      Annotated: use(symbol('typing', 'Annotated')),
      Any: use(symbol('typing', 'Any')),
      Depends: use(symbol('fastapi', 'Depends')),
      get_current_user: use({ ...dottedSymbol(currentUserFn), local: 'get_current_user' }),
    }),
  });
}
