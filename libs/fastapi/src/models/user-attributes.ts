import { didYouMean, text, unquoted, type ConfigPath } from '@rowhouse/core';

import { comparisonsIn } from '../config/conditions.js';
import { isRecord } from '../config/rule.js';
import { isDotted } from './dotted.js';
import type { Run } from './prepare.js';

/** An attribute of the user that `access` names. */
interface Use {
  readonly attribute: string;
  readonly path: ConfigPath;
}

/** Reports what `access` asks of a user whose class does not have it, as far as its source tells. */
export function checkUserAttributes(
  resource: Readonly<Record<string, unknown>>,
  path: ConfigPath,
  { source, userType, report }: Run,
): void {
  const { access } = resource;
  if (!isRecord(access) || userType === undefined || !isDotted(userType)) return;
  const names = source.attributes(userType);
  if (names === undefined) return;
  for (const { attribute, path: inner } of [...stampsIn(access), ...usesInRules(access)]) {
    if (names.includes(attribute)) continue;
    const isRole = inner.at(-1) === 'role';
    report([...path, 'access', ...inner], {
      code: 'unknown-attribute',
      ...(!isRole && { found: attribute }),
      message: text`${unquoted(userType)} has no attribute ${attribute}${unquoted(isRole ? ', which would say who has the role' : '')}`,
      fix: isRole
        ? 'Add it: a list[str], or a property that returns one.'
        : (didYouMean(attribute, names) ?? text`Its attributes: ${names}.`),
    });
  }
}

function* stampsIn(access: Readonly<Record<string, unknown>>): Iterable<Use> {
  for (const key of ['tenant', 'owner']) {
    const stamps = access[key];
    for (const [field, stamp] of Object.entries(isRecord(stamps) ? stamps : {})) {
      const attribute = isRecord(stamp) ? stamp['user'] : undefined;
      if (typeof attribute === 'string') yield { attribute, path: [key, field, 'user'] };
    }
  }
}

function* usesInRules({ rules }: Readonly<Record<string, unknown>>): Iterable<Use> {
  const listed: readonly unknown[] = Array.isArray(rules) ? rules : [];
  for (const [index, rule] of listed.entries()) {
    if (!isRecord(rule)) continue;
    if (isRecord(rule['to']) && 'role' in rule['to']) {
      yield { attribute: 'roles', path: ['rules', index, 'to', 'role'] };
    }
    for (const key of ['where', 'check']) {
      for (const { path, comparison } of comparisonsIn(rule[key] ?? {})) {
        const { test } = comparison;
        if (test.kind !== 'user') continue;
        yield { attribute: test.attribute, path: ['rules', index, key, ...path] };
      }
    }
  }
}
