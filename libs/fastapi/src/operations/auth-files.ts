import { builtin, dottedSymbol, symbol, type PythonSymbol } from '@rowhouse/python';

import { hasTokenRoute, isIssued, isOwn, type OwnAuth, type TokenAuth } from '../auth-kind.js';
import { credentialsOf } from '../config/auth.js';
import type { Claim } from '../config/claims.js';
import type { Auth, Project } from '../config/project.js';
import { typeSource } from '../config/python-type.js';
import { authModule, dottedName, moduleAt, sessionNames, sessionPath } from '../modules.js';
import { operation } from '../operation.js';
import { section, type Section } from '../outputs/index.js';
import { packageFile } from '../packages.js';
import { resolveNames } from '../resource/annotations.js';

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
      if (isOwn(auth)) {
        yield ownDependency(project, auth);
        continue;
      }
      if (auth.user) yield currentUser(project, auth, auth.user);
      yield tokenDependencies(project, auth);
      if (hasTokenRoute(auth)) yield tokenRouter(project, auth);
    }
  },
});

/** The class whose instances routes get as the current user, if `claims` describe it. */
function userClass(project: Project, auth: Auth): PythonSymbol | undefined {
  return auth.user && symbol(authModule(project, auth, 'user'), 'CurrentUser', 'User');
}

function currentUser(project: Project, auth: Auth, claims: readonly Claim[]): Section {
  const about = 'The current user, as the claims of a token describe it.';
  return section(moduleAt(project, `${auth.folder}/user`, about), 'auth/user.py.ejs', {
    claims: claims.map(({ annotation, ...claim }) => ({
      ...claim,
      annotation: resolveNames(annotation, project) + (claim.nullable ? ' | None' : ''),
    })),
  });
}

function tokenDependencies(project: Project, auth: Auth): Section {
  const about = 'The current user: dependencies that check the token of a request.';
  const module = moduleAt(project, `${auth.folder}/dependencies`, about);
  const variables = { auth, openPaths: openPaths(project, auth), User: userClass(project, auth) };
  if (!hasTokenRoute(auth)) return section(module, 'auth/issued-dependencies.py.ejs', variables);
  return section(module, 'auth/dependencies.py.ejs', {
    ...variables,
    loginRoute: `${dottedName(project, auth.folder)}.login`,
    tokenUrl: auth.token_url.slice(1),
    schemeName: schemeName(project, auth),
  });
}

/** What the API's documentation calls the login, which it has to tell from other token routes. */
export function schemeName(project: Project, auth: Auth): string | undefined {
  const id = loginId(project, auth);
  return id === 'login' ? undefined : id;
}

function tokenRouter(project: Project, auth: TokenAuth): Section {
  const about = 'The route that exchanges credentials for a token.';
  const { fn, takesDb } = credentialsOf(auth)!;
  return section(
    moduleAt(project, `${auth.folder}/router`, about),
    'auth/router.py.ejs',
    {
      path: auth.token_url,
      operationId: loginId(project, auth),
      dependencies: authModule(project, auth, 'dependencies'),
      verify_credentials: dottedSymbol(fn),
      Db:
        takesDb &&
        symbol(
          dottedName(project, sessionPath(auth.database!)),
          sessionNames(auth.database!).alias,
        ),
      User: userClass(project, auth),
    },
    { endpoints: [{ method: 'post', path: auth.tokenPath }] },
  );
}

/** What needs no token in an app that is locked as a whole. */
export function openPaths({ docs }: Project, auth: Auth): readonly string[] {
  const paths = new Set(auth.exclude_paths);
  // What the documentation page loads is as open as the page.
  const hasOpenDocs = paths.has('/docs') || paths.has('GET /docs');
  const assets = docs === 'offline' && hasOpenDocs ? docsAssets : [];
  return [...new Set([...paths, ...assets.map((name) => `GET /docs/${name}`)])];
}

/** What the runtime's `offline_docs` sends beside the page. */
const docsAssets = ['favicon-32x32.png', 'swagger-ui-bundle.js', 'swagger-ui.css'];

/** `login`; with what tells it from the token routes of other apps and other API versions. */
export function loginId({ packagePrefix }: Project, { folder }: Auth): string {
  const version = packagePrefix === '_generated' ? [] : packagePrefix.split('.').filter(Boolean);
  return [...version, ...folder.split('/').slice(0, -1), 'login'].join('_');
}

/** The function by which an app starts with what its tokens need: the keys' URL. */
export function startOf(project: Project, auth: Auth): string | undefined {
  if (!isIssued(auth)) return undefined;
  return `${symbol(authModule(project, auth, 'dependencies'), 'tokens')}.lifespan`;
}

function ownDependency(project: Project, auth: OwnAuth): Section {
  const about = "The current user: the project's own dependency.";
  return section(
    moduleAt(project, `${auth.folder}/dependencies`, about),
    'auth/own-dependency.py.ejs',
    { get_current_user: dottedSymbol(auth.get_current_user_fn), User: userType(auth) },
  );
}

/** The type of the current user. */
export function userTypeOf(project: Project, auth: Auth): string {
  if (isOwn(auth)) return userType(auth);
  const dict = `${builtin('dict')}[${builtin('str')}, ${symbol('typing', 'Any')}]`;
  return String(userClass(project, auth) ?? dict);
}

/** What the project's own dependency returns. */
export function userType({ current_user_type: type = 'dict[str, typing.Any]' }: OwnAuth): string {
  return typeSource(type);
}
