import type { App, Auth, Database, Project, Resource } from './config/project.js';
import { ownSymbol, type PythonSymbol } from './python/symbols.js';

/** A generated Python module. */
export interface PythonModule {
  /** POSIX path relative to the output root. */
  readonly file: string;
  /** Dotted name, the package prefix included. */
  readonly module: string;
}

/** The generated module at a path without `.py`: `db/session`. */
export function moduleAt(project: Project, path: string): PythonModule {
  const dotted = path.replaceAll('/', '.').replace(/\.?__init__$/, '');
  const parts = [project.packagePrefix, dotted].filter((part) => part !== '');
  return { file: `${path}.py`, module: parts.join('.') };
}

const runtimeSymbols = new WeakMap<Project, Map<string, PythonSymbol>>();

/** A member of a module of the runtime, which is copied into the generated package. */
export function runtimeSymbol(project: Project, module: string, name: string): PythonSymbol {
  let known = runtimeSymbols.get(project);
  if (known === undefined) runtimeSymbols.set(project, (known = new Map()));
  const key = `${module}.${name}`;
  let symbol = known.get(key);
  if (symbol === undefined) {
    symbol = ownSymbol(moduleAt(project, `runtime/${module}`).module, name);
    known.set(key, symbol);
  }
  return symbol;
}

/** The module with the sessions of a database. */
export function sessionModule(project: Project, { key }: Database): PythonModule {
  return moduleAt(project, key === undefined ? 'db/session' : `db/${key}_session`);
}

/** The names that a session module defines: `get_reporting_db` and its like. */
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

/** A module of an authentication: `dependencies`, `router`. */
export function authModule(project: Project, auth: Auth, name: string): PythonModule {
  return moduleAt(project, `${auth.folder}/${name}`);
}

/** A module of a resource: `schemas`, `serializers` or `routes`. */
export function resourceModule(
  project: Project,
  app: App,
  resource: Resource,
  kind: 'schemas' | 'serializers' | 'routes',
): PythonModule {
  return moduleAt(project, `${app.module}/${kind}/${resource.name}`);
}
