import { text, type OperationCatalog } from '@rowhouse/core';

import { effectiveApps, type EffectiveApp } from '../effective.js';
import { isRecord, reportDuplicates, type Findings } from '../rule.js';
import type { Config } from '../schema.js';
import { checkRelations } from '../../relations/rules.js';
import { checkAccess } from './access.js';
import { checkBulk } from './bulk.js';
import { checkDatabases } from './databases.js';
import { checkHooks } from './hooks.js';
import { checkIdempotency } from './idempotency.js';
import { checkPolicies } from './policies.js';
import { checkResources } from './resources.js';
import { checkRoutes } from './routes.js';
import { softDeletes } from '../soft-delete.js';
import { checkSoftDeletes } from './soft-deletes.js';

/** The rules that need more of a config than one block of it, inheritance included. */
export function checkProject(config: Config, catalog: OperationCatalog, findings: Findings): void {
  if (!isRecord(config)) return;
  checkForm(config, findings);
  const apps = effectiveApps(config);
  checkModules(apps, findings);
  checkPrefixes(config, apps, findings);
  checkDatabases(apps, findings);
  for (const app of apps) checkResources(app, catalog, findings);
  const required = findings.sound('access') && config.access?.required === true;
  const soft = softDeletes(apps);
  for (const app of apps) checkAccess(app, required, soft, catalog, findings);
  checkSoftDeletes(apps, soft, catalog, findings);
  for (const app of apps) checkRelations(app, apps, required, catalog, findings);
  if (findings.sound('access') && config.access?.rls === true) checkPolicies(apps, findings);
  for (const app of apps) checkHooks(app, findings);
  for (const app of apps) checkBulk(app, findings);
  checkIdempotency(config, apps, findings);
  checkRoutes(apps, findings);
}

function checkForm(config: Config, { report }: Findings): void {
  if (config.apps !== undefined) {
    for (const key of ['module', 'resources', 'routers'] as const) {
      if (config[key] === undefined) continue;
      report([key], {
        code: 'exclusive-keys',
        message: text`${key} and ${'apps'} cannot be used together`,
        fix: text`Move ${key} into the config of an app, or remove 'apps'.`,
      });
    }
  } else if (config.module === undefined && config.resources === undefined) {
    report([], {
      code: 'missing',
      message: "missing 'module' and 'resources', or 'apps'",
      fix: "Add module: '...' and resources: [...].",
    });
  } else {
    if (config.module === undefined) {
      report(['module'], { code: 'missing', expected: ["the app's module name"] });
    }
    if (config.resources === undefined) {
      report(['resources'], { code: 'missing', expected: [{ type: 'array' }] });
    }
  }
}

/** What the generator itself puts beside the apps. */
const reservedModules = new Set(['auth', 'conftest', 'db', 'routes', 'runtime']);

function checkModules(apps: readonly EffectiveApp[], findings: Findings): void {
  const modules = apps
    .map((app) => ({
      value: app.config.module,
      path: [...app.path, 'module'],
      owner: app.path.slice(0, -1),
    }))
    .filter(({ path }) => findings.sound(...path));
  for (const { value: module, path } of modules) {
    if (!reservedModules.has(module)) continue;
    findings.report(path, {
      code: 'reserved-name',
      message: text`${module} is the name of a generated package or module`,
      fix: text`Call it ${`${module}_api`}, for example.`,
    });
  }
  reportDuplicates(modules, findings, (module) => ({
    code: 'duplicate-app',
    message: text`a second app with the module ${module}`,
  }));
}

function checkPrefixes(config: Config, apps: readonly EffectiveApp[], findings: Findings): void {
  for (const app of apps) {
    const own = app.config.package_prefix;
    if (own === undefined || own === config.package_prefix) continue;
    findings.report([...app.path, 'package_prefix'], {
      code: 'conflicting-prefix',
      found: own,
      expected: [text`${config.package_prefix}, as all apps share one package`],
      fix: 'Remove it here, or set package_prefix at the top.',
    });
  }
}
