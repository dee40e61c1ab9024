import { moduleAt, sessionNames, sessionPath } from '../modules.js';
import { operation } from '../operation.js';
import { section } from '../outputs/index.js';
import { packageFile } from '../packages.js';

/** What every project has: its packages, and a session module for each database. */
export const scaffold = operation({
  name: 'scaffold',
  scope: 'project',
  activation: 'always',
  *build({ project }) {
    if (project.packagePrefix !== '') yield packageFile('', 'The generated API.');
    yield packageFile('db', 'The databases and their sessions.');
    for (const database of project.databases) {
      const { key } = database;
      const which = key === undefined ? 'The database' : `The database \`${key}\``;
      const module = moduleAt(project, sessionPath(database), `${which} and its sessions.`);
      yield section(module, 'db/session.py.ejs', {
        names: sessionNames(database),
        settings: database,
      });
    }
  },
});
