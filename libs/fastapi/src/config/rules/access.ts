import { text, unquoted, type ConfigPath, type OperationCatalog } from '@rowhouse/core';

import { accessOf, stampsIn, type Access } from '../access.js';
import type { EffectiveApp } from '../inherit.js';
import type { ResourceConfig } from '../resource.js';
import { isRecord, type Findings } from '../rule.js';
import { checkRules } from './access-rules.js';
import { checkUser, isForAnyone } from './access-user.js';

/** Every resource says who sees its rows, where the project requires it; what it says can be held to. */
export function checkAccess(
  app: EffectiveApp,
  required: boolean,
  soft: ReadonlyMap<string, string>,
  catalog: OperationCatalog,
  findings: Findings,
): void {
  app.config.resources.forEach((resource, index) => {
    const path = [...app.path, 'resources', index];
    if (!isRecord(resource) || !findings.sound(...path, 'access')) return;
    if (resource.access === undefined && required) {
      findings.report([...path, 'access'], {
        code: 'missing',
        expected: ['a setting that says who may see its rows'],
        fix: "Add access: {tenant: {tenant_id: {user: 'tenant_id'}}}, or access: 'open' for everyone.",
      });
    }
    const access = accessOf(resource.access, app.auth ?? undefined, soft.get(resource.model));
    if (access === undefined) return;
    if (!access.isOpen) checkUser(resource, access, app, path, findings);
    checkEntries(resource, access, app, path, catalog, findings);
    if (access.hasRules) checkRules(resource, app, path, catalog, findings);
  });
}

/** The operations say which statements they scope, need a user, and leave the stamped fields alone. */
function checkEntries(
  resource: ResourceConfig,
  access: Access,
  app: EffectiveApp,
  path: ConfigPath,
  catalog: OperationCatalog,
  { report, sound }: Findings,
): void {
  const entries = resource.operations ?? app.operations;
  if (!Array.isArray(entries)) return;
  const isOwn = resource.operations !== undefined;
  const stamped = new Set(stampsIn(access).map(({ field }) => field));
  const always = catalog.operations.filter(
    ({ scope, activation }) => scope === 'resource' && activation === 'always',
  );
  const at = access.isOpen ? path : [...path, 'access'];
  for (const { name, scopes } of always) {
    if (scopes === undefined) report(at, unscoped(name, access));
  }
  for (const [index, { operation, name, options }] of entries.entries()) {
    if (isOwn && !sound(...path, 'operations', index)) continue;
    const at = isOwn ? [...path, 'operations', index] : path;
    const made = catalog.operations.find((each) => each.name === operation);
    if (made !== undefined && made.scopes === undefined) report(at, unscoped(name, access));
    if (!isRecord(options)) continue;
    const place = isOwn ? [...at, 'require_auth'] : at;
    if (options['require_auth'] === false && !isForAnyone(access)) {
      report(place, {
        code: 'access-without-user',
        message: text`${name} needs no user, but 'access' requires one`,
      });
    }
    const needsUser = options['require_auth'] ?? resource.require_auth;
    if (needsUser === false && made?.scopes?.includes('INSERT') && access.owner.length > 0) {
      report(place, {
        code: 'access-without-user',
        message: text`${name} needs no user, but a new row needs an owner`,
        fix: text`Write require_auth: true in ${name}.`,
      });
    }
    const fields = made?.sets === undefined ? [] : (options[made.sets] ?? []);
    (fields as readonly { readonly name: string }[]).forEach((field, position) => {
      if (!stamped.has(field.name)) return;
      report(isOwn ? [...at, made!.sets!, position] : at, {
        code: 'stamped-field',
        found: field.name,
        message: "'access' sets it from the user, so requests cannot set it",
        fix: 'Remove it from the fields.',
      });
    });
  }
}

function unscoped(name: string, { isOpen }: Access) {
  return {
    code: 'unscoped-operation',
    message: text`the operation ${name} does not declare which statements it restricts, which ${unquoted(isOpen ? 'a soft delete' : "'access'")} requires`,
    fix: `Declare 'scopes' in the operation, or ${isOpen ? 'delete rows without soft' : "write access: 'open'"}.`,
  };
}
