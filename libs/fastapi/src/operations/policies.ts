import { staticFile } from '@rowhouse/core';
import { symbol } from '@rowhouse/python';

import type { App, Auth, Project, Resource } from '../config/project.js';
import {
  authModule,
  dottedName,
  moduleAt,
  policiesPath,
  routesFile,
  sessionNames,
  sessionPath,
  userSessionNames,
} from '../modules.js';
import { operation } from '../operation.js';
import { section } from '../outputs/index.js';
import { sqlHeader } from '../packages.js';
import { attributesIn, policiesOf } from '../resource/policies.js';

const about = `-- The access rules as policies of the database, which hold for every statement.
-- Run it again after each change.`;

/** The rules of access as policies of each database, and the sessions that tell them who asks. */
export const policies = operation({
  name: 'policies',
  scope: 'project',
  activation: 'always',
  stage: 'after-children',
  when: ({ project }) => project.rls && project.apps.some(({ knowsUsers }) => knowsUsers),
  *build({ project, outputs }) {
    const routes = outputs.below('route');
    for (const database of project.databases) {
      const scoped = project.apps.flatMap((app) =>
        app.resources
          .filter((resource) => resource.database === database && resource.access?.isOpen === false)
          .map((resource) => ({ app, resource })),
      );
      if (scoped.length === 0) continue;
      const tables = scoped.map(({ app, resource }) => {
        const file = routesFile(app, resource);
        const own = routes.filter((route) => route.file === file);
        return policiesOf({ modelName: resource.modelName, access: resource.access! }, own);
      });
      const text = [`${sqlHeader}\n${about}`, ...tables].join('\n');
      yield staticFile(policiesPath(database), `${text}\n`);
    }
    for (const auth of project.auths) {
      const apps = project.apps.filter((app) => app.auth === auth);
      if (!tellsDatabase(project, auth)) continue;
      const module = moduleAt(
        project,
        `${auth.folder}/sessions`,
        'Sessions that tell the database who asks.',
      );
      yield section(module, 'auth/sessions.py.ejs', {
        CurrentUser: symbol(authModule(project, auth, 'dependencies'), 'CurrentUser'),
        attributes: attributesOf(project, auth),
        databases: databasesOf(apps).map((database) => {
          const session = dottedName(project, sessionPath(database));
          return {
            ...userSessionNames(database),
            Db: symbol(session, sessionNames(database).alias),
          };
        }),
      });
    }
  },
});

/** Whether the sessions of an authentication's users tell who asks. */
export function tellsDatabase(project: Project, auth: Auth): boolean {
  return project.rls && project.apps.some((app) => app.auth === auth && app.knowsUsers);
}

/** What policies ask of the users of an authentication. */
export function attributesOf(project: Project, auth: Auth): readonly string[] {
  const scoped = project.apps
    .filter((app) => app.auth === auth)
    .flatMap(({ resources }) => resources)
    .flatMap(({ access }) => access ?? []);
  return [...new Set(scoped.flatMap(attributesIn))];
}

function databasesOf(apps: readonly App[]): readonly Resource['database'][] {
  return [...new Set(apps.flatMap(({ resources }) => resources.map(({ database }) => database)))];
}
