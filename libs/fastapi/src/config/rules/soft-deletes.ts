import { text, type ConfigPath, type OperationCatalog } from '@rowhouse/core';

import { writtenIn } from '../../relations/config.js';
import type { Field } from '../field.js';
import type { EffectiveApp } from '../effective.js';
import type { ResourceConfig } from '../resource.js';
import { isRecord, type Findings } from '../rule.js';
import { checkHasRoles } from './access-user.js';
import { deletesOf } from '../soft-delete.js';

const SOFT = "Write { name: 'delete', soft: 'deleted_at' }.";

/** All deletes of a model do the same, no request sets the time of a deletion, and what is restored was deleted softly. */
export function checkSoftDeletes(
  apps: readonly EffectiveApp[],
  soft: ReadonlyMap<string, string>,
  catalog: OperationCatalog,
  findings: Findings,
): void {
  checkAlike(apps, findings);
  for (const app of apps) {
    for (const { config, entries } of app.resources) {
      for (const { operation, options, path, at } of entries) {
        if (!findings.sound(...path)) continue;
        if (operation === 'restore' && !soft.has(config.model)) {
          findings.report(at('name'), {
            code: 'missing',
            found: 'restore',
            message: 'a delete removes the row, so there is nothing to restore',
            fix: SOFT,
          });
        }
        if (operation === 'list' && isRecord(options['include_deleted'])) {
          checkIncluded(options, config, app, soft, at('include_deleted'), findings);
        }
        const sets = catalog.operations.find(({ name }) => name === operation)?.sets;
        const fields = sets === undefined ? [] : (options[sets] ?? []);
        checkFields(fields as readonly Field[], config.model, soft, findings, (...below) =>
          at(sets!, ...below),
        );
      }
    }
  }
}

/** Deleted rows are there to be listed, and a user has the role. */
function checkIncluded(
  options: Readonly<Record<string, unknown>>,
  { model, require_auth }: ResourceConfig,
  app: EffectiveApp,
  soft: ReadonlyMap<string, string>,
  path: ConfigPath,
  findings: Findings,
): void {
  if (!soft.has(model)) {
    findings.report(path, {
      code: 'missing',
      message: 'a delete removes the row, so there is nothing to include',
      fix: SOFT,
    });
  }
  if (app.auth !== undefined && !(options['require_auth'] ?? require_auth)) {
    findings.report(path, {
      code: 'access-without-user',
      message: 'a role is that of a user, and the list needs none',
      fix: 'Remove it, or write require_auth: true in the list.',
    });
    return;
  }
  checkHasRoles(app, path, findings);
}

function checkAlike(apps: readonly EffectiveApp[], { report, sound }: Findings): void {
  const seen = new Map<string, ReturnType<typeof deletesOf>[number]>();
  for (const each of deletesOf(apps)) {
    if (!sound(...each.path)) continue;
    const first = seen.get(each.model);
    if (first === undefined) seen.set(each.model, each);
    else if (first.deletedAt !== each.deletedAt) {
      const soft = first.deletedAt ?? each.deletedAt!;
      report(each.at(), {
        code: 'conflicting-delete',
        message: text`another resource of ${each.model} deletes its rows in another way`,
        first: first.at(),
        fix: text`Write { name: 'delete', soft: ${soft} } in both.`,
      });
    }
  }
}

/** What requests set: also of the rows that they make with another one. */
function checkFields(
  fields: readonly Field[],
  model: string,
  soft: ReadonlyMap<string, string>,
  findings: Findings,
  placeOf: (...below: ConfigPath) => ConfigPath,
): void {
  const deletedAt = soft.get(model);
  fields.forEach((field, index) => {
    if (field.name !== deletedAt) return;
    findings.report(placeOf(index), {
      code: 'stamped-field',
      found: field.name,
      message: 'it has the time of the deletion, so requests cannot set it',
      fix: 'Remove it from the fields.',
    });
  });
  for (const field of writtenIn(fields)) {
    const { writes } = field;
    if (writes.kind !== 'nested') continue;
    const at = fields.indexOf(field);
    checkFields(writes.fields, writes.of, soft, findings, (...below) =>
      placeOf(at, 'fields', ...below),
    );
  }
}
