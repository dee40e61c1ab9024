import { dottedSymbol, symbol } from '@rowhouse/python';

import { hasTokenRoute, isIssued, isOwn, type IssuedAuth, type TokenAuth } from '../auth-kind.js';
import { stampsIn } from '../config/access.js';
import { credentialsOf } from '../config/auth.js';
import { examplePayload, type Claim } from '../config/claims.js';
import type { Auth, Database, Project } from '../config/project.js';
import {
  authModule,
  dottedName,
  moduleAt,
  routesFile,
  sessionNames,
  sessionPath,
  userSessionNames,
} from '../modules.js';
import { operation } from '../operation.js';
import { section } from '../outputs/index.js';
import { generatorVersion } from '../packages.js';
import { boundedFields } from '../resource/test-fields.js';
import { docsRouter } from './project-router.js';
import { isClosed, ownRouter } from './router.js';
import { loginId, openPaths, schemeName, userTypeOf, userType } from './auth-files.js';
import { attributesOf } from './policies.js';

/** The fixtures of an app's tests, and the tests of what its resources share: users and databases. */
export const testApp = operation({
  name: 'test_app',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  after: ['router'],
  when: ({ outputs }) => outputs.below('test').length > 0,
  *build({ project, app, outputs }) {
    const routed = new Set(outputs.below('resource-router').map(({ file }) => file));
    const resources = app.resources.filter((resource) => routed.has(routesFile(app, resource)));
    const databases = [...new Set(resources.map(({ database }) => database))];
    const about =
      `Fixtures of the tests of the app \`${app.module}\`.\n\n` +
      'The tests run on the database that the environment variable TEST_DATABASE_URL names, ' +
      'and leave nothing behind in it.';
    yield section(
      moduleAt(project, `${app.module}/tests/conftest`, about),
      'tests/conftest.py.ejs',
      {
        requiresVersion: resources.some(({ version }) => version?.required),
        auth: authKind(app.auth),
        userType: app.auth && userTypeOf(project, app.auth),
        scopes: app.resources
          // Without users, a soft delete alone says which rows are there.
          .filter((resource) => app.auth !== undefined && resource.access !== undefined)
          .map((resource) => ({
            Model: dottedSymbol(resource.model, `${resource.modelName}Model`),
            conditions: stampsIn(resource.access!),
          })),
        bounded: boundedFields(outputs.below('test'), project),
        makers: app.resources.flatMap(({ model, modelName, testRowFn }) =>
          testRowFn === undefined
            ? []
            : { Model: dottedSymbol(model, `${modelName}Model`), make: dottedSymbol(testRowFn) },
        ),
        ...(app.auth && userVariables(project, app.auth)),
        routes: dottedName(project, 'routes'),
        offline: project.docs === 'offline',
        version: generatorVersion(),
        databases: databases.map((database) => sessionOf(project, database)),
        models: [
          ...resources.map(({ model, modelName }) => dottedSymbol(model, `${modelName}Model`)),
          ...(project.idempotency ? [dottedSymbol(project.idempotency.model)] : []),
        ],
        keepsAnswers: project.idempotency !== undefined,
        requiresKey: project.idempotency?.required,
      },
    );
    const own = [...new Set(project.apps.flatMap(({ routers }) => routers.map(ownRouter)))];
    const closed = app.routers.filter((each) => isClosed(app, each)).map(ownRouter);
    const docs = docsRouter(project);
    const login =
      app.auth && hasTokenRoute(app.auth) ? loginVariables(project, app.auth) : undefined;
    const sessions =
      app.auth && app.isScoped && project.rls ? userSessions(project, app.auth, databases) : [];
    const senders = app.auth && !isOwn(app.auth) ? senderVariables(project, app.auth) : undefined;
    if (![...own, ...closed, ...sessions, docs, login, senders].some(Boolean)) return;
    // No resource's tests are called so: theirs begin with `test_`.
    const module = moduleAt(
      project,
      `${app.module}/tests/app_test`,
      `Tests of what the resources of the app \`${app.module}\` share.`,
    );
    yield section(module, 'tests/app.py.ejs', {
      ownRouters: own,
      closedRouters: closed,
      docsRouter: docs,
      login,
      userSessions: sessions,
      userAttributes: app.auth && attributesOf(project, app.auth),
      senders,
    });
  },
});

function sessionOf(project: Project, database: Database) {
  return symbol(dottedName(project, sessionPath(database)), sessionNames(database).dependency);
}

/** The sessions that tell the databases of an app who asks. */
function userSessions(project: Project, auth: Auth, databases: readonly Database[]) {
  const module = authModule(project, auth, 'sessions');
  return databases.map((database) => ({
    name: sessionNames(database).database,
    get_user_db: symbol(module, userSessionNames(database).dependency),
  }));
}

/** What the fixtures make the current user of. */
function userVariables(project: Project, auth: Auth) {
  if (isOwn(auth)) {
    return {
      get_current_user: dottedSymbol(auth.get_current_user_fn),
      test_user: auth.test_user_fn && dottedSymbol(auth.test_user_fn),
      User: userType(auth),
    };
  }
  return {
    settings: auth,
    dependencies: authModule(project, auth, 'dependencies'),
    audience: isIssued(auth) && audienceOf(auth),
    claims: auth.user ? examplePayload(auth.user) : { sub: 'test' },
  };
}

function audienceOf({ audience }: IssuedAuth): string {
  return typeof audience === 'string' ? audience : audience[0]!;
}

function loginVariables(project: Project, auth: TokenAuth) {
  return {
    path: auth.tokenPath,
    function: credentialsOf(auth)!.fn,
    takesDb: credentialsOf(auth)!.takesDb,
    router: authModule(project, auth, 'router'),
    operationId: loginId(project, auth),
    scheme: schemeName(project, auth),
    secret_env: auth.secret_env,
    algorithm: auth.algorithm,
    lifetime: auth.token_lifetime,
    claims: auth.user && examplePayload(auth.user),
    routes: symbol(dottedName(project, 'routes'), 'router'),
  };
}

/** What the tests of tokens expect. */
function senderVariables(project: Project, auth: TokenAuth | IssuedAuth) {
  const dependencies = authModule(project, auth, 'dependencies');
  const { user } = auth;
  return {
    settings: auth,
    openPaths: openPaths(project, auth),
    get_current_user: symbol(dependencies, 'get_current_user'),
    require_auth: symbol(dependencies, 'require_auth'),
    claims: user && examplePayload(user),
    user: user && Object.fromEntries(user.map((claim) => [claim.name, shownAs(claim)])),
    required: user?.filter(({ nullable }) => !nullable).map(({ path }) => path),
    optional: user?.filter(({ nullable }) => nullable).map(({ path }) => path),
  };
}

/** The value of a claim in the JSON of a user. */
function shownAs({ type, example }: Claim): unknown {
  return type === 'int' ? Number(example) : example;
}

/** Which clients the tests need. */
function authKind(auth: Auth | undefined): 'none' | 'own' | 'token' | 'issued' {
  if (auth === undefined) return 'none';
  return isOwn(auth) ? 'own' : isIssued(auth) ? 'issued' : 'token';
}
