import { symbol, type PythonSymbol } from '@rowhouse/python';

import type { App, Project, Resource } from '../config/project.js';
import { dottedName, resourcePath, runtimeSymbol } from '../modules.js';
import { dottedSymbol } from '@rowhouse/python';
import { keptRows, permissionSource, seenByAnyone } from '../resource/permission.js';
import type { Source } from './config.js';

/** A resource, and the app that has it. */
export interface Owner {
  readonly app: App;
  readonly resource: Resource;
  /** Whether everyone sees its rows, but for deleted ones. */
  readonly isOpen: boolean;
}

/**
 * The resource whose `access` decides which related rows are visible: that of the same app, else of another one.
 * Undefined where all rows are there for everyone.
 */
export function ownerOf(
  { of, resource, access }: Pick<Source, 'of' | 'resource' | 'access'>,
  app: App,
  project: Project,
): Owner | undefined {
  const apps = [app, ...project.apps.filter((each) => each !== app)];
  const found = apps.flatMap((each) =>
    each.resources
      .filter(({ model, name }) => model === of && (resource === undefined || resource === name))
      .map((one) => ({ app: each, resource: one })),
  )[0];
  const own = found?.resource.access;
  if (own === undefined) return undefined;
  const isOpen = own.isOpen || access === 'open';
  return isOpen && own.deletedAt === undefined ? undefined : { ...found!, isOpen };
}

/** The module with the access rules of a resource. */
export function accessModule(
  { app, resource }: Pick<Owner, 'app' | 'resource'>,
  project: Project,
): string {
  return dottedName(project, resourcePath(app, resource, 'access'));
}

/** The condition for the rows of a resource that the user `user` may see, as Python source. */
export function readableSource(owner: Owner, project: Project): string {
  return `${readableSymbol(owner, project)}(${owner.isOpen ? '' : 'user'})`;
}

/** The function that tells it; of rows that are there for everyone, it takes no user. */
export function readableSymbol(owner: Owner, project: Project): PythonSymbol {
  const { resource, isOpen } = owner;
  const name = isOpen ? keptRows : 'readable';
  return symbol(accessModule(owner, project), name, `${name}_${resource.name}`);
}

/** The condition for the rows that anyone may see. */
export function publicSource({ resource }: Owner, project: Project): string {
  const access = resource.access!;
  return permissionSource(seenByAnyone(access), {
    Model: dottedSymbol(resource.model, `${resource.modelName}Model`),
    access,
    runtime: (name) => runtimeSymbol(project, 'access', name),
  });
}
