import { text, type Problem } from '@rowhouse/core';

import { writtenIn } from '../../relations/config.js';
import type { BulkOptions } from '../bulk-options.js';
import { callerOf } from '../callers.js';
import type { Field } from '../field.js';
import type { HookOptions } from '../hooks.js';
import type { EffectiveApp } from '../effective.js';
import { keyColumns } from '../key.js';
import type { ResourceConfig } from '../resource.js';
import type { Findings } from '../rule.js';
import { hasUser } from './hooks.js';

/** What the options of an operation may say that a bulk cannot do. */
interface Single extends HookOptions {
  readonly require_auth?: boolean;
  readonly fields?: readonly Field[];
}

/** Each operation of a bulk is there by itself, and can be done for several rows at once. */
export function checkBulk(app: EffectiveApp, { report, sound }: Findings): void {
  if (!sound(...app.at.auth)) return;
  for (const { config: resource, path, entries } of app.resources) {
    if (!sound(...path)) continue;
    for (const { operation, options, path: written, at } of entries) {
      if (operation !== 'bulk' || !sound(...written)) continue;
      const bulk = options as unknown as BulkOptions;
      bulk.of.forEach((kind, number) => {
        const single = entries.find((each) => each.operation === kind)?.options as
          Single | undefined;
        const problem = problemOf(kind, single, bulk, resource, app);
        if (problem) report(at('of', number), { found: kind, ...problem });
      });
    }
  }
}

function problemOf(
  kind: BulkOptions['of'][number],
  single: Single | undefined,
  bulk: BulkOptions,
  resource: ResourceConfig,
  app: EffectiveApp,
): Problem | undefined {
  if (single === undefined) {
    return {
      code: 'unknown-operation',
      message: 'the resource has no such operation',
      fix: text`Add ${kind} to 'operations', or remove it here.`,
    };
  }
  if (kind !== 'create' && keyColumns(resource).length > 1) {
    return {
      code: 'not-supported',
      message: 'a bulk finds rows by one column, and the key of the resource has several',
      fix: text`Remove ${kind}, or set 'pk' to another unique key.`,
    };
  }
  if (single.handler !== undefined) {
    return {
      code: 'not-supported',
      message: text`a bulk calls no handler, and ${kind} has one`,
      fix: text`Use 'before' and 'after' there instead, or remove ${kind} here.`,
    };
  }
  const [written] = writtenIn(single.fields ?? []);
  if (written !== undefined) {
    return {
      code: 'not-supported',
      message: text`a bulk writes no related rows, and ${kind} writes ${written.name}`,
      fix: text`Remove ${kind} here, or ${written.name} there.`,
    };
  }
  const { method, end } = callerOf(kind)!;
  const knows = hasUser(resource, { method, end }, single.require_auth, app);
  if (knows === hasUser(resource, { method: 'POST', end: '/bulk' }, bulk.require_auth, app)) {
    return undefined;
  }
  return {
    code: 'not-supported',
    message: knows
      ? text`${kind} requires a user, and the bulk does not`
      : text`the bulk requires a user, and ${kind} does not`,
    fix: "Set 'require_auth' of both alike.",
  };
}
