import { defineOperation } from '@rowhouse/core';

import type { Database, Project } from '../config/project.js';
import { runtimeSymbol, sessionModule, sessionNames } from '../modules.js';
import { section, type Section } from '../outputs/section.js';
import { symbol } from '../python/symbols.js';
import { packageFile } from './packages.js';
import { runtimeFiles } from './runtime-files.js';

/** What every project has: its packages, a session module for each database, the runtime. */
export const scaffold = defineOperation<Project>({
  name: 'scaffold',
  target: 'fastapi',
  scope: 'project',
  activation: 'always',
  *build({ instance: { value: project } }) {
    if (project.packagePrefix !== '') yield packageFile('', 'The generated API.');
    yield packageFile('db', 'The databases and their sessions.');
    for (const database of project.databases) yield session(project, database);
    yield* runtimeFiles();
  },
});

function session(project: Project, database: Database): Section {
  const names = sessionNames(database);
  const { key } = database;
  return section({
    ...sessionModule(project, database),
    about:
      key === undefined
        ? 'The database and its sessions.'
        : `The database \`${key}\` and its sessions.`,
    part: 'object',
    defines: Object.values(names),
    template: 'db/session.py.ejs',
    view: (use) => ({
      names,
      settings: database,
      AsyncGenerator: use(symbol('collections.abc', 'AsyncGenerator')),
      Annotated: use(symbol('typing', 'Annotated')),
      Depends: use(symbol('fastapi', 'Depends')),
      AsyncSession: use(symbol('sqlalchemy.ext.asyncio', 'AsyncSession')),
      Database: use(runtimeSymbol(project, 'database', 'Database')),
    }),
  });
}
