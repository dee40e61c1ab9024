import { dottedSymbol, symbol } from '@rowhouse/python';

import { readOperations, stampsIn } from '../config/access.js';
import type { Project, Resource } from '../config/project.js';
import type { ResourceContext } from '../context.js';
import { dottedName, moduleAt, resourcePath, runtimeSymbol } from '../modules.js';
import { operation } from '../operation.js';
import {
  askingParts,
  hasParameter,
  isAboutOneRow,
  type Route,
  rowKinds,
  section,
} from '../outputs/index.js';
import { accessOfRoute, readable, type AccessFunction } from '../resource/access.js';
import {
  ofStamps,
  ownRows,
  permissionSource,
  permitted,
  roleSource,
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
    ];
    const used = helpers.filter(({ name }) => asked.some(({ returns }) => names(returns, name)));
    yield section(module, 'access.py.ejs', {
      User: userTypeOf(project, app.auth!),
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
      return [...visible, asked.allowed, asked.may, asked.after];
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
      User: userTypeOf(project, app.auth!),
      anyone: outputs.below('route').some(isWrittenByAnyone)
        ? scoped.map((resource) => ofAnyone(project, resource))
        : [],
      models: scoped.map((resource) => ({
        Model: dottedSymbol(resource.model, `${resource.modelName}Model`),
        readable: symbol(
          dottedName(project, resourcePath(app, resource, 'access')),
          'readable',
          `readable_${resource.name}`,
        ),
      })),
    });
  },
});

/** Whether a route may make references, and knows no user who would see what they lead to. */
function isWrittenByAnyone(route: Route): boolean {
  const refers = rowKinds[route.rows].stores || route.refers === true;
  return refers && !hasParameter(route, 'current_user');
}

function ofAnyone(project: Project, { model, modelName, access }: Resource) {
  const Model = dottedSymbol(model, `${modelName}Model`);
  const runtime = (name: string) => runtimeSymbol(project, 'access', name);
  const public_ = permitted(access!, readOperations, { hasUser: false });
  return { Model, expression: permissionSource(public_, { Model, access: access!, runtime }) };
}
