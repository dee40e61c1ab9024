import { dottedSymbol, type PythonSymbol } from '@rowhouse/python';

import { stampsIn } from '../config/access.js';
import type { App, Project, Resource } from '../config/project.js';
import type { ResourceContext } from '../context.js';
import { moduleAt, runtimeSymbol } from '../modules.js';
import { operation } from '../operation.js';
import {
  askingParts,
  hasParameter,
  isAboutOneRow,
  type Route,
  rowKinds,
  section,
} from '../outputs/index.js';
import { readableSymbol } from '../relations/visibility.js';
import { accessOfRoute, readable, type AccessFunction } from '../resource/access.js';
import {
  keptRows,
  notDeleted,
  ofStamps,
  ownRows,
  permissionSource,
  roleSource,
  seenByAnyone,
  tenantRows,
  type Permission,
  type Writer,
} from '../resource/permission.js';
import { userTypeOf } from './auth-files.js';

/** Whose rows: those that each operation is allowed with, and what a new one has of its user. */
export const access = operation({
  name: 'access',
  scope: 'resource',
  scopes: [],
  activation: 'always',
  stage: 'amend',
  after: ['auth'],
  when: ({ resource }) => resource.access !== undefined,
  *build(context) {
    const { project, app, resource, access: module, noun, Model, runtime } = context;
    const rules = resource.access!;
    const writer: Writer = { Model, access: rules, runtime: (name) => runtime('access', name) };
    const asked = functionsOf(context);
    const helpers: AccessFunction[] = [
      {
        name: tenantRows,
        about: `The ${noun.many} of the user's tenant; no rule reaches beyond it.`,
        hasUser: true,
        returns: ofStamps(rules.tenant),
      },
      {
        name: ownRows,
        about: `The user's own ${noun.many}.`,
        hasUser: true,
        returns: ofStamps(rules.owner),
      },
      ...(rules.deletedAt === undefined || rules.isOpen
        ? []
        : [
            {
              name: keptRows,
              about: `The ${noun.many} that are not deleted.`,
              hasUser: false,
              returns: notDeleted(rules.deletedAt),
            },
          ]),
    ];
    // Other modules ask which rows are not deleted, too.
    const used = helpers.filter(
      ({ name }) => name === keptRows || asked.some(({ returns }) => names(returns, name)),
    );
    yield section(module, 'access.py.ejs', {
      User: asked.some(({ hasUser }) => hasUser) ? userTypeOf(project, app.auth!) : '',
      noun,
      functions: [...used, ...asked].map(({ returns, ...each }) => ({
        ...each,
        isOfRows: !isRoles(returns),
        expression: isRoles(returns)
          ? returns.map((role) => roleSource(role, writer)).join(' or ') || 'False'
          : permissionSource(returns, writer),
      })),
      stamps: stampsIn(rules),
    });
  },
});

/** The functions that the routes of a resource ask for, each once, what is visible first. */
function functionsOf(context: ResourceContext): readonly AccessFunction[] {
  const { resource, outputs } = context;
  const ofRoutes = outputs
    .own('route')
    .flatMap(askingParts)
    .flatMap((route) => {
      const asked = accessOfRoute(context, route)!;
      const visible = usesVisible(route) ? [asked.visible] : [];
      const { allowed, may, after, deleted } = asked;
      return [...visible, allowed, may, after, deleted?.allowed, deleted?.rows];
    });
  const all = [readable(context, resource.access!), ...ofRoutes].filter(
    (each) => each !== undefined,
  );
  const byName = new Map<string, AccessFunction>();
  for (const each of all) {
    const there = byName.get(each.name);
    if (there !== undefined && JSON.stringify(there.returns) !== JSON.stringify(each.returns)) {
      throw new Error(`Two rules of ${resource.name} are both called ${each.name}.`);
    }
    byName.set(each.name, each);
  }
  return [...byName.values()];
}

/** Whether a route reads rows; one that makes a row may find another one first. */
function usesVisible(route: Route): boolean {
  const { lists, meets } = rowKinds[route.rows];
  return lists || meets || isAboutOneRow(route) || route.statements.length > 0;
}

function isRoles(returns: AccessFunction['returns']): returns is readonly string[] {
  return Array.isArray(returns);
}

function names(returns: AccessFunction['returns'], name: string): boolean {
  return !isRoles(returns) && mentions(returns, name);
}

function mentions(permission: Permission, name: string): boolean {
  if (permission.kind === 'named') return permission.name === name;
  return (
    (permission.kind === 'all' || permission.kind === 'any') &&
    permission.of.some((each) => mentions(each, name))
  );
}

/** The rows of all models of an app that a user sees: what references are checked by. */
export const accessIndex = operation({
  name: 'access_index',
  scope: 'app',
  activation: 'always',
  stage: 'after-children',
  when: ({ app }) => app.resources.some((resource) => resource.access !== undefined),
  *build({ project, app, outputs }) {
    const about = 'Which rows a user may see and change.';
    const module = moduleAt(project, `${app.module}/access/__init__`, about);
    const scoped = app.resources.filter((resource) => resource.access !== undefined);
    yield section(module, 'access-index.py.ejs', {
      User: app.knowsUsers ? userTypeOf(project, app.auth!) : '',
      anyone:
        app.knowsUsers && outputs.below('route').some(isWrittenByAnyone)
          ? scoped.map((resource) => ofAnyone(project, app, resource))
          : [],
      models: scoped.map((resource) => {
        const { isOpen } = resource.access!;
        const readable = readableSymbol({ app, resource, isOpen }, project);
        const source = isOpen ? String(readable) : `lambda: ${readable}(user)`;
        return { Model: modelOf(resource), readable: lockedSource(source, resource, project) };
      }),
      softDeletes: scoped.some(({ access }) => access!.deletedAt !== undefined)
        ? softDeletesOf(project)
        : [],
    });
  },
});

/** Whether a route may make references, and knows no user who would see what they lead to. */
function isWrittenByAnyone(route: Route): boolean {
  const refers = rowKinds[route.rows].stores || route.refers === true;
  return refers && !hasParameter(route, 'current_user');
}

function ofAnyone(project: Project, app: App, resource: Resource) {
  const access = resource.access!;
  const Model = modelOf(resource);
  const writer: Writer = {
    Model,
    access,
    runtime: (name) => runtimeSymbol(project, 'access', name),
  };
  const source = access.isOpen
    ? String(readableSymbol({ app, resource, isOpen: true }, project))
    : `lambda: ${permissionSource(seenByAnyone(access), writer)}`;
  return { Model, readable: lockedSource(source, resource, project) };
}

function modelOf({ model, modelName }: Resource): PythonSymbol {
  return dottedSymbol(model, `${modelName}Model`);
}

/**
 * Rows that references lock until they are stored, as no foreign key keeps them from a soft delete. Policies of the
 * database keep locks from what one may not change.
 */
function lockedSource(source: string, { access }: Resource, project: Project): string {
  if (access!.deletedAt === undefined || project.rls) return source;
  return `${runtimeSymbol(project, 'references', 'LockedRows')}(${source})`;
}

/** The models of all apps whose rows are deleted softly: one may refer to another. */
function softDeletesOf({ apps }: Project): readonly (readonly [PythonSymbol, string])[] {
  const soft = apps
    .flatMap(({ resources }) => resources)
    .flatMap((each): [string, [PythonSymbol, string]][] =>
      each.access?.deletedAt === undefined
        ? []
        : [[each.model, [modelOf(each), each.access.deletedAt]]],
    );
  return [...new Map(soft).values()];
}
