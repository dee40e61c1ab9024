import { text, unquoted, type OperationCatalog } from '@rowhouse/core';

import { accessOf, stampsIn, type Access } from '../access.js';
import type { EffectiveApp, EffectiveResource } from '../effective.js';
import type { Findings } from '../rule.js';
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
  for (const resource of app.resources) {
    const { config, path } = resource;
    if (!findings.sound(...path, 'access')) continue;
    if (config.access === undefined && required) {
      findings.report([...path, 'access'], {
        code: 'missing',
        expected: ['a setting that says who may see its rows'],
        fix: "Add access: {tenant: {tenant_id: {user: 'tenant_id'}}}, or access: 'open' for everyone.",
      });
    }
    const access = accessOf(config.access, app.auth, soft.get(config.model));
    if (access === undefined) continue;
    if (!access.isOpen) checkUser(config, access, app, path, findings);
    checkEntries(resource, access, catalog, findings);
    if (access.hasRules) checkRules(resource, catalog, findings);
  }
}

/** The operations say which statements they scope, need a user, and leave the stamped fields alone. */
function checkEntries(
  { config, entries, path }: EffectiveResource,
  access: Access,
  catalog: OperationCatalog,
  { report, sound }: Findings,
): void {
  const stamped = new Set(stampsIn(access).map(({ field }) => field));
  const always = catalog.operations.filter(
    ({ scope, activation }) => scope === 'resource' && activation === 'always',
  );
  for (const { name, scopes } of always) {
    if (scopes !== undefined) continue;
    report(access.isOpen ? path : [...path, 'access'], unscoped(name, access));
  }
  for (const { operation, name, options, path: written, at } of entries) {
    if (!sound(...written)) continue;
    const made = catalog.operations.find((each) => each.name === operation);
    if (made !== undefined && made.scopes === undefined) report(at(), unscoped(name, access));
    if (options['require_auth'] === false && !isForAnyone(access)) {
      report(at('require_auth'), {
        code: 'access-without-user',
        message: text`${name} needs no user, but 'access' requires one`,
      });
    }
    const needsUser = options['require_auth'] ?? config.require_auth;
    if (needsUser === false && made?.scopes?.includes('INSERT') && access.owner.length > 0) {
      report(at('require_auth'), {
        code: 'access-without-user',
        message: text`${name} needs no user, but a new row needs an owner`,
        fix: text`Write require_auth: true in ${name}.`,
      });
    }
    const fields = made?.sets === undefined ? [] : (options[made.sets] ?? []);
    (fields as readonly { readonly name: string }[]).forEach((field, position) => {
      if (!stamped.has(field.name)) return;
      report(at(made!.sets!, position), {
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
