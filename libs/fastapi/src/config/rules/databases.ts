import { isDeepStrictEqual } from 'node:util';

import { didYouMean, text, type ConfigPath } from '@rowhouse/core';

import { credentialsOf } from '../auth.js';
import { defaultDatabase, type DatabaseConfig } from '../database.js';
import type { EffectiveApp } from '../effective.js';
import { databaseOf } from '../inherit.js';
import type { Findings } from '../rule.js';

/** Each resource has a database, and one key means one database in all apps. */
export function checkDatabases(apps: readonly EffectiveApp[], findings: Findings): void {
  const sound = apps.filter((app) => findings.sound(...app.at.databases));
  checkKeys(sound, findings);
  for (const app of sound) checkUses(app, findings);
}

function checkKeys(apps: readonly EffectiveApp[], findings: Findings): void {
  const seen = new Map<string, { database: DatabaseConfig; path: ConfigPath }>();
  for (const app of apps) {
    app.databases?.forEach((database, index) => {
      const path = [...app.at.databases, index];
      const first = seen.get(database.key);
      if (first === undefined) seen.set(database.key, { database, path });
      else if (!isDeepStrictEqual(connection(first.database), connection(database))) {
        findings.report([...path, 'key'], {
          code: 'conflicting-database',
          message: text`a second database ${database.key}, with other settings`,
          first: first.path,
          fix: 'Give one of them another key, or share the settings.',
        });
      }
    });
  }
}

/** The function that checks credentials gets a session of the default database. */
function checkLogin({ auth, databases, at }: EffectiveApp, findings: Findings): void {
  if (databases === undefined || defaultDatabase(databases) !== undefined) return;
  if (auth === undefined || !findings.sound(...at.auth) || credentialsOf(auth)?.takesDb !== true)
    return;
  findings.report([...at.auth, 'verify_credentials_fn'], {
    code: 'no-default-database',
    message: text`it takes ${'db'}, and none of the databases is the default`,
    fix: 'Set default: true on one of them.',
  });
}

/** What a session module is made of: all but which database is an app's default. */
function connection({ default: _, ...settings }: DatabaseConfig): object {
  return settings;
}

function checkUses(app: EffectiveApp, findings: Findings): void {
  checkLogin(app, findings);
  const keys = app.databases?.map((database) => database.key) ?? [];
  for (const { config: resource, path: place } of app.resources) {
    const path = [...place, 'db_key'];
    if (!findings.sound(...path)) continue;
    if (app.databases === undefined) {
      if (resource.db_key !== undefined) {
        findings.report(path, {
          code: 'unknown-database',
          found: resource.db_key,
          message: "no 'databases' are configured",
          fix: text`Add {key: ${resource.db_key}, url_env: '...'} to 'databases'.`,
        });
      }
      continue;
    }
    if (databaseOf(resource, app.databases) !== undefined) continue;
    if (resource.db_key === undefined) {
      findings.report(path, {
        code: 'no-default-database',
        message: text`missing: there are ${keys.length} databases (${keys}) and none is the default`,
        fix: 'Set default: true on one of them, or add a db_key.',
      });
    } else {
      const fix = didYouMean(resource.db_key, keys);
      findings.report(path, {
        code: 'unknown-database',
        found: resource.db_key,
        expected: [text`the key of a database: ${keys}`],
        ...(fix !== undefined && { fix }),
      });
    }
  }
}
