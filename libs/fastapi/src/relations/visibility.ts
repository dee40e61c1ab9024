import { symbol } from '@rowhouse/python';

import { readOperations } from '../config/access.js';
import type { App, Project, Resource } from '../config/project.js';
import { dottedName, resourcePath, runtimeSymbol } from '../modules.js';
import { dottedSymbol } from '@rowhouse/python';
import { permissionSource, permitted } from '../resource/permission.js';
import type { Source } from './config.js';

/** A resource, and the app that has it. */
export interface Owner {
  readonly app: App;
  readonly resource: Resource;
}

/**
 * The resource whose `access` decides which related rows are visible: that of the same app, else of another one.
 * Undefined where the rows are open to all.
 */
export function ownerOf(
  { of, resource, access }: Pick<Source, 'of' | 'resource' | 'access'>,
  app: App,
  project: Project,
): Owner | undefined {
  if (access === 'open') return undefined;
  const apps = [app, ...project.apps.filter((each) => each !== app)];
  const found = apps.flatMap((each) =>
    each.resources
      .filter(({ model, name }) => model === of && (resource === undefined || resource === name))
      .map((one) => ({ app: each, resource: one })),
  )[0];
  return found?.resource.access === undefined ? undefined : found;
}

/** The module with the access rules of a resource. */
export function accessModule({ app, resource }: Owner, project: Project): string {
  return dottedName(project, resourcePath(app, resource, 'access'));
}

/** The condition for the rows of a resource that the user `user` may see, as Python source. */
export function readableSource(owner: Owner, project: Project): string {
  const name = `readable_${owner.resource.name}`;
  return String(symbol(accessModule(owner, project), 'readable', name));
}

/** The condition for the rows that anyone may see. */
export function publicSource({ resource }: Owner, project: Project): string {
  const access = resource.access!;
  return permissionSource(permitted(access, readOperations, { hasUser: false }), {
    Model: dottedSymbol(resource.model, `${resource.modelName}Model`),
    access,
    runtime: (name) => runtimeSymbol(project, 'access', name),
  });
}
