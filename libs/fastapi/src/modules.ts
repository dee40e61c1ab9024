import { symbol, type PythonSymbol } from '@rowhouse/python';

import type { App, Auth, Database, Project, Resource } from './config/project.js';

/** A generated Python module, as all of its outputs describe it. */
export interface PythonModule {
  /** POSIX path relative to the output root. */
  readonly file: string;
  /** Dotted name, the package prefix included. */
  readonly module: string;
  /** The dotted name of the runtime package, for import lines of templates. */
  readonly runtime: string;
  /** And of the package that generated tests call. */
  readonly testing: string;
  /** Whether errors are `application/problem+json`. */
  readonly problems: boolean;
  /** The docstring of the module. */
  readonly about: string;
  /** A comment for the linter, about the whole file. */
  readonly fileComment?: string;
}

/** What the dotted names of generated modules depend on. */
export type Prefixed = Pick<Project, 'packagePrefix'>;

/** The package that generated tests call. */
export const testingPackage = 'rowhouse_testing';

/** The dotted name of a generated module or package at a path without `.py`: `db/session`. */
export function dottedName({ packagePrefix }: Prefixed, path: string): string {
  const dotted = path.includes('/') ? path.replaceAll('/', '.') : path;
  const name = dotted.endsWith('__init__') ? dotted.slice(0, -'.__init__'.length) : dotted;
  return packagePrefix === '' || name === '' ? packagePrefix + name : `${packagePrefix}.${name}`;
}

/** The generated module at a path without `.py`: `db/session`. */
export function moduleAt(project: Project, path: string, about: string): PythonModule {
  return {
    file: `${path}.py`,
    module: dottedName(project, path),
    runtime: dottedName(project, 'runtime'),
    testing: testingName(project),
    problems: project.errors === 'problem',
    about,
  };
}

/** A member of a module of the runtime, which is copied into the generated package. */
export function runtimeSymbol(project: Prefixed, module: string, name: string): PythonSymbol {
  return symbol(dottedName(project, `runtime/${module}`), name);
}

/** The dotted name of the package that generated tests call: installed, or copied into the output. */
export function testingName(project: Project): string {
  return project.testing === 'copy' ? dottedName(project, testingPackage) : testingPackage;
}

/** A member of the package that generated tests call, or of one of its modules. */
export function testingSymbol(project: Project, name: string, module = ''): PythonSymbol {
  return symbol(testingName(project) + (module && `.${module}`), name);
}

/** The path of the module with the sessions of a database. */
export function sessionPath({ key }: Database): string {
  return key === undefined ? 'db/session' : `db/${key}_session`;
}

/** The names that a session module defines, such as `get_reporting_db`. */
export function sessionNames({ key }: Database) {
  return key === undefined
    ? { database: 'database', dependency: 'get_db', alias: 'Db' }
    : {
        database: `${key}_database`,
        dependency: `get_${key}_db`,
        alias: `${key
          .split('_')
          .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
          .join('')}Db`,
      };
}

/** The names of a database's sessions that tell it who asks, such as `get_user_db`. */
export function userSessionNames(database: Database) {
  const { dependency, alias } = sessionNames(database);
  return { dependency: dependency.replace('get_', 'get_user_'), alias: `User${alias}` };
}

/** The path of the policies of a database. */
export function policiesPath({ key }: Database): string {
  return key === undefined ? 'access/policies.sql' : `access/${key}_policies.sql`;
}

/** The dotted name of a module of an authentication: `dependencies`, `router`. */
export function authModule(project: Project, auth: Auth, name: string): string {
  return dottedName(project, `${auth.folder}/${name}`);
}

/** The path of a module of a resource. */
export function resourcePath(
  app: App,
  resource: Resource,
  kind: 'access' | 'relations' | 'schemas' | 'serializers' | 'routes',
): string {
  return `${app.module}/${kind}/${resource.name}`;
}

/** The file of a resource's routes: those outputs are about it whose `file` this is. */
export function routesFile(app: App, resource: Resource): string {
  return `${resourcePath(app, resource, 'routes')}.py`;
}
