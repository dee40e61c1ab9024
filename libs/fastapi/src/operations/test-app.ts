import { defineOperation } from '@rowhouse/core';

import type { App, Auth, Project, Resource } from '../config/project.js';
import { authModule, moduleAt, runtimeSymbol, sessionModule, sessionNames } from '../modules.js';
import type { ResourceRouter } from '../outputs/routers.js';
import { section, type Section, type Use } from '../outputs/section.js';
import type { TestCase } from '../outputs/test-case.js';
import { group, layout } from '../python/layout.js';
import { attribute, dottedSymbol, ownSymbol, symbol } from '../python/symbols.js';

/** `{module}/tests/conftest.py`: a database that forgets, an app on it, and its clients. */
export const testApp = defineOperation<App>({
  name: 'test_app',
  target: 'fastapi',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  after: ['router'],
  when: ({ outputs }) => outputs.below<TestCase>('test').length > 0,
  *build({ instance: { value: app }, parents, outputs }) {
    const { project } = parents as { project: Project };
    const served = new Set(
      outputs.below<ResourceRouter>('resource-router').map(({ file }) => file),
    );
    const resources = app.resources.filter(({ name }) =>
      served.has(`${app.module}/routes/${name}.py`),
    );
    yield conftest(project, app, resources);
  },
});

function conftest(project: Project, app: App, resources: readonly Resource[]): Section {
  const routes = moduleAt(project, `${app.module}/routes/__init__`).module;
  const databases = [...new Set(resources.map(({ database }) => database))];
  const testing = (name: string) => runtimeSymbol(project, 'testing', name);
  return section({
    ...moduleAt(project, `${app.module}/tests/conftest`),
    about:
      `What the tests of the app \`${app.module}\` need.\n\n` +
      'They run on the database that the environment variable TEST_DATABASE_URL names, and\n' +
      'leave nothing behind in it.\n',
    part: 'definition',
    defines: fixtureNames,
    template: `tests/conftest${authVariant(app.auth)}.py.ejs`,
    view: (use) => ({
      ...authView(project, app.auth, use),
      AsyncGenerator: use(symbol('collections.abc', 'AsyncGenerator')),
      fixture: use(attribute('pytest', 'fixture')),
      FastAPI: use(symbol('fastapi', 'FastAPI')),
      ASGITransport: use(symbol('httpx2', 'ASGITransport')),
      AsyncClient: use(symbol('httpx2', 'AsyncClient')),
      AsyncConnection: use(symbol('sqlalchemy.ext.asyncio', 'AsyncConnection')),
      AsyncSession: use(symbol('sqlalchemy.ext.asyncio', 'AsyncSession')),
      router: use(ownSymbol(routes, 'router')),
      dependencies: databases
        .map((database) =>
          use(
            ownSymbol(sessionModule(project, database).module, sessionNames(database).dependency),
          ),
        )
        .sort(),
      Rows: use(testing('Rows')),
      Sessions: use(testing('Sessions')),
      rolled_back: use(testing('rolled_back')),
      tables: layout(
        group(`tables = ${use(testing('temporary_tables'))}(`, [
          '"TEST_DATABASE_URL"',
          ...resources.map(({ model }) => use(dottedSymbol(model))),
        ]),
        4,
      ),
    }),
  });
}

const fixtureNames = [
  'anyio_backend',
  'connection',
  'sessions',
  'rows',
  'app',
  'token',
  'anonymous_client',
  'client',
];

function authVariant(auth: Auth | undefined): string {
  if (auth === undefined) return '-open';
  return auth.get_current_user_fn === undefined ? '' : '-own-user';
}

function authView(project: Project, auth: Auth | undefined, use: Use): object {
  if (auth === undefined) return {};
  const { module } = authModule(project, auth, 'dependencies');
  if (auth.get_current_user_fn !== undefined) {
    return { get_current_user: use(ownSymbol(module, 'get_current_user')) };
  }
  return {
    secretEnv: auth.secret_env,
    tokens: use(ownSymbol(module, 'tokens')),
    token_hex: use(attribute('secrets', 'token_hex')),
    MonkeyPatch: use(attribute('pytest', 'MonkeyPatch')),
  };
}
