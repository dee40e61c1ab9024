import { didYouMean, text, type ConfigPath, type OperationCatalog } from '@rowhouse/core';

import { conditionsOf, type Condition } from '../access.js';
import type { AuthConfig } from '../auth.js';
import type { EffectiveApp } from '../inherit.js';
import type { ResourceConfig } from '../resource.js';
import { isRecord, type Findings } from '../rule.js';

/** Every resource says who sees its rows, where the project requires it; what it says can be held to. */
export function checkAccess(
  app: EffectiveApp,
  required: boolean,
  catalog: OperationCatalog,
  findings: Findings,
): void {
  app.config.resources.forEach((resource, index) => {
    const path = [...app.path, 'resources', index];
    if (!isRecord(resource) || !findings.sound(...path, 'access')) return;
    if (resource.access === undefined) {
      if (required) {
        findings.report([...path, 'access'], {
          code: 'missing',
          expected: ['who sees its rows'],
          fix: "Write access: {tenant: {tenant_id: {user: 'tenant_id'}}}, or 'open' for all.",
        });
      }
      return;
    }
    const conditions = conditionsOf(resource.access);
    if (conditions === undefined) return;
    checkUser(resource, conditions, app, path, findings);
    checkEntries(resource, conditions, app, path, catalog, findings);
  });
}

/** There is a user, and it has the attributes that the conditions name. */
function checkUser(
  resource: ResourceConfig,
  conditions: readonly Condition[],
  { auth, at }: EffectiveApp,
  path: ConfigPath,
  { report, sound }: Findings,
): void {
  if (!sound(...at.auth)) return;
  if (auth === undefined) {
    report([...path, 'access'], {
      code: 'access-without-user',
      message: "there is no 'auth' that would say who the user is",
      fix: "Add 'auth' with 'claims', or write access: 'open'.",
    });
    return;
  }
  if (!resource.require_auth) {
    report([...path, 'require_auth'], {
      code: 'access-without-user',
      message: "'access' needs a user",
      fix: "Leave it out, or write access: 'open'.",
    });
  }
  const problem = userProblem(auth);
  if (problem !== undefined) {
    report([...path, 'access'], { code: 'access-without-user', ...problem });
    return;
  }
  const { claims } = auth;
  if (claims === undefined) return;
  for (const { attribute, field } of conditions) {
    const key = resource.access !== 'open' && resource.access?.tenant?.[field] ? 'tenant' : 'owner';
    const place = [...path, 'access', key, field, 'user'];
    const spec = claims[attribute];
    const type = typeof spec === 'object' ? spec.type : spec;
    if (type === undefined) {
      const names = Object.keys(claims);
      const fix = didYouMean(attribute, names) ?? text`Its attributes: ${names}.`;
      report(place, {
        code: 'unknown-attribute',
        found: attribute,
        message: 'the current user has no such attribute',
        fix,
      });
    } else if (type.endsWith(' | None') || type === 'list[str]') {
      report(place, {
        code: 'unfit-claim',
        found: attribute,
        message: text`the claim is of the type ${type}: expected one value that is never null`,
        fix: 'Take the claim without | None: a token that lacks it is a 401 then.',
      });
    }
  }
}

/** Why a user has no attributes that conditions could name. */
function userProblem(auth: AuthConfig) {
  if (auth.claims !== undefined) return undefined;
  const isOwn = auth.type !== 'jwks' && auth.get_current_user_fn !== undefined;
  const type = auth.type === 'jwks' ? undefined : auth.current_user_type;
  if (isOwn && type !== undefined && !/^dict\b/.test(type)) return undefined;
  return {
    message: 'the current user is a dict, which has no attributes',
    fix: isOwn
      ? 'Annotate what get_current_user_fn returns, or set current_user_type.'
      : "Set 'claims' in auth.",
  };
}

/** The operations say which statements they scope, need a user, and leave the stamped fields alone. */
function checkEntries(
  resource: ResourceConfig,
  conditions: readonly Condition[],
  app: EffectiveApp,
  path: ConfigPath,
  catalog: OperationCatalog,
  { report, sound }: Findings,
): void {
  const entries = resource.operations ?? app.operations;
  if (!Array.isArray(entries)) return;
  const isOwn = resource.operations !== undefined;
  const stamped = new Set(conditions.map(({ field }) => field));
  const always = catalog.operations.filter(
    ({ scope, activation }) => scope === 'resource' && activation === 'always',
  );
  for (const { name, scopes } of always) {
    if (scopes === undefined) report([...path, 'access'], unscoped(name));
  }
  for (const [index, { operation, name, options }] of entries.entries()) {
    if (isOwn && !sound(...path, 'operations', index)) continue;
    const at = isOwn ? [...path, 'operations', index] : path;
    const made = catalog.operations.find((each) => each.name === operation);
    if (made !== undefined && made.scopes === undefined) report(at, unscoped(name));
    if (!isRecord(options)) continue;
    if (options['require_auth'] === false) {
      report(isOwn ? [...at, 'require_auth'] : at, {
        code: 'access-without-user',
        message: text`${name} needs no user, and 'access' needs one`,
      });
    }
    if (operation !== 'create' && operation !== 'update') continue;
    const fields = (options['fields'] ?? []) as readonly { readonly name: string }[];
    fields.forEach((field, place) => {
      if (!stamped.has(field.name)) return;
      report(isOwn ? [...at, 'fields', place] : at, {
        code: 'stamped-field',
        found: field.name,
        message: "its value is the user's, by 'access': no request sets it",
        fix: 'Remove it from the fields.',
      });
    });
  }
}

function unscoped(name: string) {
  return {
    code: 'unscoped-operation',
    message: text`the operation ${name} does not say which statements it scopes, and 'access' must hold for all`,
    fix: "Declare 'scopes' in the operation, or write access: 'open'.",
  };
}
