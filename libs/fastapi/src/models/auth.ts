import type { ConfigPath } from '@rowhouse/core';

import { isRecord } from '../config/rule.js';
import { checkFunction } from './action.js';
import { authFunctions } from './member-keys.js';
import type { Run } from './prepare.js';

/** Reports the functions of a block's `auth` that their modules do not have. */
export function checkAuth(auth: unknown, path: ConfigPath, run: Run): void {
  if (!isRecord(auth)) return;
  for (const key of authFunctions) checkFunction(auth[key], run, [...path, key]);
}
