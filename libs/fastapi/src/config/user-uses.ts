import type { ConfigPath } from '@rowhouse/core';

import { comparisonsIn } from './conditions.js';
import type { WrittenAccess } from './written.js';

/** An attribute of the user that `access` names, the field that it is compared with, and what it must be. */
export interface UserUse {
  readonly attribute: string;
  /** Its place in `access`. */
  readonly path: ConfigPath;
  /** Undefined for roles. */
  readonly field: string | undefined;
  /** A stamp is what rows get: it cannot be null. */
  readonly kind: 'stamp' | 'value' | 'roles';
}

/** The attributes of the user that `access` names. */
export function* usesIn(access: WrittenAccess): Iterable<UserUse> {
  for (const key of ['tenant', 'owner'] as const) {
    for (const [field, stamp] of Object.entries(access[key] ?? {})) {
      if (stamp?.user === undefined) continue;
      yield { attribute: stamp.user, field, kind: 'stamp', path: [key, field, 'user'] };
    }
  }
  for (const [index, rule] of (access.rules ?? []).entries()) {
    if (typeof rule?.to === 'object') {
      const path = ['rules', index, 'to', 'role'];
      yield { attribute: 'roles', field: undefined, kind: 'roles', path };
    }
    for (const key of ['where', 'check'] as const) {
      for (const { path, comparison } of comparisonsIn(rule?.[key] ?? {})) {
        const { field, test } = comparison;
        if (test.kind !== 'user') continue;
        const place = ['rules', index, key, ...path];
        yield { attribute: test.attribute, field, kind: 'value', path: place };
      }
    }
  }
}
